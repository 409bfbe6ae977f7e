import type { namedOption } from '@agres/domain/item-options';
import type { ItemImage } from '@agres/domain/shapes';
import { Trans } from '@lingui/react/macro';

import type { ShownItem } from '../../lib/shown.ts';
import { Picture } from '../../ui/picture.tsx';
import { StockNote } from '../../ui/stock-note.tsx';

/** The selected option, and whether it replaces the one in the URL. */
export type ShownOption = ReturnType<typeof namedOption>;

/** The id of the form with the buy button, to which the option inputs belong. */
export const BUY_FORM = 'buy';

type OptionChoiceProps = {
  item: ShownItem;
  option: ShownOption;
  onChoose: (optionIndex: number) => void;
};

/** Disables sold-out options. Null if there is only one option. */
export function OptionChoice({ item, option: chosen, onChoose }: OptionChoiceProps) {
  if (item.options.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">
        {item.optionTitle ?? <Trans>Option</Trans>}
      </legend>
      {chosen.isOther && item.remainingStock > 0 && (
        <output className="mb-3 block rounded-control bg-warning-ground px-4 py-2 text-small">
          <OtherOption {...chosen} titles={item.options.map(({ title }) => title)} />
        </output>
      )}
      <div className="flex flex-wrap gap-2 lg:flex-col">
        {item.options.map((option, index) => (
          <label key={option.title} className="option-choice">
            <input
              type="radio"
              name="option"
              form={BUY_FORM}
              value={index}
              checked={index === chosen.index && item.remainingStock > 0}
              disabled={option.remainingStock === 0}
              onChange={() => onChoose(index)}
              className="size-5 shrink-0"
            />
            <Swatch picture={item.images.find(({ optionIndex }) => optionIndex === index)} />
            <span className="flex-1">{option.title}</span>
            <StockNote remainingStock={option.remainingStock} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OtherOption({ index, soldOut, titles }: ShownOption & { titles: string[] }) {
  const chosen = <strong>{titles[index]}</strong>;
  if (soldOut === null)
    return <Trans>We don’t have that option, so we’ve selected {chosen}.</Trans>;
  const asked = <strong>{titles[soldOut]}</strong>;
  return (
    <Trans>
      {asked} is out of stock, so we’ve selected {chosen}.
    </Trans>
  );
}

export function Swatch({ picture }: { picture: ItemImage | undefined }) {
  if (!picture) return null;
  return (
    <span className="size-10 shrink-0 overflow-hidden rounded-pill border border-line">
      <Picture url={picture.url} alt="" sizes="5rem" className="size-full object-cover" />
    </span>
  );
}
