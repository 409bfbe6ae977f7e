import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { useRouteContext } from '@tanstack/react-router';

import { StockNote } from '../../ui/stock-note.tsx';

type OptionChoiceProps = { item: Item; chosen: number; onChoose: (optionIndex: number) => void };

/** The options of an item; those without stock cannot be chosen. A single option is no choice. */
export function OptionChoice({ item, chosen, onChoose }: OptionChoiceProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (item.options.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-3 text-small font-semibold">
        {item.optionTitle?.[locale] ?? <Trans>Option</Trans>}
      </legend>
      <div className="flex flex-col gap-3">
        {item.options.map((option, index) => (
          <label
            key={option.title.en}
            className="flex min-h-12 items-center gap-3 rounded-control border border-control-line px-4 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-transparent has-disabled:text-ink-soft"
          >
            <input
              type="radio"
              name="option"
              value={index}
              checked={index === chosen}
              disabled={option.remainingStock === 0}
              onChange={() => onChoose(index)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="flex-1">{option.title[locale]}</span>
            <StockNote remainingStock={option.remainingStock} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
