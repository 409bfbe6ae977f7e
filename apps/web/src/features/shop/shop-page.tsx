import { Trans } from '@lingui/react/macro';
import { DELIVERY_FEES_CENTS } from '@shop/domain/delivery';
import type { SuccessCode } from '@shop/domain/errors';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ShownCard, ShownShop } from '../../lib/shown.ts';
import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { FlashMessage } from '../../ui/flash-message.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { NothingFound, ShopParts, ShopSearch, type ShopQuery } from './shop-search.tsx';

/** Cards above the fold of most screens: their pictures are fetched at once. */
const FIRST_SCREEN = 3;

type ShopPageProps = {
  /** Null while the data is away. */
  shown: ShownShop | null;
  /** What of it is asked for. */
  query: ShopQuery;
  /** Good news of the page before. */
  flash: SuccessCode | undefined;
  /** The purchase that the good news is of, for its buyer alone. */
  bought: ReactNode;
};

/** The list of items. */
export function ShopPage({ shown, query, flash, bought }: ShopPageProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const europe = formatPrice(locale, DELIVERY_FEES_CENTS[1]);
  const elsewhere = formatPrice(locale, DELIVERY_FEES_CENTS[2]);
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <FlashMessage code={flash} className="mb-12">
        {bought}
        {flash === 'purchase_validated' && bought === null && (
          <Link to="/profile" className={`mt-2 ${BUTTON.quiet}`}>
            <Trans>See my orders</Trans>
          </Link>
        )}
      </FlashMessage>
      <div className="grid items-end gap-x-12 gap-y-3 menu:grid-cols-[8fr_4fr]">
        <div>
          <h1 className="font-display text-title-l font-bold">
            <Trans>The shop</Trans>
          </h1>
          <p className="mt-3 text-lead text-pretty text-ink-soft">
            <Trans>Equipment we train with ourselves, delivered to a pickup point.</Trans>
          </p>
        </div>
        <p className="text-small text-pretty">
          <Trans>
            Delivery is free in France, {europe} in Europe and {elsewhere} elsewhere.
          </Trans>
        </p>
      </div>
      {shown?.search && <ShopSearch {...query} search={shown.search} />}
      <div className="mt-8">
        {shown === null ? <DataError /> : <ItemList items={shown.items} query={query} />}
      </div>
      {shown?.search && <ShopParts {...query} search={shown.search} />}
    </div>
  );
}

function ItemList({ items, query: { q, use } }: { items: ShownCard[]; query: ShopQuery }) {
  if (items.length === 0) {
    if (q !== undefined || use !== undefined) return <NothingFound q={q} />;
    return (
      <>
        <p className="text-lead text-ink-soft">
          <Trans>Equipment in the making...</Trans>
        </p>
        <Link to="/blog" className={`mt-6 ${BUTTON.secondary}`}>
          <Trans>Read the blog</Trans>
        </Link>
      </>
    );
  }
  // In pairs an odd one comes first and large; in threes one that would stand alone makes it fours.
  const isOdd = items.length % 2 === 1;
  const pairs = isOdd ? 'phone:max-lg:*:first:col-span-2' : '';
  const rows = items.length % 3 === 1 ? 'lg:grid-cols-4' : 'lg:grid-cols-3';
  return (
    <ul
      className={`grid gap-x-4 gap-y-10 sm:gap-x-6 sm:gap-y-12 phone:grid-cols-2 ${pairs} ${rows}`}
    >
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            heading="h2"
            showsOptions
            sizes={`(min-width: 75rem) 22rem, ${isOdd && index === 0 ? '(max-width: 64rem) 92vw, ' : ''}45vw`}
            {...(index < FIRST_SCREEN && { priority: 'high' })}
          />
        </li>
      ))}
    </ul>
  );
}
