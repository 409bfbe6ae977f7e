import type { Day } from '@agres/domain/days';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import type { OrderedItems } from '../../lib/ordered-item.ts';
import { NextStep } from './next-step.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderPicture } from './order-parts.tsx';

type MyOrdersProps = {
  /** The day in Paris on the server, so that lateness does not depend on the browser's clock. */
  today: Day;
  items: OrderedItems;
  /** For a member without orders. */
  offered: readonly string[];
};

export function MyOrders({ today, items, offered }: MyOrdersProps) {
  const user = api.users.status.useQuery().data?.user;
  if (!user) return null;
  return (
    <TabbedSection title={<Trans>My orders</Trans>}>
      {user.orders.length === 0 ? (
        <EmptyOrderList offered={offered} />
      ) : (
        <ul className="flex flex-col gap-5">
          {user.orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} today={today} item={items[order.id]} />
            </li>
          ))}
        </ul>
      )}
    </TabbedSection>
  );
}

export function MyNextStep({ today }: Pick<MyOrdersProps, 'today'>) {
  const user = api.users.status.useQuery().data?.user;
  return user ? <NextStep orders={user.orders} today={today} /> : null;
}

function EmptyOrderList({ offered }: Pick<MyOrdersProps, 'offered'>) {
  return (
    <div className="grid items-center gap-x-12 gap-y-6 rounded-card bg-ground-deep p-5 sm:p-7 menu:grid-cols-[5fr_7fr]">
      <div className="flex gap-4">
        {offered.map((url) => (
          <OrderPicture key={url} pictureUrl={url} className="flex-1" />
        ))}
      </div>
      <div>
        <p className="font-display text-title-s font-bold text-balance">
          <Trans>No orders yet.</Trans>
        </p>
        <p className="mt-2 text-ink-soft">
          <Trans>Your orders will appear here, with parcel tracking and a way to reach us.</Trans>
        </p>
        <Link to="/shop" className={`mt-5 ${BUTTON.secondary}`}>
          <Trans>Visit the shop</Trans>
        </Link>
      </div>
    </div>
  );
}

/** A section of the profile with its only tab, which is always selected. */
function TabbedSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section>
      <div role="tablist" className="flex border-b border-line">
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-selected="true"
          aria-controls={`${id}-panel`}
          className="min-h-12 pr-6 font-display text-title-m font-bold"
        >
          {title}
        </button>
      </div>
      <p className="hidden font-display text-title-m font-bold print:block">{title}</p>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`} className="pt-6">
        {children}
      </div>
    </section>
  );
}
