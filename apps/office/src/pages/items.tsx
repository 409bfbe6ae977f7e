import { thumbnailOf } from '@agres/domain/item-options';
import { LOW_STOCK } from '@agres/domain/stock';
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
  LIST_ROW,
  LIST_TABLE,
  Loading,
  MoveButtons,
  PageHead,
  SearchBox,
  StockMark,
  useDragging,
  useIsWide,
} from '../ui.tsx';
import { PriceInList } from './price.tsx';
import { isOnSite, PublishedMark } from './publish.tsx';

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

/** Returns the options that are low in stock; none for a draft, which is not for sale. */
export const lowOptionsOf = (item: ListedItem) =>
  isOnSite(item) ? item.options.filter(({ remaining }) => remaining <= LOW_STOCK) : [];

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
  const [sought, setSought] = useState('');
  const items = (best ? bestSellersOf(all) : all).filter((item) => isSought(item, sought));
  const ids = items.map(({ id }) => id);
  const [isOrdering, setIsOrdering] = useState(false);
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
  const isWide = useIsWide();
  const dragOf = useDragging((from, to) => {
    const item = items[from];
    if (item !== undefined) void move(item, to - from);
  }, isOrdering && !isBusy);
  const linkOf = (item: ListedItem) => (
    <Link to="/items/$id" params={{ id: String(item.id) }} className={ROW_LINK} draggable={false}>
      {title(item)}
    </Link>
  );
  const priceOf = (item: ListedItem) =>
    mayWrite ? (
      <PriceInList
        id={item.id}
        name={title(item)}
        cents={item.shownPriceCents}
        isOnSite={isOnSite(item)}
      />
    ) : (
      formatEuros(i18n.locale, item.shownPriceCents)
    );
  const leftOf = ({ remaining }: ListedItem) => t`${remaining} left`;
  const buttonsOf = (item: ListedItem, index: number) => (
    <div className="relative max-lg:col-start-2">
      <MoveButtons
        title={title(item)}
        isFirst={index === 0}
        isLast={index === items.length - 1}
        isBusy={isBusy}
        onMove={(by) => void move(item, by)}
      />
    </div>
  );
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
      {all.length > 1 && (
        <SearchBox
          label={t`Find an item`}
          searched={sought}
          maxLength={80}
          onSearch={(text) => {
            setIsOrdering(false);
            setSought(text);
          }}
        />
      )}
      <div className="mb-4 grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-ink-soft max-sm:text-small">
            {best ? (
              <Trans>The best sellers of the home page, in their order.</Trans>
            ) : (
              <Trans>Shown in shop order.</Trans>
            )}
          </p>
          {mayWrite && sought === '' && items.length > 1 && (
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
          <span className="font-semibold text-ink">
            {sought !== '' ? (
              <Trans>No item matches these words.</Trans>
            ) : best ? (
              <Trans>No item is a best seller. Open an item to make it one.</Trans>
            ) : (
              <Trans>There is no item yet.</Trans>
            )}
          </span>
          {best && sought === '' && all.length > 0 && (
            <Link to="/items" className="mt-1 block underline">
              <Trans>All items</Trans>
            </Link>
          )}
        </Empty>
      )}
      {isWide && items.length > 0 && (
        <div className="card py-2!">
          <table className={LIST_TABLE}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Item</Trans>
                </th>
                <th scope="col">
                  <Trans>Status</Trans>
                </th>
                <th scope="col" colSpan={2} className="number">
                  <Trans>Stock</Trans>
                </th>
                <th scope="col" className="number">
                  <Trans>Price</Trans>
                </th>
                {isOrdering && (
                  <th scope="col">
                    <Trans>Order</Trans>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {items.map((item, index) => (
                <tr key={item.id} {...dragOf(index, LIST_ROW)}>
                  <th scope="row" className="font-semibold!">
                    <div className="flex items-center gap-4">
                      <Thumbnail url={item.picture} />
                      {linkOf(item)}
                    </div>
                  </th>
                  <td>
                    <PublishedMark publishedAt={item.publishedAt} />
                  </td>
                  <td className="number">
                    <span className="inline-flex flex-wrap justify-end gap-1">
                      <LowStock item={item} />
                    </span>
                  </td>
                  <td className="number">{item.remaining}</td>
                  <td className="number">{priceOf(item)}</td>
                  {isOrdering && <td className="w-28">{buttonsOf(item, index)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isWide && (
        <ol className="card divide-y divide-line p-0!">
          {items.map((item, index) => (
            <li key={item.id} {...dragOf(index, ITEM_ROW)}>
              <Thumbnail url={item.picture} />
              <div className="min-w-0">
                {linkOf(item)}
                <div className="flex items-center gap-2 text-small text-ink-soft">
                  {!isOnSite(item) ? (
                    <PublishedMark publishedAt={item.publishedAt} />
                  ) : lowOptionsOf(item).length > 0 ? (
                    <LowStock item={item} isBrief />
                  ) : (
                    leftOf(item)
                  )}
                  {/* Its button reaches over the title. */}
                  <span className="-my-3 ml-auto shrink-0">{priceOf(item)}</span>
                </div>
              </div>
              {isOrdering && buttonsOf(item, index)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const ITEM_ROW =
  'relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3 py-2 *:first:size-12 hover:bg-ground-deep first:rounded-t-card last:rounded-b-card';

/** The options of low stock, or only the lowest. */
function LowStock({ item, isBrief = false }: { item: ListedItem; isBrief?: boolean }) {
  const title = useTitle();
  const low = lowOptionsOf(item).toSorted((one, other) => one.remaining - other.remaining);
  if (isBrief && item.remaining === 0) return <StockMark remaining={0} />;
  return low
    .slice(0, isBrief ? 1 : undefined)
    .map((option) => (
      <StockMark
        key={option.id}
        remaining={option.remaining}
        {...(item.options.length > 1 && { name: title(option) })}
      />
    ));
}

type ItemFiltersProps = {
  current: 'all' | 'best' | 'stock' | 'low';
  onChoose?: (() => void) | undefined;
};

/** The views of the items: all, the best sellers, the stock, and what is low of it. */
export function ItemFilters({ current, onChoose }: ItemFiltersProps) {
  const { t } = useLingui();
  const items = useItems().data?.items ?? [];
  const all = t({ message: 'All', context: 'items' });
  const best = t`Best sellers`;
  const low = items.flatMap(lowOptionsOf).length;
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
          link: linkOptions({ to: '/items/stock', search: {} }),
        },
        {
          label: `${t`Low stock`}${countOf(low)}`,
          isCurrent: current === 'low',
          link: linkOptions({ to: '/items/stock', search: { low: true } }),
        },
      ]}
    />
  );
}

/** Removes case and accents, for comparison. */
export const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether an item is one that a search by name finds. */
export const isSought = ({ titleFr, titleEn }: ListedItem, sought: string) =>
  plain(`${titleFr} ${titleEn}`).includes(plain(sought));

/** A tap anywhere on the row opens it, except on its other controls, which lie above its link. */
export const ROW =
  'relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 rounded-card border border-line bg-surface p-3 hover:border-control-line';
export const ROW_TITLE = 'flex items-start justify-between gap-x-2';
export const ROW_LINK =
  'min-w-0 py-1 font-semibold break-words after:absolute after:inset-0 hover:underline';

export function Thumbnail({ url }: { url: string | null }) {
  const look = 'size-16 shrink-0 rounded-control sm:size-12';
  return url === null ? (
    <span className={`${look} bg-ground-deep`} />
  ) : (
    <img src={thumbnailOf(url)} alt="" className={`${look} object-cover`} />
  );
}
