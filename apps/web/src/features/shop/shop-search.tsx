import { ITEM_SORTS, MAX_SEARCH_LENGTH, type ItemSort } from '@agres/domain/item-list';
import { pathOf } from '@agres/domain/paths';
import type { ItemUse } from '@agres/domain/shape-values';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Search } from 'lucide';
import type { ReactNode } from 'react';

import type { ShownSearch } from '../../lib/shown.ts';

const USES: Record<ItemUse, MessageDescriptor> = {
  strength: msg`Strength`,
  balance: msg`Balance`,
  mobility: msg`Mobility`,
  juggling: msg`Juggling`,
  endurance: msg`Endurance`,
};

const SORTS: Record<ItemSort, MessageDescriptor> = {
  price: msg`Lowest price`,
  newest: msg`Newest`,
};

export type ShopQuery = {
  use?: ItemUse | undefined;
  sort?: ItemSort | undefined;
  q?: string | number | undefined;
};

type ShopSearchProps = ShopQuery & { search: ShownSearch };

/** A form and links, which work without scripts. */
export function ShopSearch({ use, sort, q, search }: ShopSearchProps) {
  const { uses, found } = search;
  const { t, i18n } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <div className="mt-6 grid grid-cols-1 items-center gap-4 lg:flex lg:flex-wrap">
      <search className="max-w-form flex-1">
        <form action={pathOf('shop', locale)} className="flex gap-3">
          {use !== undefined && <input type="hidden" name="use" value={use} />}
          {sort !== undefined && <input type="hidden" name="sort" value={sort} />}
          <input
            // Remounts the field if the search in the URL changes, so that it shows the new text.
            key={q}
            type="search"
            name="q"
            aria-label={t`Search the shop`}
            placeholder={t`Search the shop`}
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            enterKeyHint="search"
            // Otherwise, browsers restore the previous search on back navigation.
            autoComplete="off"
            className="min-h-12 w-full rounded-control border border-control-line bg-surface px-4"
          />
          <button
            type="submit"
            className="grid size-12 shrink-0 place-items-center rounded-pill border border-control-line hover:bg-ground-deep"
          >
            <Icon of={Search} className="size-5" />
            <span className="sr-only">
              <Trans>Search</Trans>
            </span>
          </button>
        </form>
      </search>
      <nav aria-label={t`Filter by use`}>
        <ul className="pills flex gap-2 overflow-x-auto [scrollbar-width:none]">
          <ListLink to={{ sort, q }} isShown={use === undefined} className={PILL}>
            <Trans>All</Trans>
          </ListLink>
          {uses.map((other) => (
            <ListLink
              key={other}
              to={{ use: other, sort, q }}
              isShown={use === other}
              className={PILL}
            >
              {i18n._(USES[other])}
            </ListLink>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-caption menu:text-small lg:basis-full">
        <p aria-live="polite" className="text-ink-soft">
          {found === 0 ? null : q === undefined ? (
            <Plural value={found} one="# item" other="# items" />
          ) : (
            <>
              <Plural value={found} one={`# result for “${q}”`} other={`# results for “${q}”`} />{' '}
              <Link to="/shop" search={{ use, sort }} className={BUTTON.quiet}>
                <Trans>Clear the search</Trans>
              </Link>
            </>
          )}
        </p>
        <nav aria-label={t`Sort by`} hidden={found < 2}>
          <ul className="flex flex-wrap gap-x-4">
            <ListLink to={{ use, q }} isShown={sort === undefined} className={SORT}>
              <Trans>Featured</Trans>
            </ListLink>
            {ITEM_SORTS.map((other) => (
              <ListLink
                key={other}
                to={{ use, sort: other, q }}
                isShown={sort === other}
                className={SORT}
              >
                {i18n._(SORTS[other])}
              </ListLink>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

const PILL =
  'whitespace-nowrap rounded-pill border border-control-line px-4 text-small hover:bg-ground-deep aria-[current=page]:border-secondary aria-[current=page]:bg-secondary-soft';
const SORT =
  'whitespace-nowrap decoration-accent decoration-2 underline-offset-8 hover:underline aria-[current=page]:underline';

type ListLinkProps = {
  to: ShopQuery;
  isShown: boolean;
  className: string;
  children: ReactNode;
};

function ListLink({ to, isShown, className, children }: ListLinkProps) {
  return (
    <li>
      <Link
        to="/shop"
        search={to}
        resetScroll={false}
        // Exact, so that the router does not mark a link with fewer parameters than the URL, such as “All”.
        // `isShown` marks the right links, also on later pages of the list.
        activeOptions={{ exact: true }}
        aria-current={isShown ? 'page' : undefined}
        className={`flex min-h-touch items-center font-medium ${className}`}
      >
        {children}
      </Link>
    </li>
  );
}

type NothingFoundProps = Pick<ShopQuery, 'q'> & {
  children: ReactNode;
};

export function NothingFound({ q, children }: NothingFoundProps) {
  return (
    <div>
      <p className="text-lead font-medium wrap-anywhere">
        {q === undefined ? <Trans>Nothing here yet.</Trans> : <Trans>No results for “{q}”.</Trans>}
      </p>
      <p className="mt-2 mb-6 text-ink-soft">
        {q === undefined ? (
          <Trans>Pick one of these:</Trans>
        ) : (
          <Trans>Try a shorter word, or pick one of these:</Trans>
        )}
      </p>
      {children}
      <Link to="/shop" search={{}} className={`mt-10 ${BUTTON.secondary}`}>
        <Trans>All items</Trans>
      </Link>
    </div>
  );
}

type ShopPartsProps = ShopQuery & { search: ShownSearch };

/** Null if there is only one page. */
export function Pagination({ search: { part, parts }, ...query }: ShopPartsProps) {
  const { t } = useLingui();
  if (parts === 1) return null;
  const at = (other: number) => ({ ...query, part: other === 1 ? undefined : other });
  return (
    <nav aria-label={t`Pages`} className="mt-12 flex flex-wrap items-center gap-4">
      {part > 1 && (
        <Link to="/shop" search={at(part - 1)} rel="prev" className={BUTTON.secondary}>
          <Trans>Previous page</Trans>
        </Link>
      )}
      <p className="text-small tabular-nums">
        <Trans>
          Page {part} of {parts}
        </Trans>
      </p>
      {part < parts && (
        <Link to="/shop" search={at(part + 1)} rel="next" className={BUTTON.secondary}>
          <Trans>Next page</Trans>
        </Link>
      )}
    </nav>
  );
}
