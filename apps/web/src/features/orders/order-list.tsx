import type { Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { OrderedItems } from '../../lib/ordered-item.ts';
import { OrderCard } from './order-card.tsx';
import { OrderPicture } from './order-parts.tsx';

type OrderListProps = {
  orders: Order[];
  today: Day;
  items: OrderedItems;
  /** For a member without orders. */
  offered: readonly string[];
};

export function OrderList({ orders, today, items, offered }: OrderListProps) {
  if (orders.length === 0) return <EmptyOrderList offered={offered} />;
  return (
    <ul className="flex flex-col gap-5">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} today={today} item={items[order.id]} />
        </li>
      ))}
    </ul>
  );
}

function EmptyOrderList({ offered }: Pick<OrderListProps, 'offered'>) {
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
          <Trans>Your orders appear here, with parcel tracking and a way to reach us.</Trans>
        </p>
        <Link to="/shop" className={`mt-5 ${BUTTON.secondary}`}>
          <Trans>Visit the shop</Trans>
        </Link>
      </div>
    </div>
  );
}
