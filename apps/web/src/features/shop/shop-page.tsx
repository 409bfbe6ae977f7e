import { Trans } from '@lingui/react/macro';
import type { SuccessCode } from '@shop/domain/errors';
import type { Item } from '@shop/domain/shapes';
import { Link } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { FlashMessage } from '../../ui/flash-message.tsx';
import { ItemCard } from '../../ui/item-card.tsx';

/** Cards above the fold of most screens: their pictures are fetched at once. */
const FIRST_SCREEN = 3;

type ShopPageProps = {
  /** Null while the data is away. */
  items: Item[] | null;
  /** Good news of the page before. */
  flash: SuccessCode | undefined;
};

/** The list of items. */
export function ShopPage({ items, flash }: ShopPageProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <FlashMessage code={flash} className="mb-8">
        {flash === 'purchase_validated' && (
          <Link to="/profile" className={`mt-2 ${BUTTON.quiet}`}>
            <Trans>See my orders</Trans>
          </Link>
        )}
      </FlashMessage>
      <h1 className="font-display text-title-l font-bold">
        <Trans>The shop</Trans>
      </h1>
      <p className="mt-3 max-w-text text-lead text-pretty text-ink-soft">
        <Trans>
          Equipment we train with ourselves, delivered to a pickup point. Delivery is free in
          France.
        </Trans>
      </p>
      <div className="mt-10">{items === null ? <DataError /> : <ItemList items={items} />}</div>
    </div>
  );
}

function ItemList({ items }: { items: Item[] }) {
  if (items.length === 0) {
    return (
      <p className="text-lead text-ink-soft">
        <Trans>Equipment in the making...</Trans>
      </p>
    );
  }
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            heading="h2"
            sizes="(min-width: 75rem) 22rem, (min-width: 40rem) 45vw, 90vw"
            {...(index < FIRST_SCREEN && { priority: 'high' })}
          />
        </li>
      ))}
    </ul>
  );
}
