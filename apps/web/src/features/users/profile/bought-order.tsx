import { Trans } from '@lingui/react/macro';
import type { Order } from '@shop/domain/shapes';
import { addressesOf } from '@shop/domain/shop';
import { formatDate } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { OrderedItem } from '../../lib/ordered-item.ts';
import { BUTTON } from '../../ui/button.ts';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

/** What was just bought, and what the buyer's order number names. */
export type Bought = { order: Order; item: OrderedItem | undefined };

/** Under the good news of a purchase: what was bought, where it goes, by when, and what comes next. */
export function BoughtOrder({ order, item }: Bought) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id, chosenOptionTitle: option } = order;
  const day = formatDate(locale, order.promisedBy);
  const pickupPoint = addressesOf(order.shippingAddress)?.pickupPoint ?? order.shippingAddress;
  const isOnItsWay = order.status === 'waiting' && order.cancelledDate === null;
  return (
    <section className="mt-4 grid gap-x-8 gap-y-5 rounded-card bg-surface p-6 shadow-card sm:grid-cols-[9rem_1fr] sm:p-7">
      <div className="w-28 self-start overflow-hidden rounded-control bg-ground-deep sm:w-36">
        <Picture
          url={item?.pictureUrl ?? DEFAULT_ITEM_PICTURE}
          alt=""
          sizes="9rem"
          priority="high"
          className="aspect-square w-full object-cover"
        />
      </div>
      <div>
        <h2 className="font-display text-title-m font-bold">
          <Trans>Order no. {id}</Trans>
        </h2>
        <dl className="mt-4 grid gap-x-8 gap-y-4 text-small sm:grid-cols-3">
          <Fact name={<Trans>Item</Trans>}>
            {order.item.title[locale]}
            {option !== null && order.item.optionTitle !== null && (
              <span className="block text-ink-soft">{option[locale]}</span>
            )}
          </Fact>
          <Fact name={<Trans>Pickup point</Trans>}>{pickupPoint.split('\n').join(', ')}</Fact>
          {isOnItsWay && (
            <Fact name={<Trans>Delivery</Trans>}>
              <Trans>By {day} at the latest</Trans>
            </Fact>
          )}
        </dl>
        <p className="mt-5 max-w-text text-pretty text-ink-soft">
          <Trans>
            A confirmation is on its way by e-mail, another message when the parcel leaves. Follow
            it in your profile.
          </Trans>
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/profile/orders/$id" params={{ id: String(id) }} className={BUTTON.secondary}>
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

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
