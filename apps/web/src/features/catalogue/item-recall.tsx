import { pictureOfOption } from '@agres/domain/item-options';
import type { ReactNode } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';
import { ItemPrice } from './item-price.tsx';

type ItemRecallProps = { item: ShownItem; optionIndex: number; children: ReactNode };

/** The item beside the purchase form. `children` is the choice of options. */
export function ItemSummary({ item, optionIndex, children }: ItemRecallProps) {
  return (
    <div className="flex flex-col gap-4 lg:sticky lg:top-28">
      <div className="flex items-center gap-4 lg:flex-col lg:items-stretch">
        <Picture
          url={item.images[pictureOfOption(item, optionIndex)]?.url ?? DEFAULT_ITEM_PICTURE}
          alt=""
          sizes="(min-width: 64rem) 24rem, 5rem"
          priority="high"
          className="aspect-square w-20 shrink-0 rounded-card bg-ground-deep object-cover lg:aspect-4/3 lg:w-full"
        />
        <div>
          <h1 className="font-display text-title-m font-bold">{item.title}</h1>
          <ItemPrice item={item} className="mt-2 text-title-s" />
        </div>
      </div>
      {children}
    </div>
  );
}
