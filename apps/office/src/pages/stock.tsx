import { LOW_STOCK } from '@agres/domain/stock';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Pencil, Tag } from 'lucide';
import { useState } from 'react';

import { useDialogs } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { useMay } from '../lib/staff.tsx';
import {
  CallError,
  Empty,
  LIST_LINES,
  LIST_TABLE,
  Loading,
  Notice,
  PageHead,
  SearchBox,
  StockMark,
  stockLevelOf,
  useIsWide,
} from '../ui.tsx';
import { AdjustDialog, STOCK_LOOKS } from './item-options.tsx';
import {
  isSought,
  ItemFilters,
  lowOptionsOf,
  Thumbnail,
  useItems,
  useTitle,
  type ListedItem,
} from './items.tsx';
import { isOnSite, PublishedMark } from './publish.tsx';

type Line = { item: ListedItem; option: ListedItem['options'][number] };

/** The lowest stock of an item if it is low; items of enough stock and drafts come last. */
const lowestOf = (item: ListedItem) =>
  isOnSite(item)
    ? Math.min(LOW_STOCK + 1, ...item.options.map(({ remaining }) => remaining))
    : LOW_STOCK + 2;

/** The stock of every option on one page, the items with the lowest first, where each can be adjusted. */
export function StockPage() {
  const { t } = useLingui();
  const { low = false } = useSearch({ from: '/items/stock' });
  const list = useItems();
  const { open, done, show, ways } = useDialogs<Line>();
  const { data } = list;
  const [sought, setSought] = useState('');
  // The order of arrival stays, so that no line leaves the finger that changes it.
  const [first, setFirst] = useState(data);
  if (first === undefined && data !== undefined) setFirst(data);
  const order = (first?.items ?? [])
    .toSorted((one, other) => lowestOf(one) - lowestOf(other))
    .map(({ id }) => id);
  const lines = (data?.items ?? [])
    .filter((item) => isSought(item, sought))
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .flatMap((item) =>
      (low ? lowOptionsOf(item) : item.options).map((option) => ({ item, option })),
    );
  return (
    <>
      <PageHead title={t`Items`} />
      <ItemFilters current={low ? 'low' : 'stock'} />
      {data !== undefined && data.items.length > 1 && (
        <SearchBox label={t`Find an item`} searched={sought} maxLength={80} onSearch={setSought} />
      )}
      <div className="mb-4 grid gap-4 empty:hidden">
        <CallError error={list.error} />
        {done !== null && <Notice>{done}</Notice>}
      </div>
      {list.isPending && <Loading />}
      {data && lines.length === 0 && (
        <Empty
          icon={Tag}
          more={
            low &&
            data.items.length > 0 && (
              <Link to="/items/stock" className={BUTTON.quiet}>
                <Trans>All stock</Trans>
              </Link>
            )
          }
        >
          {sought !== '' ? (
            <Trans>No item matches these words.</Trans>
          ) : low ? (
            <Trans>No stock is low.</Trans>
          ) : (
            <Trans>There is no item yet.</Trans>
          )}
        </Empty>
      )}
      {lines.length > 0 && <StockList lines={lines} onAdjust={show} />}
      {open !== null && <AdjustDialog {...open} {...ways} />}
    </>
  );
}

type StockListProps = { lines: readonly Line[]; onAdjust: (line: Line) => void };

/** A table where it is wide enough. */
function StockList({ lines, onAdjust }: StockListProps) {
  const { t } = useLingui();
  const title = useTitle();
  const mayAdjust = useMay()('stock.adjust');
  const isWide = useIsWide();
  const stock = useQuery({
    queryKey: ['stock'],
    queryFn: () => api.stock.list.query({ isLowOnly: false }),
  });
  const counts = new Map(stock.data?.options.map((option) => [option.id, option]));
  const linkOf = ({ item }: Line) => (
    <>
      <Link
        to="/items/$id"
        params={{ id: String(item.id) }}
        className="min-w-0 py-1 font-semibold break-words hover:underline"
      >
        {title(item)}
      </Link>
      {!isOnSite(item) && <PublishedMark publishedAt={item.publishedAt} />}
    </>
  );
  const notesOf = ({ option }: Line) => {
    const { held = 0, waiting = 0 } = counts.get(option.id) ?? {};
    return (
      <>
        {held > 0 && (
          <span className="block text-small text-ink-soft">
            <Plural value={held} one="# more is being paid for" other="# more are being paid for" />
          </span>
        )}
        {waiting > 0 && (
          <span className="block text-small text-ink-soft">
            <Plural
              value={waiting}
              one="# person asked for an alert"
              other="# people asked for an alert"
            />
          </span>
        )}
      </>
    );
  };
  /** The option of an item without a choice has a name that says nothing. */
  const optionOf = ({ item, option }: Line) => item.options.length > 1 && title(option);
  const nameOf = ({ item, option }: Line) =>
    item.options.length > 1 ? `${title(item)} · ${title(option)}` : title(item);
  const countIn = (line: Line) => {
    const { remaining } = line.option;
    if (!mayAdjust) return <StockMark remaining={remaining} />;
    const name = nameOf(line);
    return (
      <button
        type="button"
        aria-label={t`Adjust the stock of ${name}: ${remaining}`}
        className={`inline-flex min-h-11 min-w-20 shrink-0 items-center justify-between gap-3 rounded-control border px-3 font-semibold tabular-nums hover:border-ink ${STOCK_LOOKS[stockLevelOf(remaining)] || 'border-control-line'}`}
        onClick={() => onAdjust(line)}
      >
        {remaining}
        <Icon of={Pencil} className="size-4 shrink-0" />
      </button>
    );
  };
  return (
    <>
      <CallError error={stock.error} />
      {isWide ? (
        <div className="card py-2!">
          <table className={LIST_TABLE}>
            <thead>
              <tr>
                <th scope="col">{t`Item`}</th>
                <th scope="col">{t`Option`}</th>
                <th scope="col">{t`Stock`}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.option.id}>
                  <th scope="row">
                    <div className="flex items-center gap-4">
                      <Thumbnail url={line.item.picture} />
                      {linkOf(line)}
                    </div>
                  </th>
                  <td>
                    {optionOf(line)}
                    {notesOf(line)}
                  </td>
                  <td>{countIn(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <ul className={LIST_LINES}>
          {groupsOf(lines).map((group) => (
            <li key={group[0].option.id} className="py-2">
              {group.length > 1 && (
                <div className="flex items-center gap-3 text-small">
                  <Picture item={group[0].item} />
                  {linkOf(group[0])}
                </div>
              )}
              {group.map((line) => (
                <div
                  key={line.option.id}
                  className={`flex items-center gap-3 ${group.length > 1 ? 'mt-1' : ''}`}
                >
                  {group.length === 1 && <Picture item={line.item} />}
                  <div className="min-w-0 grow text-small">
                    {group.length === 1 && linkOf(line)}
                    <p className="text-ink-soft empty:hidden">{optionOf(line)}</p>
                    {notesOf(line)}
                  </div>
                  {countIn(line)}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Options of an item that follow each other. */
type Group = [Line, ...Line[]];

function groupsOf(lines: readonly Line[]): readonly Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0].item.id === line.item.id) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Smaller than in other lists: the stock stands beside it. */
function Picture({ item }: { item: ListedItem }) {
  return (
    <span className="shrink-0 *:size-10!">
      <Thumbnail url={item.picture} />
    </span>
  );
}
