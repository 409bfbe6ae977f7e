import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { firstOptionIndex } from '@shop/domain/shop';
import { ClientOnly, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { ItemDetails } from './item-details.tsx';
import { ItemRecall } from './item-recall.tsx';
import { OptionChoice } from './option-choice.tsx';

// The form, its rules and the card come when somebody buys, not with the page.
const Buying = lazy(async () => ({ default: (await import('./buying.tsx')).Buying }));

type ItemPageProps = {
  /** Null while the data is away. */
  item: Item | null;
  /** Whether the purchase form is shown. */
  isBuying: boolean;
};

/** One item, at its own address. */
export function ItemPage({ item, isBuying }: ItemPageProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-6 pb-section">
      <Link to="/shop" className={BUTTON.quiet}>
        <ArrowLeft aria-hidden="true" className="size-5" />
        <Trans>All items</Trans>
      </Link>
      <div className="mt-4">
        {item === null ? <DataError /> : <OpenItem key={item.id} item={item} isBuying={isBuying} />}
      </div>
    </div>
  );
}

function OpenItem({ item, isBuying }: { item: Item; isBuying: boolean }) {
  const [optionIndex, chooseOption] = useState(() => firstOptionIndex(item.options));
  // Whoever is filling in the form keeps it, and learns from it that others were faster.
  const [wasInStock] = useState(item.remainingStock > 0);
  const options = <OptionChoice item={item} chosen={optionIndex} onChoose={chooseOption} />;
  if (!isBuying || !wasInStock) return <ItemDetails item={item}>{options}</ItemDetails>;
  return (
    <article className="grid items-start gap-8 lg:grid-cols-[4fr_8fr] lg:gap-12">
      <ItemRecall item={item}>{options}</ItemRecall>
      <ClientOnly fallback={<LoadingIndicator />}>
        <Suspense fallback={<LoadingIndicator />}>
          <Buying item={item} optionIndex={optionIndex} />
        </Suspense>
      </ClientOnly>
    </article>
  );
}
