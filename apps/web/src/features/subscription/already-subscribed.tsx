import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { BUTTON } from '../../ui/button.ts';
import { Resumption } from './resumption.tsx';
import { SubscriptionBox } from './subscription-box.tsx';

type AlreadySubscribedProps = { userId: number; subscription: Subscription };

/** What the page that subscribes is to somebody who did: the subscription, or the way back to it. */
export function AlreadySubscribed({ userId, subscription }: AlreadySubscribedProps) {
  const { plan, accessEndsOn } = subscription;
  if (accessEndsOn !== null) {
    return (
      <Column title={<Trans>Your subscription is cancelled</Trans>}>
        <Resumption userId={userId} plan={plan} accessEndsOn={accessEndsOn} />
      </Column>
    );
  }
  return (
    <Column title={<Trans>You are subscribed</Trans>}>
      <SubscriptionBox subscription={subscription} />
      <Link to="/profile" className={`mt-6 ${BUTTON.secondary}`}>
        <Trans>See my profile</Trans>
      </Link>
    </Column>
  );
}

function Column({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <div className="mx-auto max-w-text">
        <h1 className="mb-6 font-display text-title-l font-bold">{title}</h1>
        {children}
      </div>
    </div>
  );
}
