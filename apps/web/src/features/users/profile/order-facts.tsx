import { Trans } from '@lingui/react/macro';
import type { Tracking } from '@shop/domain/carriers';
import { addressesOf } from '@shop/domain/delivery';
import type { Order } from '@shop/domain/shapes';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useAreaNames } from '../../../ui/area-names.ts';
import { isAwaited } from './order-state.tsx';

type OrderProps = { order: Order };

/** What was given back, how the parcel can be followed and when it comes, as far as there is any of it. */
export function ProgressFacts({ order }: OrderProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const promisedBy = formatDate(locale, order.promisedBy);
  return (
    <>
      <ParcelFacts order={order} />
      {isAwaited(order) && (
        <Fact name={<Trans>Delivery</Trans>}>
          <Trans>By {promisedBy} at the latest</Trans>
        </Fact>
      )}
    </>
  );
}

/** The same where the steps say when it comes. */
export function ParcelFacts({ order }: OrderProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <>
      {order.refundedCents > 0 && (
        <Fact name={<Trans>Refunded</Trans>}>
          <span className="font-semibold tabular-nums">
            {formatPrice(locale, order.refundedCents)}
          </span>
        </Fact>
      )}
      {order.tracking !== null && <ParcelFact tracking={order.tracking} />}
    </>
  );
}

/** Whose the parcel is, where it waits and where they live. */
export function PlaceFacts({ order }: OrderProps) {
  const areaNames = useAreaNames();
  if (order.shippingAddress === '') {
    return (
      <Fact name={<Trans>Recipient</Trans>}>
        <Trans>Name and address are in our archive, which is kept for the accounts alone.</Trans>
      </Fact>
    );
  }
  return (
    <>
      <Fact name={<Trans>Recipient</Trans>}>
        {order.firstName} {order.lastName}
      </Fact>
      <Addresses shippingAddress={order.shippingAddress} />
      {order.area !== null && (
        <Fact name={<Trans>Delivery area</Trans>}>{areaNames[order.area]}</Fact>
      )}
    </>
  );
}

/** How the parcel can be followed: the carrier’s page where the shop knows it, else the number. */
function ParcelFact({ tracking: { carrier, number, url } }: { tracking: Tracking }) {
  return (
    <Fact name={<Trans>Parcel tracking</Trans>}>
      {carrier !== null && <span className="block">{carrier}</span>}
      {url === null ? (
        <span className="tabular-nums">{number}</span>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-touch items-center font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
        >
          {number}
          <span className="sr-only">
            {' '}
            <Trans>(new tab)</Trans>
          </span>
        </a>
      )}
    </Fact>
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

/** One fact of an order: its name, and what it is. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
