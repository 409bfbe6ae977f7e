import type { Tracking } from '@agres/domain/carriers';
import type { Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide';

import { addressesIn } from '../../lib/addresses.ts';
import { useAreaNames } from '../../ui/area-names.ts';
import { Fact } from './order-parts.tsx';
import { useOpenWithdrawal } from './order-rights.tsx';
import { isNotSent } from './order-state.ts';
import { ArrivalTime } from './order-steps.tsx';

type OrderProps = { order: Order };

export function ProgressFacts({ order, today }: OrderProps & { today: Day }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const isWithdrawn = useOpenWithdrawal(order) !== undefined;
  return (
    <>
      {order.refundedCents > 0 && (
        <Fact name={<Trans>Refunded</Trans>}>
          <span className="tabular-nums">{formatPrice(locale, order.refundedCents)}</span>
        </Fact>
      )}
      {order.tracking !== null && <ParcelFact tracking={order.tracking} />}
      {isNotSent(order) && !isWithdrawn && (
        <Fact name={<Trans>Delivery</Trans>}>
          <ArrivalTime order={order} today={today} />
        </Fact>
      )}
    </>
  );
}

/** Null without tracking. The link needs the address of the carrier's page. */
export function FollowParcel({ parcel: { tracking } }: { parcel: Pick<Order, 'tracking'> }) {
  if (tracking === null) return null;
  const { carrier, number, url } = tracking;
  return (
    <dl className="mb-6 rounded-control bg-secondary-soft px-5 py-4">
      <Fact name={<Trans>Parcel tracking</Trans>}>
        <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <span className="tabular-nums">
            {carrier !== null && `${carrier} · `}
            {number}
          </span>
          {url !== null && (
            <a
              href={url}
              target="_blank"
              rel="noopener"
              className={`w-full sm:w-auto ${BUTTON.primary}`}
            >
              <Trans>
                Track the parcel<span className="sr-only"> (new tab)</span>
              </Trans>
              <Icon of={ArrowUpRight} className="size-5" />
            </a>
          )}
        </span>
      </Fact>
    </dl>
  );
}

/** An archived order has an empty address. */
export function PlaceFacts({ order }: OrderProps) {
  const areaNames = useAreaNames();
  if (order.shippingAddress === '') {
    return (
      <Fact name={<Trans>Recipient</Trans>}>
        <Trans>
          We’ve archived the name and address. We keep them for our accounting records only.
        </Trans>
      </Fact>
    );
  }
  return (
    <>
      <Fact name={<Trans>Recipient</Trans>}>
        {order.firstName} {order.lastName}
      </Fact>
      {order.area !== null && (
        <Fact name={<Trans>Delivery area</Trans>}>{areaNames[order.area]}</Fact>
      )}
      <Addresses shippingAddress={order.shippingAddress} />
    </>
  );
}

/** The carrier's tracking page if the shop knows its address, else the tracking number. */
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
          className="inline-flex min-h-touch items-center gap-2 font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
        >
          {number}
          <span className="sr-only">
            {' '}
            <Trans>(new tab)</Trans>
          </span>
          <Icon of={ArrowUpRight} className="size-4" />
        </a>
      )}
    </Fact>
  );
}

/** Text in an unknown format is shown unchanged. */
function Addresses({ shippingAddress }: Pick<Order, 'shippingAddress'>) {
  const { locale } = useRouteContext({ from: '__root__' });
  const addresses = addressesIn(locale, shippingAddress);
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
