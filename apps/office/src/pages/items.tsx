import { thumbnailOf } from '@agres/domain/item-options';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { Tag } from 'lucide';
import { useState } from 'react';

import { api } from '../lib/api.ts';
import { formatEuros } from '../lib/format.ts';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import {
  CallError,
  countOf,
  DeletedNotice,
  Empty,
  Filters,
  Loading,
  MoveButtons,
  PageHead,
  StockMark,
} from '../ui.tsx';
import { PriceInList } from './price.tsx';
import { isNow, PublishedMark } from './publish.tsx';

export type ListedItem = Awaited<ReturnType<typeof api.items.list.query>>['items'][number];

/** Includes unpublished items. */
export const useItems = () =>
  useQuery({ queryKey: ['items'], queryFn: () => api.items.list.query({}) });

export const bestSellersOf = (items: readonly ListedItem[]): ListedItem[] =>
  items
    .filter(({ bestSellerRank }) => bestSellerRank !== null)
    .toSorted((one, other) => (one.bestSellerRank ?? 0) - (other.bestSellerRank ?? 0));

/** Returns a title in the reader's language, or in the other one if a draft lacks it. */
export function useTitle(): (one: { titleFr: string; titleEn: string }) => string {
  const { i18n } = useLingui();
  return ({ titleFr, titleEn }) => (i18n.locale === 'en' ? titleEn || titleFr : titleFr || titleEn);
}

const MISSING = -1;

/** Moves one id by some places. Returns the ids unchanged if it is unknown. */
export function moveId(ids: readonly number[], id: number, by: number): number[] {
  const from = ids.indexOf(id);
  return from === MISSING ? [...ids] : ids.toSpliced(from, 1).toSpliced(from + by, 0, id);
}

/** All items in the shop's order, or the best sellers in theirs. Either order can be changed. */
export function ItemsPage() {
  const { t, i18n } = useLingui();
  const { best = false } = useSearch({ from: '/items' });
  const change = useChange();
  const title = useTitle();
  const mayWrite = useMay()('items.write');
  const { act, isBusy, done, error } = useAction();
  const list = useItems();
  const all = list.data?.items ?? [];
  const items = best ? bestSellersOf(all) : all;
  const ids = items.map(({ id }) => id);
  const [isOrdering, setIsOrdering] = useState(false);
  const [dragged, setDragged] = useState<ListedItem | null>(null);
  const move = (item: ListedItem, by: number) =>
    act(async () => {
      const name = title(item);
      const order = moveId(ids, item.id, by);
      const place = order.indexOf(item.id) + 1;
      await change(() =>
        best
          ? api.items.setBestSellers.mutate({ items: order })
          : api.items.arrange.mutate({ items: order }),
      );
      await list.refetch();
      return t`${name}: place ${place}`;
    });
  return (
    <>
      <PageHead title={t`Items`}>
        {mayWrite && (
          <Link to="/items/new" className={`${BUTTON.primary} shrink-0`}>
            <Trans>New item</Trans>
          </Link>
        )}
      </PageHead>
      <ItemFilters current={best ? 'best' : 'all'} onChoose={() => setIsOrdering(false)} />
      <div className="mb-4 grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-ink-soft">
            {best ? (
              <Trans>The best sellers of the home page, in their order.</Trans>
            ) : (
              <Trans>In the order of the shop.</Trans>
            )}
          </p>
          {mayWrite && items.length > 1 && (
            <button
              type="button"
              className={BUTTON.quiet}
              aria-pressed={isOrdering}
              onClick={() => setIsOrdering(!isOrdering)}
            >
              {isOrdering ? <Trans>Done</Trans> : <Trans>Reorder</Trans>}
            </button>
          )}
        </div>
        <DeletedNotice />
        <CallError error={list.error ?? error} />
        <output className="sr-only">{done}</output>
      </div>
      {list.isPending && <Loading />}
      {list.data && items.length === 0 && (
        <Empty icon={Tag}>
          {best ? (
            <Trans>No item is a best seller. Open an item to make it one.</Trans>
          ) : (
            <Trans>There is no item yet.</Trans>
          )}
        </Empty>
      )}
      <ol className="grid gap-2">
        {items.map((item, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons move it too
          <li
            key={item.id}
            className={`${ROW} ${dragged?.id === item.id ? 'opacity-60' : ''}`}
            draggable={isOrdering && !isBusy}
            onDragStart={() => setDragged(item)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged.id !== item.id) {
                void move(dragged, index - ids.indexOf(dragged.id));
              }
            }}
          >
            <Thumbnail url={item.picture} />
            <div className="min-w-0 self-center sm:grid sm:grid-cols-[minmax(0,2fr)_6rem_minmax(0,3fr)_7rem] sm:items-center sm:gap-x-4">
              <Link
                to="/items/$id"
                params={{ id: String(item.id) }}
                className={ROW_LINK}
                draggable={false}
              >
                {title(item)}
              </Link>
              {mayWrite ? (
                <PriceInList
                  id={item.id}
                  name={title(item)}
                  cents={item.shownPriceCents}
                  isOnSite={item.publishedAt !== null && isNow(item.publishedAt)}
                />
              ) : (
                <p>{formatEuros(i18n.locale, item.shownPriceCents)}</p>
              )}
              <ItemFacts item={item} />
            </div>
            {isOrdering && (
              <div className="relative self-center">
                <MoveButtons
                  title={title(item)}
                  isFirst={index === 0}
                  isLast={index === items.length - 1}
                  isBusy={isBusy}
                  onMove={(by) => void move(item, by)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

type ItemFiltersProps = { current: 'all' | 'best' | 'stock'; onChoose?: (() => void) | undefined };

/** The views of the items: all, the best sellers, and the stock. */
export function ItemFilters({ current, onChoose }: ItemFiltersProps) {
  const { t } = useLingui();
  const items = useItems().data?.items ?? [];
  const all = t({ message: 'All', context: 'items' });
  const best = t`Best sellers`;
  return (
    <Filters
      label={t`Which items`}
      onChoose={onChoose}
      filters={[
        {
          label: `${all}${countOf(items.length)}`,
          isCurrent: current === 'all',
          link: linkOptions({ to: '/items', search: {} }),
        },
        {
          label: `${best}${countOf(bestSellersOf(items).length)}`,
          isCurrent: current === 'best',
          link: linkOptions({ to: '/items', search: { best: true } }),
        },
        {
          label: t`Stock`,
          isCurrent: current === 'stock',
          link: linkOptions({ to: '/items/stock' }),
        },
      ]}
    />
  );
}

/** A tap anywhere on the row opens it, except on its other controls, which lie above its link. */
export const ROW =
  'relative grid grid-cols-[auto_1fr_auto] items-start gap-x-4 sm:items-center rounded-card border border-line bg-surface p-3 sm:py-2 hover:border-control-line';
export const ROW_LINK =
  'block py-1 font-semibold break-words after:absolute after:inset-0 hover:underline';

export function Thumbnail({ url }: { url: string | null }) {
  const look = 'size-16 shrink-0 rounded-control sm:size-12';
  return url === null ? (
    <span className={`${look} bg-ground-deep`} />
  ) : (
    <img src={thumbnailOf(url)} alt="" className={`${look} object-cover`} />
  );
}

function ItemFacts({ item }: { item: ListedItem }) {
  const title = useTitle();
  return (
    <>
      <p className="flex flex-wrap gap-1">
        {item.options.map((option) => (
          <StockMark key={option.id} name={title(option)} remaining={option.remaining} />
        ))}
      </p>
      <p className="max-sm:mt-1 max-sm:empty:hidden">
        <PublishedMark publishedAt={item.publishedAt} isListed />
      </p>
    </>
  );
}
