import { Trans } from '@lingui/react/macro';
import type { Order } from '@shop/domain/shapes';
import { orderCents, priceCentsOf } from '@shop/domain/shop';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CircleCheck, Clock } from 'lucide-react';

import { BUTTON } from '../../ui/button.ts';

/** What the person bought, newest first. */
export function OrderList({ orders }: { orders: Order[] }) {
  if (orders.length === 0) {
    return (
      <div className="mt-5">
        <p className="text-ink-soft">
          <Trans>You have not ordered anything yet.</Trans>
        </p>
        <Link to="/shop" className={`mt-5 ${BUTTON.secondary}`}>
          <Trans>Visit the shop</Trans>
        </Link>
      </div>
    );
  }
  return (
    <ul className="mt-6 flex flex-col gap-5">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id, item, chosenOptionTitle } = order;
  const orderedOn = formatDate(locale, order.orderDate);
  const isDelivered = order.status === 'delivered';
  return (
    <article
      className={`rounded-card bg-surface p-7 shadow-card ${isDelivered ? 'text-ink-soft' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className="font-display text-title-s font-bold">{item.title[locale]}</h3>
          {chosenOptionTitle && <p>{chosenOptionTitle[locale]}</p>}
        </div>
        <OrderState order={order} />
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-4 text-small sm:grid-cols-3">
        <div>
          <dt className="font-semibold">
            <Trans>Order no. {id}</Trans>
          </dt>
          <dd>{orderedOn}</dd>
        </div>
        <div>
          <dt className="font-semibold">
            {order.firstName} {order.lastName}
          </dt>
          <dd className="whitespace-pre-line">{order.shippingAddress}</dd>
        </div>
        <div>
          <dt className="font-semibold">
            <Trans>Total, delivery included</Trans>
          </dt>
          <dd className="tabular-nums">
            {formatPrice(locale, orderCents(priceCentsOf(item.price), order.area))}
          </dd>
        </div>
      </dl>
    </article>
  );
}

function OrderState({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (order.status === 'waiting') {
    return (
      <p className="flex items-center gap-2 rounded-pill bg-warning-ground px-4 py-1.5 text-small font-semibold text-warning">
        <Clock aria-hidden="true" className="size-4" />
        <Trans>Being processed</Trans>
      </p>
    );
  }
  const postDate = order.postDate === null ? '' : formatDate(locale, order.postDate);
  return (
    <p className="flex items-center gap-2 rounded-pill bg-success-ground px-4 py-1.5 text-small font-semibold text-success">
      <CircleCheck aria-hidden="true" className="size-4" />
      <Trans>Delivered on {postDate}</Trans>
    </p>
  );
}
