import type { Order } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { OrderedItem } from '../../lib/ordered-item.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ChosenOption, Fact, OrderPicture, OrderSums } from './order-parts.tsx';
import { OrderSteps } from './order-steps.tsx';

export type Purchase = {
  order: Order;
  item: OrderedItem | undefined;
  /** The lines of the address in the page's language, the name first. */
  pickupPoint: string;
  email: string | null;
};

export function BoughtOrder({ order, item, pickupPoint, email }: Purchase) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id } = order;
  return (
    <section className="mt-4 grid grid-cols-1 gap-6 rounded-panel bg-surface p-6 shadow-card sm:p-9 lg:grid-cols-[4fr_8fr] lg:gap-x-16">
      <div>
        <h2 className="font-display text-title-m font-bold">
          <Trans>Order no. {id}</Trans>
        </h2>
        {email !== null && (
          <p className="mt-3 max-w-text wrap-anywhere">
            <Trans>
              We’re emailing the confirmation to <EmailAddress>{email}</EmailAddress>.
            </Trans>
          </p>
        )}
      </div>
      <div className="flex items-center gap-4 sm:row-span-2 lg:col-start-1 lg:row-start-1 lg:flex-col lg:items-stretch">
        <OrderPicture pictureUrl={item?.pictureUrl} className="w-28 lg:w-full" />
        <div className="min-w-0">
          <p className="font-display text-title-s font-bold text-balance wrap-anywhere">
            {order.item.title[locale]}
          </p>
          <ChosenOption order={order} />
        </div>
      </div>
      <div>
        <OrderSteps order={order} />
        <div className="mt-6 grid gap-x-8 gap-y-4 border-t border-line pt-6 sm:grid-cols-2">
          <dl className="text-small">
            <Fact name={<Trans>Pickup point</Trans>}>
              <PickupPoint lines={pickupPoint.split('\n')} />
            </Fact>
          </dl>
          <OrderSums order={order} />
        </div>
        <div className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 sm:justify-start">
          <Link
            to="/profile/orders/$id"
            params={{ id: String(id) }}
            className={`w-full sm:w-auto ${BUTTON.primary}`}
          >
            <Trans>See order no. {id}</Trans>
          </Link>
          <Link to="/profile" className={BUTTON.quiet}>
            <Trans>See my orders</Trans>
          </Link>
        </div>
      </div>
    </section>
  );
}

function PickupPoint({ lines: [name, ...address] }: { lines: string[] }) {
  return (
    <>
      <span className="block font-medium">{name}</span> {address.join(', ')}
    </>
  );
}
