import { LOW_STOCK } from '@agres/domain/stock';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tag } from 'lucide';
import { useState } from 'react';

import { CheckBox } from '../form/fields.tsx';
import { useDialogs } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { useMay } from '../lib/staff.tsx';
import { CallError, Empty, Loading, Mark, Notice, PageHead, StockMark } from '../ui.tsx';
import { AdjustDialog, StockCount } from './item-options.tsx';
import { ItemFilters, Thumbnail, useItems, useTitle, type ListedItem } from './items.tsx';
import { PublishedMark } from './publish.tsx';

type Opened = { item: ListedItem; option: ListedItem['options'][number] };

/** The stock of every option on one page, where each can be adjusted. */
export function StockPage() {
  const { t } = useLingui();
  const list = useItems();
  const [isLowOnly, setIsLowOnly] = useState(false);
  const { open, done, show, ways } = useDialogs<Opened>();
  const isLow = ({ remaining }: Opened['option']) => remaining <= LOW_STOCK;
  const all = list.data?.items ?? [];
  const lowCount = all.flatMap(({ options }) => options).filter(isLow).length;
  const items = all.flatMap((item) => {
    const options = item.options.filter((option) => !isLowOnly || isLow(option));
    return options.length === 0 ? [] : [{ ...item, options }];
  });
  return (
    <>
      <PageHead title={t`Items`} />
      <ItemFilters current="stock" />
      <div className="mb-4">
        <CheckBox isChecked={isLowOnly} onChange={setIsLowOnly}>
          <Trans>Low stock only ({LOW_STOCK} or fewer)</Trans>{' '}
          {lowCount > 0 && <Mark tone="waiting">{lowCount}</Mark>}
        </CheckBox>
      </div>
      <CallError error={list.error} />
      {done !== null && <Notice>{done}</Notice>}
      {list.isPending && <Loading />}
      {list.data && items.length === 0 && (
        <Empty icon={Tag}>
          {isLowOnly ? <Trans>No stock is low.</Trans> : <Trans>There is no item yet.</Trans>}
        </Empty>
      )}
      {items.length > 0 && <StockTable items={items} onAdjust={show} />}
      {open !== null && <AdjustDialog {...open} {...ways} />}
    </>
  );
}

type StockTableProps = {
  items: readonly ListedItem[];
  onAdjust: (opened: Opened) => void;
};

function StockTable({ items, onAdjust }: StockTableProps) {
  const { t } = useLingui();
  const title = useTitle();
  const mayAdjust = useMay()('stock.adjust');
  const stock = useQuery({
    queryKey: ['stock'],
    queryFn: () => api.stock.list.query({ isLowOnly: false }),
  });
  const counts = new Map(stock.data?.options.map((option) => [option.id, option]));
  return (
    <>
      <CallError error={stock.error} />
      <div className="gap-6 lg:columns-2">
        {items.map((item) => (
          <div key={item.id} className="card mb-4 break-inside-avoid">
            <table className="w-full">
              <caption className="pb-2 text-left">
                <span className="flex items-center gap-x-3">
                  <Thumbnail url={item.picture} />
                  <Link
                    to="/items/$id"
                    params={{ id: String(item.id) }}
                    className="min-w-0 py-2 font-bold break-words hover:underline"
                  >
                    {title(item)}
                  </Link>
                  <PublishedMark publishedAt={item.publishedAt} isListed />
                </span>
              </caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">{t`Option`}</th>
                  <th scope="col">{t`Stock`}</th>
                </tr>
              </thead>
              <tbody>
                {item.options.map((option) => {
                  const name = title(option);
                  const { held = 0, waiting = 0 } = counts.get(option.id) ?? {};
                  return (
                    <tr key={option.id} className="border-t border-line">
                      <th scope="row" className="py-2 pr-3 text-left font-normal break-words">
                        {name}
                        {held > 0 && (
                          <span className="block text-small text-ink-soft">
                            <Plural
                              value={held}
                              one="# more is being paid for"
                              other="# more are being paid for"
                            />
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
                      </th>
                      <td className="py-2 text-right">
                        {mayAdjust ? (
                          <StockCount
                            option={option}
                            name={name}
                            onAdjust={() => onAdjust({ item, option })}
                          />
                        ) : (
                          <StockMark remaining={option.remaining} />
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </>
  );
}
