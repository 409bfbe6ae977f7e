import { namedOption, pictureOfOption } from '@agres/domain/item-options';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { ClientOnly, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';
import { useState, type ReactNode } from 'react';

import type { Part } from '../../lib/part.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';
import type { Pause } from '../checkout/sales-pause.tsx';
import type { StockRequestPart } from './back-in-stock.tsx';
import { ItemDetails } from './item-details.tsx';
import { ItemPrice } from './item-price.tsx';
import { OptionChoice } from './option-choice.tsx';

type ItemPageProps = {
  /** Null if the data could not be loaded. */
  item: ShownItem | null;
} & Shown;

type Shown = {
  pause: Pause;
  isBuying: boolean;
  /** The option in the URL, not validated. */
  namedOption: unknown;
  onChooseOption: (index: number) => void;
  StockRequest: StockRequestPart;
  /** The form and the total. On wide screens, the total is in the element `besideForm`, beside the item. */
  Buying: Part<{
    item: ShownItem;
    pause: Pause;
    optionIndex: number;
    besideForm: HTMLElement | null;
  }>;
};

export function ItemPage({ item, ...shown }: ItemPageProps) {
  // On a phone, the pictures span the width of the screen, and the back link is on top of them.
  const isOnPicture = item !== null && !shown.isBuying;
  return (
    <div
      className={`relative mx-auto max-w-page px-gutter pb-section ${isOnPicture ? 'menu:pt-6' : 'pt-6'}`}
    >
      <Link to="/shop" className={`${BUTTON.quiet} ${isOnPicture ? 'on-picture' : ''}`}>
        <Icon of={ArrowLeft} className="size-5" />
        <Trans>All items</Trans>
      </Link>
      <div className={isOnPicture ? 'menu:mt-4' : 'mt-4'}>
        {item === null ? (
          <DataError isWholePage />
        ) : (
          <OpenItem key={item.id} item={item} {...shown} />
        )}
      </div>
    </div>
  );
}

function OpenItem({
  item,
  pause,
  isBuying,
  onChooseOption,
  StockRequest,
  Buying,
  ...address
}: { item: ShownItem } & Shown) {
  const option = useOption(item, address.namedOption);
  const [besideForm, setBesideForm] = useState<HTMLElement | null>(null);
  // A buyer who is filling in the form keeps it if the item sells out; the form reports that.
  const [wasInStock] = useState(item.remainingStock > 0);
  const isForm = isBuying && wasInStock;
  const options = <OptionChoice item={item} option={option} onChoose={onChooseOption} />;
  const shown = { item, optionIndex: option.index };
  if (!isForm)
    return (
      <ItemDetails item={item} pause={pause} option={option} StockRequest={StockRequest}>
        {options}
      </ItemDetails>
    );
  return (
    <article className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[4fr_8fr] lg:gap-12">
      <ItemSummary {...shown}>
        {options}
        <div ref={setBesideForm} className="hidden lg:block" />
      </ItemSummary>
      <ClientOnly fallback={<LoadingIndicator />}>
        <Buying {...shown} pause={pause} besideForm={besideForm} />
      </ClientOnly>
    </article>
  );
}

/** Returns the option in the URL. It stays selected if it sells out while the page is open. */
function useOption(item: ShownItem, named: unknown) {
  const [last, setLast] = useState(() => ({ named, option: namedOption(item.options, named) }));
  if (last.named === named) return last.option;
  const option = namedOption(item.options, named);
  setLast({ named, option });
  return option;
}

type ItemRecallProps = { item: ShownItem; optionIndex: number; children: ReactNode };

/** The item beside the purchase form. `children` is the choice of options. */
function ItemSummary({ item, optionIndex, children }: ItemRecallProps) {
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
