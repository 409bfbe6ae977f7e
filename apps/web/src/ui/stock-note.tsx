import { stockLabelOf } from '@agres/domain/stock';
import { Plural, Trans } from '@lingui/react/macro';

/** Sold out, only a few left, or nothing (docs/spec-coverage.md, section 4). */
export function StockNote({ remainingStock }: { remainingStock: number }) {
  const label = stockLabelOf(remainingStock);
  switch (label.kind) {
    case 'sold_out':
      return (
        <span className="rounded-pill bg-error-ground px-3 py-1 text-caption font-semibold phone:whitespace-nowrap text-error">
          <Trans>Out of stock</Trans>
        </span>
      );
    case 'low':
      return (
        <span className="rounded-pill bg-warning-ground px-3 py-1 text-caption font-semibold phone:whitespace-nowrap text-warning">
          <Plural value={label.count} one="Only # left in stock!" other="Only # left in stock!" />
        </span>
      );
    case 'none':
      return null;
  }
}
