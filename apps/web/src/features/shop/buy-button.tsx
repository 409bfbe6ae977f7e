import { Trans } from '@lingui/react/macro';
import { pathOf, withQuery } from '@shop/domain/paths';
import type { Item } from '@shop/domain/shapes';
import { useNavigate, useRouteContext } from '@tanstack/react-router';

import { isSignedIn } from '../../lib/viewer.ts';
import { BUTTON } from '../../ui/button.ts';

/** Reveals the purchase form, or leads to log-in and back to it; says so where nothing is left to buy. */
export function BuyButton({ item }: { item: Item }) {
  const { viewer, locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();

  if (item.remainingStock === 0) {
    return (
      <p className="rounded-control bg-error-ground px-5 py-4 font-semibold text-error">
        <Trans>This item is out of stock</Trans>
      </p>
    );
  }
  const id = String(item.id);
  const buy = () => {
    if (isSignedIn(viewer)) {
      return navigate({ to: '/shop/item/$id', params: { id }, search: { buy: true } });
    }
    const formHref = withQuery(pathOf('item', locale, { id }), { buy: 'true' });
    return navigate({ to: '/log-in', search: { redirect: formHref } });
  };
  return (
    <button type="button" className={BUTTON.primary} onClick={() => void buy()}>
      <Trans>Buy this item</Trans>
    </button>
  );
}
