import { pathOf } from '@agres/domain/paths';
import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import type { ShownCard, ShownItem } from '../../lib/shown.ts';
import { ArticleHtml } from '../../ui/article-html.tsx';
import { ItemRow } from '../../ui/item-card.tsx';
import { AverageStars } from '../../ui/stars.tsx';
import { PauseNote, type Pause } from '../checkout/sales-pause.tsx';
import { BackInStock, type StockRequestPart } from './back-in-stock.tsx';
import { ItemGallery } from './item-gallery.tsx';
import { ItemPrice } from './item-price.tsx';
import { ItemReviews, REVIEWS_ID } from './item-reviews.tsx';
import { BUY_FORM, type ShownOption } from './option-choice.tsx';
import { MakerFacts, Warnings } from './product-facts.tsx';
import { PaymentAndReturns, PurchaseTerms } from './purchase-terms.tsx';

type ItemDetailsProps = {
  item: ShownItem;
  pause: Pause;
  option: ShownOption;
  StockRequest: StockRequestPart;
  children: ReactNode;
};

/** `children` is the choice of options, shown if the item is in stock. */
export function ItemDetails({ item, pause, option, StockRequest, children }: ItemDetailsProps) {
  const [waited, setWaited] = useState(option.soldOut ?? 0);
  const isSoldOut = item.remainingStock === 0;
  return (
    <>
      <article className="item-columns grid items-start *:min-w-0 gap-x-12 gap-y-4">
        <ItemGallery item={item} optionIndex={isSoldOut ? waited : option.index} />
        <div className="buy-box flex flex-col gap-3 menu:gap-6">
          <div>
            <h1 className="font-display text-title-l font-bold menu:text-title-m">{item.title}</h1>
            {/* On a phone, all options fit on the first screen. */}
            <p className="hidden py-1 text-small text-ink-soft menu:block">{item.lead}</p>
            <div className="flex flex-wrap items-center gap-x-4 menu:mt-2">
              <ItemPrice item={item} className="text-title-m" />
              {item.rating && (
                <a
                  href={`#${REVIEWS_ID}`}
                  className="-my-2 inline-flex min-h-touch items-center text-small underline underline-offset-4"
                >
                  {item.rating.isDemonstration ? (
                    <Trans>Reviews</Trans>
                  ) : (
                    <AverageStars rating={item.rating} />
                  )}
                </a>
              )}
            </div>
          </div>
          {isSoldOut ? (
            <p className="self-start rounded-pill bg-error-ground px-3 py-1 text-small font-semibold text-error">
              <Trans>This item is out of stock</Trans>
            </p>
          ) : (
            <>
              {children}
              {pause === null ? (
                <Buy item={item} optionIndex={option.index} />
              ) : (
                <PauseNote pause={pause} />
              )}
            </>
          )}
          <BackInStock item={item} waited={waited} onWait={setWaited} StockRequest={StockRequest} />
          <FittingProgrammes item={item} />
          <PurchaseTerms item={item} isPaused={pause !== null} />
        </div>
        <div className="band mt-6 flex flex-col gap-12 self-stretch bg-ground-deep py-12">
          <section className="flex flex-col gap-5">
            <h2 className="font-display text-title-s font-bold">
              <Trans>Description</Trans>
            </h2>
            <ArticleHtml html={item.description} />
            <Warnings item={item} />
          </section>
          <section className="flex flex-col gap-5">
            <PaymentAndReturns />
            <MakerFacts item={item} />
          </section>
        </div>
      </article>
      <ItemReviews item={item} />
      <RelatedItems items={item.related} />
    </>
  );
}

function FittingProgrammes({ item: { programmes } }: { item: ShownItem }) {
  if (programmes.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small">
      <Trans>Good for:</Trans>
      {programmes.map(({ programme, name }) => (
        <Link
          key={programme}
          to="/programmes/$programme"
          params={{ programme }}
          className="inline-flex min-h-touch items-center font-medium underline underline-offset-4 hover:text-accent-strong"
        >
          {name}
        </Link>
      ))}
    </p>
  );
}

/**
 * Opens the purchase form, after log-in if necessary. A form with an `action`, so that it works without scripts.
 * On a phone, the button stays at the bottom of the page, with the price (base.css).
 */
function Buy({ item, optionIndex }: { item: ShownItem; optionIndex: number }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const buy = (event: SubmitEvent) => {
    event.preventDefault();
    void navigate({
      to: '/shop/item/$id',
      params: { id: String(item.id) },
      // Also for the default option: if it sells out during log-in, the buyer sees that another one was
      // selected.
      search: { option: item.options.length > 1 ? optionIndex : undefined, buy: true },
    });
  };
  return (
    <form
      id={BUY_FORM}
      action={pathOf('item', locale, { id: item.id })}
      onSubmit={buy}
      className="buy-bar"
      data-price={formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
    >
      <button type="submit" name="buy" value="true" className={BUTTON.primary}>
        <Trans>Buy this item</Trans>
      </button>
    </form>
  );
}

function RelatedItems({ items }: { items: readonly ShownCard[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-12">
      <h2 id="related" className="font-display text-title-m font-bold">
        <Trans>You may also like</Trans>
      </h2>
      <ItemRow items={items} />
    </section>
  );
}
