import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';
import { usePlanNames } from './plan-names.ts';
import { Resumption } from './resumption.tsx';

type AlreadySubscribedProps = { userId: number; subscription: Subscription };

/** What the page has to say to somebody who is subscribed. */
export function AlreadySubscribed({ userId, subscription }: AlreadySubscribedProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const names = usePlanNames();
  const { subscriptionDate, plan, accessEndsOn } = subscription;
  const name = names[plan];
  if (accessEndsOn !== null)
    return <Resumption userId={userId} plan={plan} accessEndsOn={accessEndsOn} />;
  const since = formatDate(locale, subscriptionDate);
  return (
    <section className="rounded-panel bg-surface p-6 shadow-card sm:p-10">
      <h2 className="font-display text-title-m font-bold text-balance">
        <Trans>You are subscribed</Trans>
      </h2>
      <p className="mt-4 text-lead">
        <Trans>
          {name}, since {since}.
        </Trans>
      </p>
      <Link to="/profile" className={`mt-8 ${BUTTON.primary}`}>
        <Trans>See my profile</Trans>
      </Link>
    </section>
  );
}
