import { Trans } from '@lingui/react/macro';
import { displayedCents, priceCentsOf } from '@shop/domain/prices';
import { formatPrice } from '@shop/i18n/formats';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { ArticleHtml } from '../../ui/article-html.tsx';
import { BUTTON } from '../../ui/button.ts';
import { BackInStock, type StockRequestPart } from './back-in-stock.tsx';
import { ItemGallery } from './item-gallery.tsx';
import { ItemPrice } from './item-price.tsx';
import type { ShownOption } from './option-choice.tsx';
import { ProductFacts } from './product-facts.tsx';
import { PurchaseTerms } from './purchase-terms.tsx';
import { RelatedItems } from './related-items.tsx';

type ItemDetailsProps = {
  item: ShownItem;
  option: ShownOption;
  StockRequest: StockRequestPart;
  children: ReactNode;
};

/** Everything about an item, with the way to buy it; `children` is the choice of its options. */
export function ItemDetails({ item, option, StockRequest, children }: ItemDetailsProps) {
  return (
    <>
      <article className="grid items-start gap-x-12 gap-y-8 menu:grid-cols-[7fr_5fr] lg:gap-x-16">
        <ItemGallery item={item} optionIndex={option.index} />
        <div className="flex flex-col gap-7">
          <div>
            <h1 className="font-display text-title-l font-bold text-balance">{item.title}</h1>
            <ItemPrice item={item} className="mt-4" />
          </div>
          {children}
          <div className="flex flex-col gap-4">
            <Buy item={item} optionIndex={option.index} />
            <BackInStock item={item} asked={option.soldOut} StockRequest={StockRequest} />
          </div>
          <PurchaseTerms />
          <div className="border-t border-line pt-7">
            <ArticleHtml html={item.description} />
          </div>
          <ProductFacts item={item} />
        </div>
      </article>
      <RelatedItems items={item.related} />
    </>
  );
}

/**
 * Reveals the purchase form, by way of log-in where needed; says so where nothing is left to buy. On a
 * phone the button stays at the foot of the page, with the price (base.css).
 */
function Buy({ item, optionIndex }: { item: ShownItem; optionIndex: number }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();

  if (item.remainingStock === 0) {
    return (
      <p className="rounded-control bg-error-ground px-5 py-4 font-semibold text-error">
        <Trans>This item is out of stock</Trans>
      </p>
    );
  }
  const buy = () =>
    navigate({
      to: '/shop/item/$id',
      params: { id: String(item.id) },
      // Named, also where it was chosen by itself: whoever logs in first learns that it was sold meanwhile.
      search: { option: item.options.length > 1 ? optionIndex : undefined, buy: true },
    });
  const latest = <strong>{item.latestDelivery}</strong>;
  return (
    <>
      <p className="text-small">
        <Trans>Ordered today, delivered in France by {latest} at the latest.</Trans>
      </p>
      <div
        className="buy-bar"
        data-price={formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
      >
        <button type="button" className={BUTTON.primary} onClick={() => void buy()}>
          <Trans>Buy this item</Trans>
        </button>
      </div>
    </>
  );
}
