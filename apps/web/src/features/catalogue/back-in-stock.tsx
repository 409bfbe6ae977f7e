import { Trans } from '@lingui/react/macro';

import type { Part } from '../../lib/part.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { Swatch } from './option-choice.tsx';

export type StockRequestProps = {
  itemId: number;
  optionIndex: number;
  /** The title of the option, or of the item if it has only one option. */
  name: string;
  /** `primary` if nothing on the page can be bought. */
  look: 'primary' | 'quiet';
};

export type StockRequestPart = Part<StockRequestProps>;

type BackInStockProps = {
  item: ShownItem;
  /** The index of the selected option. If that option is in stock, the first sold-out one is used. */
  waited: number;
  onWait: (optionIndex: number) => void;
  StockRequest: StockRequestPart;
};

/** Offers a stock alert, with a choice if several options are sold out. */
export function BackInStock({ item, waited, onWait, StockRequest }: BackInStockProps) {
  const soldOut = item.options.flatMap(({ title, remainingStock }, index) =>
    remainingStock === 0 ? [{ index, title }] : [],
  );
  const chosen = soldOut.find(({ index }) => index === waited) ?? soldOut[0];
  if (chosen === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      {soldOut.length > 1 && (
        <fieldset>
          <legend className="mb-1 text-small font-semibold">
            {item.optionTitle ?? <Trans>Option</Trans>}
          </legend>
          <div className="mb-3 flex flex-wrap gap-3">
            {soldOut.map((option) => (
              <button
                key={option.index}
                type="button"
                aria-pressed={option === chosen}
                onClick={() => onWait(option.index)}
                className="option-choice"
              >
                <Swatch
                  picture={item.images.find(({ optionIndex }) => optionIndex === option.index)}
                />
                {option.title}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <StockRequest
        itemId={item.id}
        optionIndex={chosen.index}
        name={item.options.length > 1 ? chosen.title : item.title}
        look={item.remainingStock === 0 ? 'primary' : 'quiet'}
      />
    </div>
  );
}
