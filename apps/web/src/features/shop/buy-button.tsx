import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { useNavigate } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';

/** Reveals the purchase form, by way of log-in where needed; says so where nothing is left to buy. */
export function BuyButton({ item }: { item: Item }) {
  const navigate = useNavigate();

  if (item.remainingStock === 0) {
    return (
      <p className="rounded-control bg-error-ground px-5 py-4 font-semibold text-error">
        <Trans>This item is out of stock</Trans>
      </p>
    );
  }
  const buy = () =>
    navigate({ to: '/shop/item/$id', params: { id: String(item.id) }, search: { buy: true } });
  return (
    <button type="button" className={BUTTON.primary} onClick={() => void buy()}>
      <Trans>Buy this item</Trans>
    </button>
  );
}
