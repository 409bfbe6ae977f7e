import type { Item } from '@shop/domain/shapes';
import { displayedCents, priceCentsOf } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import { DEFAULT_ITEM_PICTURE, Picture } from './picture.tsx';
import { StockNote } from './stock-note.tsx';

type ItemCardProps = {
  item: Item;
  /** The level of its title in the page. */
  heading: 'h2' | 'h3';
  /** How wide its picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  priority?: 'high';
};

/** An item among others: picture, title, price, what is left of it; a click anywhere opens it. */
export function ItemCard({ item, heading: Heading, sizes, priority }: ItemCardProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden rounded-card bg-ground-deep">
        <Picture
          url={item.images[0]?.url ?? DEFAULT_ITEM_PICTURE}
          alt=""
          sizes={sizes}
          className="aspect-square w-full object-cover transition duration-300 group-hover:scale-[1.03]"
          {...(priority && { priority })}
        />
      </div>
      <Heading className="mt-4 font-display text-title-s font-bold text-balance">
        <Link
          to="/shop/item/$id"
          params={{ id: String(item.id) }}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {item.title[locale]}
        </Link>
      </Heading>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <span className="font-semibold tabular-nums">
          {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
        </span>
        <StockNote remainingStock={item.remainingStock} />
      </p>
    </article>
  );
}
