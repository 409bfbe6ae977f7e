import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { displayedCents, firstOptionIndex, priceCentsOf } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import {
  ClientOnly,
  Link,
  useLocation,
  useNavigate,
  useRouteContext,
} from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { api } from '../../lib/data.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { ArticleHtml } from '../../ui/article-html.tsx';
import { BUTTON } from '../../ui/button.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { StockNote } from '../../ui/stock-note.tsx';
import { ItemGallery } from './item-gallery.tsx';
import { OptionChoice } from './option-choice.tsx';

// The form, its rules and the card come when somebody buys, not with the page.
const Purchase = lazy(() => import('./purchase.tsx'));

/** One item, at its own address; `isBuying` shows the purchase form. */
export function ItemPage({ id, isBuying }: { id: number; isBuying: boolean }) {
  const items = api.shop.items.useQuery();
  const item = items.data?.find((candidate) => candidate.id === id);
  return (
    <div className="mx-auto max-w-page px-gutter py-8">
      <Link to="/shop" className={BUTTON.quiet}>
        <ArrowLeft aria-hidden="true" className="size-5" />
        <Trans>All items</Trans>
      </Link>
      <div className="mt-6">
        {items.isPending && <LoadingIndicator />}
        {items.isError && <CodeAlert kind="error" code="error_message" />}
        {item && <ItemDetails key={item.id} item={item} isBuying={isBuying} />}
      </div>
    </div>
  );
}

function ItemDetails({ item, isBuying }: { item: Item; isBuying: boolean }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [optionIndex, chooseOption] = useState(() => firstOptionIndex(item.options));
  return (
    <article className="grid gap-x-14 gap-y-8 menu:grid-cols-[7fr_5fr]">
      <ItemGallery item={item} />
      <div>
        <h1 className="font-display text-title-l font-bold text-balance">{item.title[locale]}</h1>
        <p className="mt-4 flex flex-wrap items-center gap-4">
          <span className="font-display text-title-m font-bold tabular-nums">
            {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
          </span>
          <StockNote remainingStock={item.remainingStock} />
        </p>
        <OptionChoice item={item} chosen={optionIndex} onChoose={chooseOption} />
        {!isBuying && <BuyButton item={item} />}
      </div>
      {isBuying && item.remainingStock > 0 && (
        <div className="menu:col-span-2">
          <ClientOnly fallback={<LoadingIndicator />}>
            <Suspense fallback={<LoadingIndicator />}>
              <Purchase item={item} optionIndex={optionIndex} />
            </Suspense>
          </ClientOnly>
        </div>
      )}
      <div className="menu:col-span-2">
        <h2 className="mb-5 font-display text-title-m font-bold">
          <Trans>Description</Trans>
        </h2>
        <ArticleHtml html={item.description[locale]} />
      </div>
    </article>
  );
}

/** Reveals the form, or leads to log-in and back to it; says so where there is nothing to buy. */
function BuyButton({ item }: { item: Item }) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const location = useLocation();

  if (item.remainingStock === 0) {
    return (
      <p className="mt-8 rounded-control bg-ground-deep px-5 py-4 font-semibold">
        <Trans>This item is out of stock</Trans>
      </p>
    );
  }
  const buy = () => {
    const params = { id: String(item.id) };
    if (isSignedIn(viewer)) {
      return navigate({ to: '/shop/item/$id', params, search: { buy: true }, resetScroll: false });
    }
    return navigate({ to: '/log-in', search: { redirect: `${location.publicHref}?buy=true` } });
  };
  return (
    <button type="button" className={`mt-8 w-full ${BUTTON.primary}`} onClick={() => void buy()}>
      <Trans>Buy this item</Trans>
    </button>
  );
}
