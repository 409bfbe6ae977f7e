import { Trans } from '@lingui/react/macro';
import { addressesOf } from '@shop/domain/delivery';
import type { Order } from '@shop/domain/shapes';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { OrderedItem } from '../../../lib/ordered-item.ts';
import { BUTTON } from '../../../ui/button.ts';
import { Fact, ParcelFacts } from './order-facts.tsx';
import { ChosenOption, OrderPicture, OrderSums } from './order-parts.tsx';
import { OrderSteps } from './order-steps.tsx';

/** What was just bought, what the buyer's order number names, and where the confirmation goes. */
export type Bought = { order: Order; item: OrderedItem | undefined; email: string | null };

/** Under the good news of a purchase: what was bought and paid, where it goes, by when, and what comes next. */
export function BoughtOrder({ order, item, email }: Bought) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id } = order;
  return (
    <section className="mt-4 rounded-card bg-surface p-6 shadow-card sm:p-7">
      <h2 className="font-display text-title-m font-bold">
        <Trans>Order no. {id}</Trans>
      </h2>
      {email !== null && (
        <p className="mt-2 max-w-text wrap-anywhere text-pretty">
          <Trans>
            The confirmation of this order goes to{' '}
            <strong className="font-semibold">{email}</strong>.
          </Trans>
        </p>
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[4fr_8fr] lg:gap-12">
        <div className="rounded-control bg-ground-deep p-4">
          <div className="mb-3 flex items-center gap-4">
            <OrderPicture pictureUrl={item?.pictureUrl} className="size-20" />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{order.item.title[locale]}</p>
              <ChosenOption order={order} />
            </div>
          </div>
          <OrderSums order={order} />
        </div>
        <div>
          <OrderSteps order={order} />
          <dl className="mt-6 grid gap-y-4 border-t border-line pt-6 text-small">
            <Fact name={<Trans>Pickup point</Trans>}>
              <PickupPoint shippingAddress={order.shippingAddress} />
            </Fact>
            <ParcelFacts order={order} />
          </dl>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link
          to="/profile/orders/$id"
          params={{ id: String(id) }}
          className={`w-full sm:w-auto ${BUTTON.secondary}`}
        >
          <Trans>See order no. {id}</Trans>
        </Link>
        <Link to="/profile" className={BUTTON.quiet}>
          <Trans>See my orders</Trans>
        </Link>
      </div>
    </section>
  );
}

/** Where the parcel waits, on a line: its name, then the way there. */
function PickupPoint({ shippingAddress }: Pick<Order, 'shippingAddress'>) {
  const text = addressesOf(shippingAddress)?.pickupPoint ?? shippingAddress;
  const [name, ...address] = text.split('\n');
  return (
    <>
      <span className="font-medium">{name}</span> {address.join(', ')}
    </>
  );
}
