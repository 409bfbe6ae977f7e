import type { namedOption } from '@agres/domain/item-options';
import type { ItemImage } from '@agres/domain/shapes';
import { Trans } from '@lingui/react/macro';

import type { ShownItem } from '../../lib/shown.ts';
import { Picture } from '../../ui/picture.tsx';
import { StockNote } from '../../ui/stock-note.tsx';

/** The chosen option, and how it came to be. */
export type ShownOption = ReturnType<typeof namedOption>;

/** The id of the form that buys, which sends the chosen option along. */
export const BUY_FORM = 'buy';

type OptionChoiceProps = {
  item: ShownItem;
  option: ShownOption;
  /** On a phone side by side where they fit: above a form they are a choice already made. */
  isCompact: boolean;
  onChoose: (optionIndex: number) => void;
};

/** The options of an item; those without stock cannot be chosen. A single option is no choice. */
export function OptionChoice({ item, option: chosen, isCompact, onChoose }: OptionChoiceProps) {
  if (item.options.length < 2) return null;
  return (
    <fieldset>
      <legend className={`mb-3 text-small font-semibold ${isCompact ? 'max-lg:sr-only' : ''}`}>
        {item.optionTitle ?? <Trans>Option</Trans>}
      </legend>
      {chosen.isOther && item.remainingStock > 0 && (
        <output className="mb-3 block rounded-control bg-warning-ground px-4 py-2 text-small">
          <OtherOption {...chosen} titles={item.options.map(({ title }) => title)} />
        </output>
      )}
      <div
        className={`flex gap-2 ${isCompact ? 'flex-wrap max-lg:-my-1 lg:flex-col' : 'flex-col'}`}
      >
        {item.options.map((option, index) => (
          <label
            key={option.title}
            className={`option-choice w-auto max-w-full ${isCompact ? 'max-lg:min-h-touch max-lg:gap-x-1.5 max-lg:px-2.5 max-lg:py-1 max-lg:text-small max-lg:[&>.rounded-pill:last-child]:px-2' : ''}`}
          >
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

/** The requested option, and the one chosen in its place. */
function OtherOption({ index, soldOut, titles }: ShownOption & { titles: string[] }) {
  const chosen = <strong>{titles[index]}</strong>;
  if (soldOut === null)
    return <Trans>We don’t have that option, so we’ve selected {chosen}.</Trans>;
  const asked = <strong>{titles[soldOut]}</strong>;
  return (
    <Trans>
      {asked} is out of stock, so {chosen} is selected.
    </Trans>
  );
}

/** A round cut of the picture that shows an option; nothing where no picture does. */
export function Swatch({ picture }: { picture: ItemImage | undefined }) {
  if (!picture) return null;
  return (
    <span className="size-10 shrink-0 overflow-hidden rounded-pill border border-line">
      <Picture url={picture.url} alt="" sizes="5rem" className="size-full object-cover" />
    </span>
  );
}
