import { Trans } from '@lingui/react/macro';
import type { ItemImage } from '@shop/domain/shapes';
import { Fragment, type ComponentType } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { Picture } from '../../ui/picture.tsx';
import { StockNote } from '../../ui/stock-note.tsx';

type OptionChoiceProps = {
  item: ShownItem;
  chosen: number;
  onChoose: (optionIndex: number) => void;
  /** Whether the address names an option that cannot be had. */
  isOtherThanAsked: boolean;
  BelowSoldOut: BelowSoldOut;
};

/** What stands below an option that is sold out; `name` is what is waited for. */
export type BelowSoldOut = ComponentType<{ itemId: number; optionIndex: number; name: string }>;

/** The options of an item; those without stock cannot be chosen. A single option is no choice. */
export function OptionChoice({
  item,
  chosen,
  onChoose,
  isOtherThanAsked,
  BelowSoldOut,
}: OptionChoiceProps) {
  if (item.options.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-3 text-small font-semibold">
        {item.optionTitle ?? <Trans>Option</Trans>}
      </legend>
      {isOtherThanAsked && item.remainingStock > 0 && (
        <output className="mb-3 block text-small font-medium text-warning">
          <Trans>The option you asked for is not available: the first in stock is chosen.</Trans>
        </output>
      )}
      <div className="flex flex-col gap-3">
        {item.options.map((option, index) => (
          <Fragment key={option.title}>
            <label className="option-choice">
              <input
                type="radio"
                name="option"
                value={index}
                checked={index === chosen && item.remainingStock > 0}
                disabled={option.remainingStock === 0}
                onChange={() => onChoose(index)}
                className="size-5 shrink-0 accent-accent"
              />
              <Swatch picture={item.images.find(({ optionIndex }) => optionIndex === index)} />
              <span className="flex-1">{option.title}</span>
              <StockNote remainingStock={option.remainingStock} />
            </label>
            {option.remainingStock === 0 && (
              <BelowSoldOut itemId={item.id} optionIndex={index} name={option.title} />
            )}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

/** A round cut of the picture that shows an option; nothing where no picture does. */
function Swatch({ picture }: { picture: ItemImage | undefined }) {
  if (!picture) return null;
  return (
    <span className="size-10 shrink-0 overflow-hidden rounded-full border border-line">
      <Picture
        url={picture.url}
        alt=""
        sizes="5rem"
        className="size-full origin-[50%_62%] scale-[2] object-cover"
      />
    </span>
  );
}
