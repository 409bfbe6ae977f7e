import { Trans } from '@lingui/react/macro';
import type { Order } from '@shop/domain/shapes';
import { Link } from '@tanstack/react-router';

import { BUTTON } from '../../../ui/button.ts';
import { OrderCard } from './order-card.tsx';

/** What the person bought, newest first. */
export function OrderList({ orders }: { orders: Order[] }) {
  if (orders.length === 0) {
    return (
      <div className="flex flex-col items-start gap-5">
        <p className="text-ink-soft">
          <Trans>You have not ordered anything yet.</Trans>
        </p>
        <Link to="/shop" className={BUTTON.secondary}>
          <Trans>Visit the shop</Trans>
        </Link>
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-5">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}
