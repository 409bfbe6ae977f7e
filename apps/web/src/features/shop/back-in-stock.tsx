import { Trans } from '@lingui/react/macro';
import { useState, type ComponentType } from 'react';

import type { ShownItem } from '../../lib/shown.ts';

type StockRequestProps = {
  itemId: number;
  optionIndex: number;
  /** What is waited for: the option, or the item where it has one alone. */
  name: string;
  /** Whether nothing else can be done here. */
  isMain: boolean;
};

/** The one press that asks to be told. */
export type StockRequestPart = ComponentType<StockRequestProps>;

type BackInStockProps = {
  item: ShownItem;
  /** The sold-out option that the address names. */
  asked: number | null;
  StockRequest: StockRequestPart;
};

/** Asks to be told of a sold-out option: one control; where several are sold out, it is chosen which. */
export function BackInStock({ item, asked, StockRequest }: BackInStockProps) {
  const soldOut = item.options.flatMap(({ title, remainingStock }, index) =>
    remainingStock === 0 ? [{ index, title }] : [],
  );
  const [chosen, setChosen] = useState(asked);
  const waited = soldOut.find(({ index }) => index === chosen) ?? soldOut[0];
  if (waited === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      {soldOut.length > 1 && (
        <label className="flex flex-col gap-2">
          <span className="text-small font-semibold">
            {item.optionTitle ?? <Trans>Option</Trans>}
          </span>
          <select
            value={waited.index}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            className="min-h-12 w-full rounded-control border border-control-line bg-surface px-4"
          >
            {soldOut.map(({ index, title }) => (
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <StockRequest
        itemId={item.id}
        optionIndex={waited.index}
        name={item.options.length > 1 ? waited.title : item.title}
        isMain={item.remainingStock === 0}
      />
    </div>
  );
}
