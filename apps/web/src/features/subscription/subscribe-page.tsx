import type { Plan } from '@agres/domain/shapes';
import type { Reminder } from '@agres/legal/reminder';
import { Trans } from '@lingui/react/macro';
import { CalendarCheck, CreditCard, Smartphone, Undo2 } from 'lucide';

import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AlreadySubscribed } from './already-subscribed.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

type SubscribePageProps = {
  plan: Plan;
  givenCode: string;
  today: Date;
  reminder: Reminder;
  onChoosePlan: (plan: Plan) => void;
};

/** Beside the form where there is room, else small beside the title. */
const COVER = '/pictures/programmes/handstand.webp';

/** Begins the subscription to the personal programme, or takes its end back. */
export function SubscribePage(props: SubscribePageProps) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  if (user?.subscription) {
    return <AlreadySubscribed key={user.id} userId={user.id} subscription={user.subscription} />;
  }
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <div className="items-center gap-5 phone:flex">
        <div className="w-full max-w-20 shrink-0 lg:hidden">
          <Picture
            url={COVER}
            alt=""
            sizes="5rem"
            className="aspect-4/5 w-full rounded-card object-cover"
          />
        </div>
        <h1 className="min-w-0 max-w-text font-display text-title-m font-bold sm:text-title-l">
          <Trans>Your personal programme</Trans>
        </h1>
      </div>
      <div className="mt-6 grid items-start gap-x-16 gap-y-6 lg:mt-8 lg:grid-cols-[8fr_4fr]">
        <Promises />
        <div>
          {status.isPending && <LoadingIndicator />}
          {status.isError && <CodeAlert kind="error" code="error_message" />}
          {status.isSuccess && !user && <CodeAlert kind="error" code="not_logged_in" />}
          {user && <SubscribeForm key={user.id} userId={user.id} {...props} />}
        </div>
      </div>
    </div>
  );
}

const SIGN = 'mt-0.5 size-5 shrink-0 text-secondary';

/** What one gets: beside the form or below it; on a phone before it, and only what the form does not say itself. */
function Promises() {
  return (
    <aside className="flex flex-col gap-8 menu:order-2">
      <div className="hidden lg:block">
        <Picture
          url={COVER}
          alt=""
          sizes="24rem"
          className="aspect-4/5 w-full rounded-panel object-cover"
        />
      </div>
      <ul className="flex flex-col gap-3 text-small text-ink-soft">
        <li className="flex gap-3">
          <Icon of={Smartphone} className={SIGN} />
          <span>
            <Trans>Your programme, plus every session in the app.</Trans>
          </span>
        </li>
        <li className="flex gap-3">
          <Icon of={Undo2} className={SIGN} />
          <span>
            <Trans>
              14 days to change your mind. Full refund, minus the days used if you ask to start
              today.
            </Trans>
          </span>
        </li>
        <li className="hidden gap-3 lg:flex">
          <Icon of={CalendarCheck} className={SIGN} />
          <span>
            <Trans>
              No commitment. Cancel at any time and keep your access until the end of the period
              you’ve paid for.
            </Trans>
          </span>
        </li>
        <li className="hidden gap-3 lg:flex">
          <Icon of={CreditCard} className={SIGN} />
          <span>
            <Trans>Pay by Visa or Mastercard. We don’t store your card details.</Trans>
          </span>
        </li>
      </ul>
    </aside>
  );
}
