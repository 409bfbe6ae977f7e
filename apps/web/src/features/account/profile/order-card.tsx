import { Trans } from '@lingui/react/macro';
import type { Order } from '@shop/domain/shapes';
import { orderCents, priceCentsOf } from '@shop/domain/shop';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useAreaNames } from '../../../ui/area-names.ts';
import { OrderState } from './order-state.tsx';

/** One order: what, when, where to, how much, how far; greyed once it was delivered. */
export function OrderCard({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const areaNames = useAreaNames();
  const { id, item, chosenOptionTitle: option, area } = order;
  const orderedOn = formatDate(locale, order.orderDate);
  return (
    <article
      className={`rounded-card bg-surface p-6 shadow-card sm:p-7 ${order.status === 'delivered' ? 'text-ink-soft' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="font-display text-title-s font-bold text-balance">{item.title[locale]}</h2>
          {option && (
            <p className="mt-1">
              {item.optionTitle && `${item.optionTitle[locale]} · `}
              {option[locale]}
            </p>
          )}
        </div>
        <OrderState order={order} />
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-5 border-t border-line pt-5 text-small sm:grid-cols-2">
        <Fact name={<Trans>Order</Trans>}>
          <Trans>
            No. {id}, {orderedOn}
          </Trans>
        </Fact>
        <Fact name={<Trans>Total, delivery included</Trans>}>
          <span className="font-semibold tabular-nums">
            {formatPrice(locale, orderCents(priceCentsOf(item.price), area))}
          </span>
        </Fact>
        <Fact name={<Trans>Recipient</Trans>}>
          {order.firstName} {order.lastName}
          {area !== null && <span className="block">{areaNames[area]}</span>}
        </Fact>
        <Fact name={<Trans>Relay point and address</Trans>}>
          <span className="whitespace-pre-line">{order.shippingAddress}</span>
        </Fact>
      </dl>
    </article>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}
