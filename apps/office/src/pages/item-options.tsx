import { SINGLE_OPTION } from '@agres/domain/item-options';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Minus, Pencil, Plus, type IconNode } from 'lucide';
import { useId, useState, type ReactNode } from 'react';

import { partsOf, textIn } from '../form/draft.tsx';
import {
  Choice,
  Field,
  hiddenUnless,
  Problem,
  type Problems,
  type useTextLanguage,
} from '../form/fields.tsx';
import { FormDialog, useDialogs, type Reading } from '../form/form-dialog.tsx';
import type { Read } from '../form/save.tsx';
import type { Typed } from '../form/schema.ts';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { useAction, useChange } from '../lib/staff.tsx';
import { CallError, NARROW, Notice, stockLevelOf, StockMark } from '../ui.tsx';
import { useTitle } from './items.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;
type Option = Item['options'][number];

type OptionsProps = {
  item: Item;
  mayRename: boolean;
  mayAdjust: boolean;
  /** The fields for what several options differ in. */
  children?: ReactNode;
};
type OpenDialog = { kind: 'rename' | 'adjust'; option: Option } | { kind: 'add' };

function showStock(section: HTMLElement | null): void {
  if (location.hash === '#stock') section?.scrollIntoView();
}

/** A part of the card of the price. */
const OPTIONS =
  'grid grid-cols-[minmax(0,1fr)] gap-4 not-first:border-t not-first:border-line not-first:pt-5';

/** Each change is saved at once. */
export function Options({ item, mayRename, mayAdjust, children }: OptionsProps) {
  const { t } = useLingui();
  const title = useTitle();
  const { open, done, show, ways } = useDialogs<OpenDialog>();
  return (
    <section ref={showStock} className={OPTIONS} aria-label={t`Options and stock`}>
      <h2 className="text-title-s font-bold">
        <Trans>Options and stock</Trans>
      </h2>
      {children}
      {mayAdjust && (
        <p className="text-small text-ink-soft">
          <Trans>Changes to stock and option names are saved immediately.</Trans>
        </p>
      )}
      {done !== null && <Notice>{done}</Notice>}
      <ul className="grid gap-2">
        {item.options.map((option) => {
          const name = title(option);
          return (
            <li
              key={option.id}
              className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-b border-line pb-2 last:border-0 last:pb-0 sm:gap-x-6 sm:justify-start"
            >
              <span className="min-w-0 break-words sm:basis-60">
                {mayRename ? (
                  <button
                    type="button"
                    className={BUTTON.quiet}
                    onClick={() => show({ kind: 'rename', option })}
                  >
                    {name}
                    <Icon of={Pencil} className="size-4 shrink-0" />
                    <span className="sr-only">
                      <Trans>Rename</Trans>
                    </span>
                  </button>
                ) : (
                  <span className="font-semibold">{name}</span>
                )}
              </span>
              {mayAdjust ? (
                <StockCount
                  option={option}
                  name={name}
                  onAdjust={() => show({ kind: 'adjust', option })}
                />
              ) : (
                <StockMark remaining={option.remaining} />
              )}
            </li>
          );
        })}
      </ul>
      {mayRename && (
        <div>
          <button type="button" className={BUTTON.secondary} onClick={() => show({ kind: 'add' })}>
            <Trans>Add an option</Trans>
          </button>
        </div>
      )}
      {open?.kind === 'adjust' && <AdjustDialog item={item} option={open.option} {...ways} />}
      {open?.kind === 'rename' && <OptionDialog item={item} option={open.option} {...ways} />}
      {open?.kind === 'add' && <OptionDialog item={item} option={null} {...ways} />}
    </section>
  );
}

const isWholeNumber = (text: string) => /^\d{1,5}$/.test(text.trim());

/** The colours of a control that shows a stock. */
export const STOCK_LOOKS = {
  empty: 'border-error bg-error-ground font-semibold text-error',
  low: 'border-warning bg-warning-ground font-semibold text-warning',
  enough: '',
} as const;

type StockCountProps = {
  option: Pick<Option, 'id' | 'remaining'>;
  name: string;
  /** Opens the dialog for deliveries, losses and counts. */
  onAdjust: () => void;
};

/**
 * The stock of an option, corrected in place. Sends the difference to the stock that was shown when the person began
 * to type, so that a purchase in the meantime still counts.
 */
function StockCount({ option: { id, remaining }, name, onAdjust }: StockCountProps) {
  const { t } = useLingui();
  const change = useChange();
  const queries = useQueryClient();
  const { act, isBusy, done, setDone, error, setError } = useAction();
  const [typed, setTyped] = useState<{ text: string; from: number } | null>(null);
  const problemId = useId();
  const { text, from } = typed ?? { text: String(remaining), from: remaining };
  const isChanged = text.trim() !== String(from);
  const isWrong = !isWholeNumber(text);
  const type = (next: string | null) => {
    setTyped(next === null ? null : { text: next, from });
    setDone(null);
    setError(null);
  };
  const save = () =>
    act(async () => {
      const units = Number(text) - from;
      const reason = t`Corrected in the list`;
      await change(() =>
        api.stock.adjust.mutate({ option: id, units, kind: 'other', order: null, reason }),
      );
      // Waits for the refetch that the change started: until then the list has the old number.
      await queries.invalidateQueries({}, { cancelRefetch: false });
      setTyped(null);
      return t`Saved.`;
    });
  return (
    <form
      className="grid justify-items-start gap-y-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isWrong) void save();
      }}
    >
      <div className="flex items-center gap-x-2 sm:gap-x-4">
        <span className="flex">
          <StepButton
            icon={Minus}
            look="rounded-l-control border-r-0"
            label={t`One less: ${name}`}
            isDisabled={isWrong || Number(text) === 0}
            onStep={() => type(String(Number(text) - 1))}
          />
          <input
            aria-label={t`Stock: ${name}`}
            className={`input w-14! rounded-none! px-1! text-center tabular-nums ${STOCK_LOOKS[stockLevelOf(remaining)]}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={text}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? problemId : undefined}
            onChange={({ target }) => type(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && type(null)}
          />
          <StepButton
            icon={Plus}
            look="rounded-r-control border-l-0"
            label={t`One more: ${name}`}
            isDisabled={isWrong}
            onStep={() => type(String(Number(text) + 1))}
          />
        </span>
        <button type="button" className={BUTTON.quiet} onClick={onAdjust}>
          <Trans>
            Adjust<span className="sr-only"> the stock: {name}</span>
          </Trans>
        </button>
      </div>
      {isChanged && (
        <div className="flex flex-wrap items-center gap-x-4">
          <button type="submit" className={NARROW.primary} disabled={isBusy || isWrong}>
            <Trans>Save</Trans>
          </button>
          <button type="button" className={BUTTON.quiet} onClick={() => type(null)}>
            <Trans>Cancel</Trans>
          </button>
        </div>
      )}
      <output className="text-small font-semibold text-success empty:hidden">{done}</output>
      <Problem
        id={problemId}
        text={isWrong ? t`Enter a whole number from 0 to 99,999.` : undefined}
      />
      <CallError error={error} />
    </form>
  );
}

type StepProps = {
  icon: IconNode;
  look: string;
  label: string;
  isDisabled: boolean;
  onStep: () => void;
};

function StepButton({ icon, look, label, isDisabled, onStep }: StepProps) {
  return (
    <button
      type="button"
      className={`inline-flex w-11 items-center justify-center border border-control-line bg-surface hover:bg-ground-deep disabled:text-line ${look}`}
      aria-label={label}
      disabled={isDisabled}
      onClick={onStep}
    >
      <Icon of={icon} className="size-4" />
    </button>
  );
}

/** The props of the fields for what the options differ in, such as size. */
export function useDifferFields() {
  const { t } = useLingui();
  const common = { maxLength: 60 };
  return {
    fr: {
      ...common,
      label: t`Type of option, in French`,
      lang: 'fr',
      hint: t`For example “Taille”.`,
    },
    en: {
      ...common,
      label: t`Type of option, in English`,
      lang: 'en',
      hint: t`For example “Size”.`,
    },
  };
}

type DialogProps = { onClose: () => void; onDone: (words: string) => void };

/** Renames an option, or adds one with its stock. The second option requires what the options differ in. */
function OptionDialog({
  item,
  option,
  ...ways
}: DialogProps & { item: Item; option: Option | null }) {
  const { t } = useLingui();
  const change = useChange();
  const differ = useDifferFields();
  const isSecond = option === null && item.options.length > 0 && item.optionTitleFr === null;
  // A measure is often the same in both languages.
  const suggested = option?.titleEn === '' ? option.titleFr : '';
  const { texts, field } = useStoredTexts(null, {
    titleFr: option?.titleFr ?? '',
    titleEn: option?.titleEn || suggested,
    optionTitleFr: '',
    optionTitleEn: '',
    stock: '0',
  });
  const label = useTitle()(option ?? item);
  const read = (): Reading<string> => {
    const { titleFr, titleEn, stock, ...titles } = texts;
    const names = { titleFr, titleEn, ...(isSecond ? titles : {}) };
    const problems: Record<string, string> = {};
    for (const [name, text] of Object.entries(names)) {
      if (text.trim() === '') problems[name] = t`This field is required.`;
    }
    if (!isWholeNumber(stock)) problems['stock'] = t`Enter a whole number from 0 to 99,999.`;
    if (Object.keys(problems).length > 0) return { problems };
    const run = async () => {
      if (option === null) {
        const input = { item: item.id, ...names, stock: Number(stock) };
        await change(() => api.options.add.mutate(input));
        return t`The option is added.`;
      }
      await change(() => api.options.set.mutate({ option: option.id, titleFr, titleEn }));
      return t`The option is renamed.`;
    };
    return { run };
  };
  return (
    <FormDialog
      title={option === null ? t`Add an option: ${label}` : t`Rename ${label}`}
      button={option === null ? t`Add the option` : t`Rename`}
      read={read}
      {...ways}
    >
      {(problems) => (
        <>
          {isSecond && (
            <>
              <Field {...differ.fr} {...field('optionTitleFr', problems)} />
              <Field {...differ.en} {...field('optionTitleEn', problems)} />
            </>
          )}
          <Field
            label={t`Name in French`}
            {...field('titleFr', problems)}
            lang="fr"
            maxLength={60}
          />
          <Field
            label={t`Name in English`}
            {...field('titleEn', problems)}
            lang="en"
            maxLength={60}
            {...(suggested !== '' && texts.titleEn === suggested
              ? { hint: t`A suggestion: the name in French. It is not stored yet.` }
              : {})}
          />
          {option === null && (
            <Field label={t`Stock`} {...field('stock', problems)} kind="number" />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** A return belongs to an order and is recorded at its declaration. */
const ADJUSTMENTS = { in: ['delivery', 'other'], out: ['loss', 'other'], count: [] } as const;
type Way = keyof typeof ADJUSTMENTS;
type Adjustment = (typeof ADJUSTMENTS)[Way][number];

type AdjustProps = DialogProps & { item: Pick<Item, 'titleFr' | 'titleEn'>; option: Option };
/** `held` and `toSend`: counted units that are sold. */
type Adjusted = { remaining: number; held?: number; toSend?: number };

/** Adds or removes units of stock with a reason, or sets the stock from a count. */
export function AdjustDialog({ item, option, ...on }: AdjustProps) {
  const { t } = useLingui();
  const change = useChange();
  const title = useTitle();
  const name = `${title(item)} · ${title(option)}`;
  const { id, remaining: before } = option;
  const { texts, field } = useStoredTexts(null, { units: '', reason: '' });
  const [way, setWay] = useState<Way>('count');
  const [kind, setKind] = useState<Adjustment>('delivery');
  const isCount = way === 'count';
  const words: Readonly<Record<Adjustment, string>> = {
    delivery: t`Delivery from the manufacturer`,
    loss: t`Loss or breakage`,
    other: t`Other`,
  };
  const ways: readonly { value: Way; words: string }[] = [
    { value: 'count', words: t`Counted: what is left on the shelf` },
    { value: 'in', words: t`Units come in` },
    { value: 'out', words: t`Units go out` },
  ];
  const isWhole = isWholeNumber(texts.units);
  const units = Number(texts.units);
  const isTooMany = way === 'out' && units > before;
  const isReasonOptional = isCount || kind !== 'other';
  const read = (): Reading<string> => {
    // Without a typed reason, the label of the choice is the reason.
    const chosen = isCount ? t`Stock count` : words[kind];
    const reason = texts.reason.trim() || (isReasonOptional ? chosen : '');
    const unitsRule = isCount
      ? t`Enter a whole number from 0 to 99,999.`
      : t`Enter a whole number from 1 to 99,999.`;
    const problems = {
      ...(isWhole && (isCount || units !== 0)
        ? isTooMany && { units: t`${before} left now.` }
        : { units: unitsRule }),
      ...(reason === '' ? { reason: t`This field is required.` } : {}),
    };
    if (Object.keys(problems).length > 0) return { problems };
    const moved = { option: id, units: way === 'out' ? -units : units, kind, order: null, reason };
    const run = async () => {
      const {
        remaining,
        held = 0,
        toSend = 0,
      }: Adjusted = await change<Adjusted>(() =>
        isCount
          ? api.stock.count.mutate({ option: id, units, reason })
          : api.stock.adjust.mutate(moved),
      );
      const sold = held + toSend;
      return sold === 0
        ? t`${name}: ${remaining} left.`
        : t`${name}: ${remaining} left, and ${sold} sold that haven’t left yet.`;
    };
    return { run };
  };
  return (
    <FormDialog
      title={t`Stock: ${name}`}
      button={t`Save the stock`}
      fieldOf={{ stock_not_enough: 'units', stock_count_below_sold: 'units' }}
      read={read}
      {...on}
    >
      {(problems) => (
        <>
          <Choice
            legend={t`Direction`}
            name="way"
            value={way}
            onChange={(one) => {
              const next = ways.find(({ value }) => value === one)?.value ?? way;
              setWay(next);
              setKind(ADJUSTMENTS[next][0] ?? kind);
            }}
            problems={problems}
            choices={ways}
          />
          <Field
            label={t`How many`}
            {...field('units', problems)}
            kind="number"
            {...(isCount ? { hint: t`With the units of orders that have not left yet.` } : {})}
          />
          {!('units' in problems) && (
            <p>
              {isWhole && !isCount && !isTooMany ? (
                <Trans>
                  Stock: {before} → {before + (way === 'out' ? -units : units)}
                </Trans>
              ) : (
                <Trans>{before} left now.</Trans>
              )}
            </p>
          )}
          {!isCount && (
            <Field
              label={t`Why`}
              name="kind"
              value={kind}
              onChange={(one) => setKind(ADJUSTMENTS[way].find((known) => known === one) ?? kind)}
              problems={problems}
              choices={ADJUSTMENTS[way].map((one): readonly [string, string] => [one, words[one]])}
            />
          )}
          <Field
            label={isReasonOptional ? t`Note (optional)` : t`Reason`}
            {...field('reason', problems)}
            maxLength={200}
          />
        </>
      )}
    </FormDialog>
  );
}

type NewOptionsProps = {
  options: readonly Typed[];
  problems: Problems;
  choice: ReturnType<typeof useTextLanguage>;
  onChange: (options: Typed[]) => void;
  /** The fields for what several options differ in. */
  children: ReactNode;
};

const NO_OPTION = { titleFr: '', titleEn: '', stock: '0' };

/** One of several options needs a name of its own. */
function withoutSingleName(option: Typed): Typed {
  const parts = partsOf(option);
  return parts['titleFr'] === SINGLE_OPTION.titleFr
    ? { ...parts, titleFr: '', titleEn: '' }
    : option;
}

export function NewOptions({ options, problems, choice, onChange, children }: NewOptionsProps) {
  const { t } = useLingui();
  return (
    <fieldset className={OPTIONS}>
      {/* A float stands below the line. */}
      <legend className="float-left text-title-s font-bold">{t`Options and stock`}</legend>
      <p className="clear-both text-small text-ink-soft">
        <Trans>An item with only one version has one option.</Trans>
      </p>
      {children}
      {options.map((option, index) => {
        const number = index + 1;
        const field = (name: keyof typeof NO_OPTION) => ({
          name: `options.${index}.${name}`,
          value: textIn(partsOf(option)[name]),
          onChange: (text: string) => {
            const parts = partsOf(option);
            // “One size” does not translate another name.
            const isStale = name === 'titleFr' && parts['titleEn'] === SINGLE_OPTION.titleEn;
            const other = isStale ? { titleEn: '' } : {};
            onChange(options.toSpliced(index, 1, { ...parts, ...other, [name]: text }));
          },
          problems,
        });
        return (
          <fieldset
            // The rows have no id, and are only added and removed at the end.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="grid gap-4 border-b border-line pb-4 sm:grid-cols-[1fr_8rem] lg:grid-cols-[1fr_1fr_8rem]"
          >
            <legend className="sr-only">{t`Option ${number}`}</legend>
            <div className={hiddenUnless(choice, 'fr')}>
              <Field label={t`Name in French`} {...field('titleFr')} lang="fr" maxLength={60} />
            </div>
            <div className={hiddenUnless(choice, 'en')}>
              <Field label={t`Name in English`} {...field('titleEn')} lang="en" maxLength={60} />
            </div>
            <Field label={t`Stock`} {...field('stock')} kind="number" />
            {options.length > 1 && (
              <button
                type="button"
                className={`${BUTTON.quiet} justify-self-start`}
                onClick={() => onChange(options.toSpliced(index, 1))}
              >
                <Trans>Remove option {number}</Trans>
              </button>
            )}
          </fieldset>
        );
      })}
      <button
        type="button"
        className={`${BUTTON.secondary} justify-self-start`}
        onClick={() => onChange([...options.map(withoutSingleName), NO_OPTION])}
      >
        <Trans>Add an option</Trans>
      </button>
    </fieldset>
  );
}

type NewOption = { titleFr: string; titleEn: string; stock: number };

export function useParseOptions(): (options: readonly Typed[]) => Read<NewOption[]> {
  const { t } = useLingui();
  return (options) => {
    const problems: Record<string, string> = {};
    const made = options.map((option, index) => {
      const [titleFr = '', titleEn = '', stock = ''] = ['titleFr', 'titleEn', 'stock'].map((name) =>
        textIn(partsOf(option)[name]).trim(),
      );
      if (titleFr + titleEn === '')
        problems[`options.${index}.titleFr`] = t`This field is required.`;
      if (!isWholeNumber(stock))
        problems[`options.${index}.stock`] = t`Enter a whole number from 0 to 99,999.`;
      return { titleFr, titleEn, stock: Number(stock) };
    });
    return Object.keys(problems).length > 0 ? { problems } : { input: made };
  };
}
