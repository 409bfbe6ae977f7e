import { Trans } from '@lingui/react/macro';
import { addressesOf } from '@shop/domain/delivery';
import type { Order } from '@shop/domain/shapes';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { OrderedItem } from '../../../lib/ordered-item.ts';
import { BUTTON } from '../../../ui/button.ts';
import { Fact, ProgressFacts } from './order-facts.tsx';
import { ChosenOption, OrderPicture } from './order-parts.tsx';
import { OrderSteps } from './order-steps.tsx';

/** What was just bought, what the buyer's order number names, and where the confirmation goes. */
export type Bought = { order: Order; item: OrderedItem | undefined; email: string | null };

/** Under the good news of a purchase: what was bought and paid, where it goes, by when, and what comes next. */
export function BoughtOrder({ order, item, email }: Bought) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id } = order;
  const pickupPoint = addressesOf(order.shippingAddress)?.pickupPoint ?? order.shippingAddress;
  return (
    <section className="mt-4 rounded-card bg-surface p-6 shadow-card sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 className="font-display text-title-m font-bold">
          <Trans>Order no. {id}</Trans>
        </h2>
        <p className="tabular-nums">
          <span className="mr-2 text-small text-ink-soft">
            <Trans>Paid by card</Trans>
          </span>
          <strong className="font-display text-title-m font-bold">
            {formatPrice(locale, order.amountCents)}
          </strong>
        </p>
      </div>
      {email !== null && (
        <p className="mt-3 max-w-text wrap-anywhere text-pretty">
          <Trans>
            The confirmation of this order goes to{' '}
            <strong className="font-semibold">{email}</strong>.
          </Trans>
        </p>
      )}
      <div className="mt-6 border-t border-line pt-6 empty:hidden">
        <OrderSteps order={order} />
      </div>
      <div className="mt-6 grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-[7rem_1fr]">
        <OrderPicture pictureUrl={item?.pictureUrl} className="size-20 sm:size-28" />
        <dl className="grid content-start gap-x-8 gap-y-4 text-small sm:grid-cols-3">
          <Fact name={<Trans>Item</Trans>}>
            {order.item.title[locale]}
            <ChosenOption order={order} />
          </Fact>
          <Fact name={<Trans>Pickup point</Trans>}>
            <span className="whitespace-pre-line">{pickupPoint}</span>
          </Fact>
          <ProgressFacts order={order} />
        </dl>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to="/profile/orders/$id" params={{ id: String(id) }} className={BUTTON.secondary}>
          <Trans>See order no. {id}</Trans>
        </Link>
        <Link to="/profile" className={BUTTON.quiet}>
          <Trans>See my orders</Trans>
        </Link>
      </div>
    </section>
  );
}
