import { Trans } from '@lingui/react/macro';
import type { Day } from '@shop/domain/days';
import type { SuccessCode } from '@shop/domain/errors';
import type { User } from '@shop/domain/shapes';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '../../../lib/data.ts';
import type { OrderedItems } from '../../../lib/ordered-item.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { FlashMessage } from '../../../ui/flash-message.tsx';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { PendingEmail } from '../pending-email.tsx';
import { OrderList } from './order-list.tsx';
import { KeptDeliveryBox } from './saved-delivery.tsx';
import { TabbedSection } from './tabbed-section.tsx';

type ProfilePageProps = {
  flash: SuccessCode | undefined;
  /** What the profile shows of the subscription. */
  programme: ReactNode;
  /** The day in Paris as the server has it: what is late does not depend on the browser's clock. */
  today: Day;
  /** What the catalogue has of the items that were ordered. */
  items: OrderedItems;
};

/** The account of the person who is signed in, with the orders. */
export function ProfilePage({ flash, programme, today, items }: ProfilePageProps) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <FlashMessage code={flash} className="mb-8" />
      <h1 className="font-display text-title-l font-bold">
        <Trans>My profile</Trans>
      </h1>
      <div className="mt-8">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <CodeAlert kind="error" code="error_message" />}
        {user && <Profile user={user} programme={programme} today={today} items={items} />}
      </div>
    </div>
  );
}

type ProfileProps = Omit<ProfilePageProps, 'flash'> & { user: User };

function Profile({ user, programme, today, items }: ProfileProps) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const orders = (
    <div className="menu:col-start-2 menu:row-start-1">
      <TabbedSection title={<Trans>My orders</Trans>}>
        <OrderList orders={user.orders} today={today} items={items} />
      </TabbedSection>
    </div>
  );
  const hasOrders = user.orders.length > 0;
  return (
    <div className="grid items-start gap-x-8 gap-y-10 menu:grid-cols-[5fr_7fr] lg:grid-cols-[4fr_8fr] lg:gap-x-12">
      {/* Most who come with orders come for them; beside each other, the account stands first. */}
      {hasOrders && orders}
      <div className="flex flex-col gap-6 menu:col-start-1 menu:row-start-1">
        <section className="rounded-card bg-surface p-7 shadow-card">
          {name !== '' && <p className="font-display text-title-s font-bold">{name}</p>}
          <p className="wrap-anywhere text-ink-soft">{user.email}</p>
          <div className="mt-5 empty:hidden">
            <PendingEmail user={user} />
          </div>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link to="/profile/edit" className={BUTTON.secondary}>
              <Trans>Edit</Trans>
            </Link>
            <Link to="/profile/my-data" className={BUTTON.quiet}>
              <Trans>My data</Trans>
            </Link>
          </div>
        </section>
        {programme}
        <KeptDeliveryBox />
      </div>
      {!hasOrders && orders}
    </div>
  );
}
