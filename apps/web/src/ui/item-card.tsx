import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { ShownCard } from '../lib/shown.ts';
import { DEFAULT_ITEM_PICTURE, Picture, MissingPictureNote } from './picture.tsx';
import { AverageStars } from './stars.tsx';
import { StockNote } from './stock-note.tsx';

type ItemCardProps = {
  item: ShownCard;
  heading: 'h2' | 'h3';
  sizes: string;
  priority?: 'high';
  showsOptions?: boolean;
};

/** Shows an item's picture, title, price and stock. A click anywhere opens the item. */
export function ItemCard({
  item,
  heading: Heading,
  sizes,
  priority,
  showsOptions = false,
}: ItemCardProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-card bg-ground-deep">
        <Picture
          url={item.pictureUrl ?? DEFAULT_ITEM_PICTURE}
          alt=""
          sizes={sizes}
          className={`aspect-square w-full object-cover transition-transform duration-300 group-hover:scale-[1.03] ${item.remainingStock === 0 ? 'opacity-60' : ''}`}
          {...(priority && { priority })}
        />
        {item.pictureUrl === null && <MissingPictureNote />}
        <div className="absolute top-2 left-2 flex">
          <StockNote remainingStock={item.remainingStock} />
        </div>
      </div>
      <Heading className="mt-4 font-display text-title-s font-bold">
        <Link to="/shop/item/$id" params={{ id: String(item.id) }} className="card-link">
          {item.title}
        </Link>
      </Heading>
      <p className="mt-2 font-semibold tabular-nums">
        {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
      </p>
      {item.rating?.isDemonstration === false && (
        <p className="mt-1">
          <AverageStars rating={item.rating} />
        </p>
      )}
      {showsOptions && item.options !== null && item.remainingStock > 0 && (
        <p className="mt-1 text-small text-ink-soft">{item.options}</p>
      )}
    </article>
  );
}

export function ItemRow({ items }: { items: readonly ShownCard[] }) {
  return (
    <ul className="card-row mt-8 flex gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <ItemCard item={item} heading="h3" sizes="(min-width: 46.875rem) 22rem, 60vw" />
        </li>
      ))}
    </ul>
  );
}
