import type { User } from '@agres/domain/shapes';
import type { SuccessCode } from '@agres/domain/success-codes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { FlashMessage } from '../../ui/flash-message.tsx';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PendingEmail } from './pending-email.tsx';
import { SavedDeliveryBox } from './saved-delivery.tsx';

type ProfilePageProps = {
  flash: SuccessCode | undefined;
  /** The greeting of the first log-in. */
  showsGreeting: boolean;
  nextStep: ReactNode;
  orders: ReactNode;
  programme: ReactNode;
  referral: ReactNode;
};

export function ProfilePage({ flash, showsGreeting, ...props }: ProfilePageProps) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  const hasJustSubscribed = flash === 'subscribed';
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <FlashMessage code={flash} className="mb-8" />
      {showsGreeting && flash === undefined && (
        <div ref={focusElement} className="mb-8">
          <Alert kind="success">
            <Trans>Welcome! Your account is active.</Trans>
          </Alert>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-display text-title-l font-bold">
            {hasJustSubscribed ? (
              <Trans>You’re in. Start with session 1.</Trans>
            ) : (
              <Trans>My profile</Trans>
            )}
          </h1>
          {user && <Owner user={user} />}
        </div>
        {user && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link to="/profile/edit" className={`max-sm:px-4! ${BUTTON.secondary}`}>
              <Trans>Edit my account</Trans>
            </Link>
            <Link to="/profile/my-data" className={BUTTON.quiet}>
              <Trans>My data</Trans>
            </Link>
          </div>
        )}
      </div>
      <div className="mt-8">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <DataError onTry={() => status.refetch()} />}
        {user && <Profile {...{ user, hasJustSubscribed }} {...props} />}
      </div>
    </div>
  );
}

function Owner({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <p className="mt-2 flex flex-wrap gap-x-3">
      {name !== '' && <span className="font-semibold">{name}</span>}
      <EmailAddress className="font-normal text-ink-soft">{user.email}</EmailAddress>
    </p>
  );
}

type ProfileProps = Omit<ProfilePageProps, 'flash' | 'showsGreeting'> & {
  user: User;
  hasJustSubscribed: boolean;
};

/**
 * The next delivery comes first, then a subscriber's programme; the other way round after subscribing. For other
 * members, the offer of a programme is beside their orders. Without orders, it is below the account, across the
 * whole page.
 */
function Profile({ user, hasJustSubscribed, nextStep, orders, ...parts }: ProfileProps) {
  const { programme, referral } = parts;
  const isSubscribed = user.subscription !== null;
  const hasOrders = user.orders.length > 0;
  return (
    <>
      <div className="mb-10 empty:hidden">
        <PendingEmail user={user} />
      </div>
      {!hasJustSubscribed && <div className="mb-10 empty:hidden">{nextStep}</div>}
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[8fr_4fr]">
        {!hasOrders && isSubscribed && (
          <>
            {programme}
            {referral}
          </>
        )}
        {hasOrders ? (
          <>
            <div className="flex min-w-0 flex-col gap-10">
              {isSubscribed && programme}
              {hasJustSubscribed && nextStep}
              {orders}
            </div>
            <div className="flex min-w-0 flex-col gap-10">
              {isSubscribed ? referral : programme}
              <SavedDeliveryBox />
            </div>
          </>
        ) : (
          // Without a purchase there is no saved delivery address.
          <div className="lg:col-span-2">{orders}</div>
        )}
        {!hasOrders && !isSubscribed && <div className="lg:col-span-2">{programme}</div>}
      </div>
    </>
  );
}
