import type { Subscription } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { TwoColumns } from '../../ui/two-columns.tsx';
import { Resumption } from './resumption.tsx';
import { SubscriptionBox } from './subscription-box.tsx';

type AlreadySubscribedProps = { userId: number; subscription: Subscription };

/** Shows a subscriber the subscription, or how to resume a cancelled one. */
export function AlreadySubscribed({ userId, subscription }: AlreadySubscribedProps) {
  const { accessEndsOn } = subscription;
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-12">
      {accessEndsOn === null ? (
        <TwoColumns
          title={<Trans>You’re already subscribed</Trans>}
          intro={<Trans>Your programme is waiting in the app.</Trans>}
          foot={<ToProfile />}
        >
          <SubscriptionBox subscription={subscription} />
        </TwoColumns>
      ) : (
        <TwoColumns
          title={<Trans>Your subscription is cancelled</Trans>}
          intro={<AccessEndNote accessEndsOn={accessEndsOn} />}
          foot={<ToProfile />}
        >
          <Resumption userId={userId} subscription={subscription} accessEndsOn={accessEndsOn} />
        </TwoColumns>
      )}
    </div>
  );
}

function AccessEndNote({ accessEndsOn }: { accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  return <Trans>Your access lasts until {end}. Until then you can resume your subscription.</Trans>;
}

function ToProfile() {
  return (
    <div>
      <Link to="/profile" className={BUTTON.secondary}>
        <Trans>See my profile</Trans>
      </Link>
    </div>
  );
}
