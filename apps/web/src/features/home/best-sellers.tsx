import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { ShownCard } from '../../lib/shown.ts';
import { ItemCard } from '../../ui/item-card.tsx';

export function BestSellers({ items }: { items: ShownCard[] }) {
  if (items.length === 0) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-panel bg-ground p-6 sm:p-10">
        <div>
          <BestSellersHeading />
          <p className="mt-2 text-ink-soft">
            <Trans>No items for sale yet.</Trans>
          </p>
        </div>
        <ShopLink />
      </div>
    );
  }
  return (
    <div className="grid gap-y-10 lg:grid-cols-[1fr_auto]">
      <BestSellersHeading />
      <ul className="col-span-full grid grid-cols-1 gap-x-4 gap-y-10 phone:grid-cols-2 sm:gap-x-6 lg:grid-cols-4">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard item={item} heading="h3" sizes="(min-width: 64rem) 18rem, 45vw" />
          </li>
        ))}
      </ul>
      <ShopLink />
    </div>
  );
}

const ShopLink = () => (
  <Link to="/shop" className={`lg:col-start-2 lg:row-start-1 ${BUTTON.secondary}`}>
    <Trans>Visit the shop</Trans>
  </Link>
);

export function BestSellersHeading() {
  return (
    <h2 className="font-display text-title-l font-bold">
      <Trans>Best sellers</Trans>
    </h2>
  );
}
