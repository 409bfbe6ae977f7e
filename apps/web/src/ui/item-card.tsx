import { displayedCents, priceCentsOf } from '@shop/domain/prices';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Fragment } from 'react';

import type { ShownCard } from '../lib/shown.ts';
import { DEFAULT_ITEM_PICTURE, Picture, PictureToCome } from './picture.tsx';
import { StockNote } from './stock-note.tsx';

type ItemCardProps = {
  item: ShownCard;
  /** The level of its title in the page. */
  heading: 'h2' | 'h3';
  /** How wide its picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  priority?: 'high';
  /** Whether it names what there is to choose from. */
  showsOptions?: boolean;
};

/** So many options are named; of more, the first ones. */
const NAMED_OPTIONS = 3;

/** An item among others: picture, title, price, what is left of it; a click anywhere opens it. */
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
          className="aspect-square w-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
          {...(priority && { priority })}
        />
        {item.pictureUrl === null && <PictureToCome />}
      </div>
      <Heading className="mt-4 font-display text-title-s font-bold">
        <Link
          to="/shop/item/$id"
          params={{ id: String(item.id) }}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {item.title}
        </Link>
      </Heading>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <span className="font-semibold tabular-nums">
          {formatPrice(locale, displayedCents(priceCentsOf(item.price)))}
        </span>
        <StockNote remainingStock={item.remainingStock} />
      </p>
      {showsOptions && item.optionTitles.length > 1 && <OptionHint titles={item.optionTitles} />}
    </article>
  );
}

/** “20 cm, 30 cm, 40 cm”, or “Coral, Blue, +2”; broken between the options alone. */
function OptionHint({ titles: all }: { titles: readonly string[] }) {
  const named = all.length > NAMED_OPTIONS ? NAMED_OPTIONS - 1 : NAMED_OPTIONS;
  const titles = all.slice(0, named);
  const more = all.length - titles.length;
  const shown = more > 0 ? [...titles, `+${more}`] : titles;
  return (
    <p className="mt-1 text-small text-ink-soft">
      {shown.map((title, index) => (
        <Fragment key={title}>
          {index > 0 && ' '}
          <span className="inline-block">{shown[index + 1] ? `${title},` : title}</span>
        </Fragment>
      ))}
    </p>
  );
}
