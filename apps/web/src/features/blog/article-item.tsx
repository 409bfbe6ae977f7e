import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { ShownCard } from '../../lib/shown.ts';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';
import { StockNote } from '../../ui/stock-note.tsx';

export function ArticleItem({ item }: { item: ShownCard }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <aside className="grid items-center gap-x-8 overflow-hidden rounded-panel bg-ground-deep sm:grid-cols-[2fr_3fr]">
      <Picture
        url={item.pictureUrl ?? DEFAULT_ITEM_PICTURE}
        alt=""
        sizes="(min-width: 46.875rem) 17rem, 92vw"
        className="aspect-4/3 size-full object-cover sm:aspect-square"
      />
      <div className="p-7 sm:pl-0">
        <p className="text-small font-semibold text-ink-soft">
          <Trans>Useful equipment</Trans>
        </p>
        <h2 className="mt-1 font-display text-title-m font-bold">{item.title}</h2>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <span className="font-semibold tabular-nums">
            {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
          </span>
          <StockNote remainingStock={item.remainingStock} />
        </p>
        <Link
          to="/shop/item/$id"
          params={{ id: String(item.id) }}
          className={`mt-5 ${BUTTON.primary}`}
        >
          <Trans context="equipment of an article">See the item</Trans>
        </Link>
      </div>
    </aside>
  );
}
