import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { Order } from '@shop/domain/shapes';
import { addressesOf, orderCents, priceCentsOf } from '@shop/domain/shop';
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
      className={`break-inside-avoid rounded-card bg-surface p-6 shadow-card sm:p-7 print:border print:border-line print:shadow-none ${order.status === 'delivered' ? 'text-ink-soft' : ''}`}
    >
      {/* On paper the page around it is missing. */}
      <p className="mb-4 hidden text-small print:block">
        {BRAND.seller.legalName}, {BRAND.seller.address}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="font-display text-title-s font-bold text-balance">{item.title[locale]}</h2>
          {/* An item of a single model has no word for what its models differ in: nothing was chosen. */}
          {option && item.optionTitle && (
            <p className="mt-1">
              {item.optionTitle[locale]} · {option[locale]}
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
        <Addresses shippingAddress={order.shippingAddress} />
      </dl>
    </article>
  );
}

/** Where the parcel waits, and whose it is; a text that came by another way is shown as it is. */
function Addresses({ shippingAddress }: Pick<Order, 'shippingAddress'>) {
  const addresses = addressesOf(shippingAddress);
  if (addresses === null) {
    return (
      <Fact name={<Trans>Pickup point and address</Trans>}>
        <span className="whitespace-pre-line">{shippingAddress}</span>
      </Fact>
    );
  }
  return (
    <>
      <Fact name={<Trans>Pickup point</Trans>}>
        <span className="whitespace-pre-line">{addresses.pickupPoint}</span>
      </Fact>
      <Fact name={<Trans>Recipient’s address</Trans>}>
        <span className="whitespace-pre-line">{addresses.recipient}</span>
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
