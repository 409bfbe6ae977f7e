import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

import type { ShownItem } from '../../lib/shown.ts';
import { StockNote } from '../../ui/stock-note.tsx';

/**
 * The price and the remaining stock, which is omitted if the item is sold out or if it has several options,
 * which show their own. `className` sets the font size of the price.
 */
export function ItemPrice({ item, className }: { item: ShownItem; className: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className={`font-display font-bold tabular-nums ${className}`}>
        {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
      </span>
      {item.options.length < 2 && item.remainingStock > 0 && (
        <StockNote remainingStock={item.remainingStock} />
      )}
    </p>
  );
}
