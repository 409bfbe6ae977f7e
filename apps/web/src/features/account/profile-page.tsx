import { Trans } from '@lingui/react/macro';
import type { NoticeCode } from '@shop/domain/errors';
import type { User } from '@shop/domain/shapes';

import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { OrderList } from './order-list.tsx';
import { ReferralBox } from './referral-box.tsx';

/** The account of the person who is signed in, with the orders. */
export function ProfilePage({ notice }: { notice: NoticeCode | undefined }) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  return (
    <div className="mx-auto max-w-page px-gutter py-12 menu:py-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>My profile</Trans>
      </h1>
      <div className="mt-8 flex flex-col gap-8">
        {notice && <CodeAlert kind="success" code={notice} />}
        {status.isPending && <LoadingIndicator />}
        {status.isError && <CodeAlert kind="error" code="error_message" />}
        {user && <Profile user={user} />}
      </div>
    </div>
  );
}

function Profile({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <>
      <section className="rounded-card bg-surface p-7 shadow-card">
        {name !== '' && <p className="font-display text-title-s font-bold">{name}</p>}
        <p className="text-ink-soft">{user.email}</p>
      </section>
      {user.subscription?.subscriptionDate && <ReferralBox code={user.personalDiscountCode} />}
      <section aria-labelledby="orders">
        <h2 id="orders" className="font-display text-title-m font-bold">
          <Trans>My orders</Trans>
        </h2>
        <OrderList orders={user.orders} />
      </section>
    </>
  );
}
