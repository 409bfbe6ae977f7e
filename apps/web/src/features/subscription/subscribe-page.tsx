import { BRAND } from '@agres/domain/brand';
import type { Programme } from '@agres/domain/paths';
import type { Plan } from '@agres/domain/shape-values';
import type { Reminder } from '@agres/legal/reminder';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext, useRouterState } from '@tanstack/react-router';
import { Dumbbell, Smartphone } from 'lucide';

import { api } from '../../lib/data.ts';
import { PROGRAMME_NAMES, programmeCover } from '../../lib/programmes.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Point } from '../../ui/point.tsx';
import { PauseNote, type Pause } from '../checkout/sales-pause.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';

type SubscribePageProps = {
  /** Without a session, the page shows the offer and a link to log in. */
  isVisitor: boolean;
  plan: Plan;
  programme: Programme | undefined;
  givenCode: string;
  today: Date;
  reminder: Reminder;
  pause: Pause;
  onChoosePlan: (plan: Plan) => void;
};

/** Lazy, because only subscribers see it. */
const AlreadySubscribed = lazyPart(
  async () => (await import('./already-subscribed.tsx')).AlreadySubscribed,
);

/** Starts a subscription, or resumes a cancelled one. Visitors see the offer and log in from it. */
export function SubscribePage({ programme, isVisitor, ...props }: SubscribePageProps) {
  const { i18n } = useLingui();
  const name = programme && i18n._(PROGRAMME_NAMES[programme]);
  const status = api.users.status.useQuery(undefined, { enabled: !isVisitor });
  const user = status.data?.user;
  if (user?.subscription) {
    return <AlreadySubscribed key={user.id} userId={user.id} subscription={user.subscription} />;
  }
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <div className="items-center gap-5 phone:flex">
        {programme && (
          <Picture
            url={programmeCover(programme)}
            alt=""
            sizes="5rem"
            className="aspect-4/5 w-20 shrink-0 rounded-control object-cover lg:hidden"
          />
        )}
        <div className="min-w-0 max-w-text">
          <h1 className="font-display text-title-m font-bold sm:text-title-l">
            <Trans>Subscribe to your programme</Trans>
          </h1>
          {name && (
            <p className="mt-2 text-ink-soft">
              <Trans>{name} is waiting for you in the app.</Trans>
            </p>
          )}
        </div>
      </div>
      <div className="mt-6 grid items-start gap-x-16 gap-y-6 lg:mt-8 lg:grid-cols-[8fr_4fr]">
        <Value isPaused={props.pause !== null} />
        <div className="flex flex-col gap-8 lg:col-start-1 lg:row-start-1">
          {isVisitor && <Offer {...props} />}
          {status.isLoading && <LoadingIndicator />}
          {status.isError && <DataError onTry={() => status.refetch()} />}
          {status.isSuccess && !user && <CodeAlert kind="error" code="not_logged_in" />}
          {user && <SubscribeForm key={user.id} userId={user.id} {...props} />}
        </div>
      </div>
    </div>
  );
}

type OfferProps = Omit<SubscribePageProps, 'programme' | 'isVisitor'>;

function Offer({ plan, today, reminder, pause, onChoosePlan }: OfferProps) {
  const redirect = useRouterState({ select: ({ location }) => location.publicHref });
  return (
    <section className="flex flex-col gap-8 rounded-panel bg-surface p-5 shadow-card sm:p-10">
      <PlanChoice chosen={plan} onChoose={onChoosePlan} />
      <div className="flex flex-col gap-8">
        <SubscriptionSummary {...{ plan, today, reminder }} />
      </div>
      {pause === null ? (
        <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3 sm:justify-start">
          <Link to="/sign-up" search={{ redirect }} className={`grow sm:grow-0 ${BUTTON.primary}`}>
            <Trans>Create my account</Trans>
          </Link>
          <Link to="/log-in" search={{ redirect }} className={BUTTON.quiet}>
            <Trans>Already a member? Log in</Trans>
          </Link>
        </div>
      ) : (
        <PauseNote pause={pause} />
      )}
    </section>
  );
}

/** What the subscription includes. Above the form, or beside it on wide screens. */
function Value({ isPaused }: { isPaused: boolean }) {
  return (
    <aside className="grid grid-cols-[1fr_auto] gap-x-5 gap-y-4 overflow-hidden rounded-panel bg-secondary px-5 pt-5 text-on-dark sm:px-7 sm:pt-7 lg:grid-cols-1">
      <h2 className="col-span-full font-display text-title-s font-bold">
        {isPaused ? <Trans>What you get</Trans> : <Trans>What you get today</Trans>}
      </h2>
      <ul className="mb-6 flex flex-col gap-3 text-small">
        <Point isOnDark sign={Smartphone}>
          <Trans>Your programme, plus every session in the app</Trans>
        </Point>
        <Point isOnDark sign={Dumbbell}>
          <Trans>Strength, bodyweight and mobility</Trans>
        </Point>
        <Point isOnDark>
          <Trans>Instant access once you’ve paid: log in with the same email and password</Trans>
        </Point>
      </ul>
      <AppScreen />
    </aside>
  );
}

/** On narrow screens, only the top of the screen, as tall as the text beside it. Drawings have a caption. */
function AppScreen() {
  const { locale } = useRouteContext({ from: '__root__' });
  const own = BRAND.appScreens;
  return (
    <figure className="relative w-28 text-center text-caption text-on-dark-soft sm:min-h-44 lg:mx-auto lg:mb-6 lg:w-48">
      {own === 'drawn' && (
        <figcaption className="mb-2">
          <Trans>A look inside the app</Trans>
        </figcaption>
      )}
      <img
        src={own === 'drawn' ? `/pictures/app/session-${locale}.svg` : own[locale][0]}
        alt=""
        width={400}
        height={820}
        className="absolute h-auto w-full lg:static"
      />
    </figure>
  );
}
