import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

import type { ShownItem } from '../../lib/shown.ts';
import { StockNote } from '../../ui/stock-note.tsx';

/**
 * What an item costs, and what is left of it; where there are options, each says what is left of it, and that
 * nothing is left is said in place of the way to buy it. The class has its size.
 */
export function ItemPrice({ item, className }: { item: ShownItem; className: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <p className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${className}`}>
      <span className="font-display font-bold tabular-nums">
        {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
      </span>
      {item.options.length < 2 && item.remainingStock > 0 && (
        <StockNote remainingStock={item.remainingStock} />
      )}
    </p>
  );
}
