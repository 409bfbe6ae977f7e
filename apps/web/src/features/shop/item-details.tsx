import type { Item } from '@shop/domain/shapes';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ArticleHtml } from '../../ui/article-html.tsx';
import { BuyButton } from './buy-button.tsx';
import { ItemGallery } from './item-gallery.tsx';
import { ItemPrice } from './item-price.tsx';
import { PurchaseTerms } from './purchase-terms.tsx';

/** Everything about an item, with the way to buy it; `children` is the choice of its options. */
export function ItemDetails({ item, children }: { item: Item; children: ReactNode }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="grid items-start gap-x-12 gap-y-8 menu:grid-cols-[7fr_5fr] lg:gap-x-16">
      <ItemGallery item={item} />
      <div className="flex flex-col gap-7">
        <div>
          <h1 className="font-display text-title-l font-bold text-balance">{item.title[locale]}</h1>
          <ItemPrice item={item} className="mt-4" />
        </div>
        {children}
        <BuyButton item={item} />
        <PurchaseTerms />
        <div className="border-t border-line pt-7">
          <ArticleHtml html={item.description[locale]} />
        </div>
      </div>
    </article>
  );
}
