import { SINGLE_OPTION } from '@agres/domain/item-options';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { partsOf, textIn } from '../form/draft.tsx';
import { Choice, Field, type Problems } from '../form/fields.tsx';
import { Group } from '../form/picture-fields.tsx';
import { useSave, type Read } from '../form/save.tsx';
import type { Typed } from '../form/schema.ts';
import { api } from '../lib/api.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, Dialog, Notice } from '../ui.tsx';
import { useTitle } from './items.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;
type Option = Item['options'][number];

type OptionsProps = { item: Item; mayRename: boolean; mayAdjust: boolean };
type OpenDialog = { kind: 'rename' | 'adjust'; option: Option } | { kind: 'add' };

function showStock(section: HTMLElement | null): void {
  if (location.hash === '#stock') section?.scrollIntoView();
}

/** Each change is saved at once. */
export function Options({ item, mayRename, mayAdjust }: OptionsProps) {
  const { t } = useLingui();
  const title = useTitle();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const ways = {
    onClose: () => setOpen(null),
    onDone: (words: string) => {
      setOpen(null);
      setDone(words);
    },
  };
  const show = (dialog: OpenDialog) => {
    setDone(null);
    setOpen(dialog);
  };
  return (
    <section ref={showStock} className="card mb-6 grid gap-4" aria-label={t`Options and stock`}>
      <h2 className="text-title-s font-bold">
        <Trans>Options and stock</Trans>
      </h2>
      {done !== null && <Notice>{done}</Notice>}
      <ul className="grid gap-2">
        {item.options.map((option) => {
          const { remaining } = option;
          const name = title(option);
          return (
            <li
              key={option.id}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line pb-2 last:border-0"
            >
              <span className="min-w-0 flex-1 basis-40 font-semibold break-words">{name}</span>
              <span>
                <Trans>{remaining} left</Trans>
              </span>
              {mayAdjust && (
                <button
                  type="button"
                  className={BUTTON.quiet}
                  onClick={() => show({ kind: 'adjust', option })}
                >
                  <Trans>
                    Adjust stock<span className="sr-only"> of {name}</span>
                  </Trans>
                </button>
              )}
              {mayRename && (
                <button
                  type="button"
                  className={BUTTON.quiet}
                  onClick={() => show({ kind: 'rename', option })}
                >
                  <Trans>
                    Rename<span className="sr-only"> {name}</span>
                  </Trans>
                </button>
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

/** The props of the fields for what the options differ in, such as size. */
export function useDifferFields() {
  const { t } = useLingui();
  const common = { maxLength: 60 };
  return {
    fr: {
      ...common,
      label: t`What the buyer chooses, in French`,
      lang: 'fr',
      hint: t`Such as “Taille”.`,
    },
    en: {
      ...common,
      label: t`What the buyer chooses, in English`,
      lang: 'en',
      hint: t`Such as “Size”.`,
    },
  };
}

type DialogProps = { onClose: () => void; onDone: (words: string) => void };

/** Renames an option, or adds one with its stock. The second option requires what the options differ in. */
function OptionDialog({
  item,
  option,
  onClose,
  onDone,
}: DialogProps & { item: Item; option: Option | null }) {
  const { t } = useLingui();
  const change = useChange();
  const differ = useDifferFields();
  const isSecond = option === null && item.options.length > 0 && item.optionTitleFr === null;
  // A measure is often the same in both languages.
  const suggested = option?.titleEn === '' ? option.titleFr : '';
  const [texts, setTexts] = useState({
    titleFr: option?.titleFr ?? '',
    titleEn: option?.titleEn || suggested,
    optionTitleFr: '',
    optionTitleEn: '',
    stock: '0',
  });
  const line = t`One line of 60 characters at most.`;
  const stockRule = t`Enter a whole number from 0 to 99,999.`;
  const titleRules = { titleFr: line, titleEn: line, optionTitleFr: line, optionTitleEn: line };
  const save = useSave({ fieldOf: {}, rules: { ...titleRules, stock: stockRule } });
  const title = option === null ? t`Add an option` : t`Rename the option`;
  const read = (): Read<Pick<typeof texts, 'titleFr' | 'titleEn'> & { stock: number }> => {
    const { titleFr, titleEn, stock, ...titles } = texts;
    const input = { titleFr, titleEn, ...(isSecond ? titles : {}) };
    const problems: Record<string, string> = {};
    for (const [name, text] of Object.entries(input)) {
      if (text.trim() === '') problems[name] = t`This field is required.`;
    }
    if (!/^\d{1,5}$/.test(stock.trim())) problems['stock'] = stockRule;
    return Object.keys(problems).length > 0
      ? { problems }
      : { input: { ...input, stock: Number(stock) } };
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save.run(read(), async (input) => {
      const { titleFr, titleEn } = input;
      await change<unknown>(() =>
        option === null
          ? api.options.add.mutate({ item: item.id, ...input })
          : api.options.set.mutate({ option: option.id, titleFr, titleEn }),
      );
      onDone(option === null ? t`The option is added.` : t`The option is renamed.`);
    });
  };
  const field = (name: keyof typeof texts) => ({
    name,
    value: texts[name],
    onChange: (text: string) => {
      setTexts({ ...texts, [name]: text });
      save.correct(name);
    },
    problems: save.problems,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        {isSecond && (
          <>
            <Field {...differ.fr} {...field('optionTitleFr')} />
            <Field {...differ.en} {...field('optionTitleEn')} />
          </>
        )}
        <Field label={t`Name in French`} {...field('titleFr')} lang="fr" maxLength={60} />
        <Field
          label={t`Name in English`}
          {...field('titleEn')}
          lang="en"
          maxLength={60}
          {...(suggested !== '' && texts.titleEn === suggested
            ? { hint: t`A suggestion: the name in French. It is not stored yet.` }
            : {})}
        />
        {option === null && <Field label={t`Stock`} {...field('stock')} kind="number" />}
        <CallError error={save.error} />
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
          {title}
        </button>
      </form>
    </Dialog>
  );
}

/** A return belongs to an order and is recorded at its declaration. */
const ADJUSTMENTS = ['delivery', 'loss', 'other'] as const;
type Adjustment = (typeof ADJUSTMENTS)[number];
const isAdjustment = (text: string): text is Adjustment =>
  ADJUSTMENTS.some((kind) => kind === text);

type AdjustProps = DialogProps & { item: Pick<Item, 'titleFr' | 'titleEn'>; option: Option };
/** `held` and `toSend`: counted units that are sold. */
type Adjusted = { remaining: number; held?: number; toSend?: number };

/** Adds or removes units of stock with a reason, or sets the stock from a count. */
export function AdjustDialog({ item, option, onClose, onDone }: AdjustProps) {
  const { t } = useLingui();
  const change = useChange();
  const title = useTitle();
  const name = `${title(item)} · ${title(option)}`;
  const { remaining: before } = option;
  const [texts, setTexts] = useState({ way: 'in', units: '', kind: 'delivery', reason: '' });
  const { way, kind } = texts;
  const isCount = way === 'count';
  const unitsRule = isCount
    ? t`Enter a whole number from 0 to 99,999.`
    : t`Enter a whole number from 1 to 99,999.`;
  const save = useSave({
    fieldOf: { stock_not_enough: 'units', stock_count_below_sold: 'units' },
    rules: { units: unitsRule, kind: t`Choose one.`, reason: t`This field is required.` },
  });
  const words: Readonly<Record<Adjustment, string>> = {
    delivery: t`Delivery from the manufacturer`,
    loss: t`Loss or breakage`,
    other: t`Other`,
  };
  const isWhole = /^\d{1,5}$/.test(texts.units.trim());
  const units = Number(texts.units);
  const isReasonOptional = isCount || kind !== 'other';
  const read = (): Read<() => Promise<Adjusted>> => {
    // Without a typed reason, the label of the choice is the reason.
    const chosen = isCount ? t`Stock count` : isAdjustment(kind) ? words[kind] : '';
    const reason = texts.reason.trim() || (isReasonOptional ? chosen : '');
    const problems = {
      ...(isWhole && (isCount || units !== 0) ? {} : { units: unitsRule }),
      ...(reason === '' ? { reason: t`This field is required.` } : {}),
    };
    if (Object.keys(problems).length > 0 || !isAdjustment(kind)) return { problems };
    const { id } = option;
    if (isCount) return { input: () => api.stock.count.mutate({ option: id, units, reason }) };
    const input = { option: id, units: way === 'out' ? -units : units, kind, order: null, reason };
    return { input: () => api.stock.adjust.mutate(input) };
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save.run(read(), async (adjust) => {
      const { remaining, held = 0, toSend = 0 } = await change(adjust);
      const sold = held + toSend;
      onDone(
        sold === 0
          ? t`${name}: ${remaining} left.`
          : t`${name}: ${remaining} left, and ${sold} sold that have not gone yet.`,
      );
    });
  };
  const field = (one: keyof typeof texts) => ({
    name: one,
    value: texts[one],
    onChange: (text: string) => {
      setTexts({ ...texts, [one]: text });
      save.correct(one);
    },
    problems: save.problems,
  });
  return (
    <Dialog title={t`Adjust stock of ${name}`} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Choice
          legend={t`Direction`}
          {...field('way')}
          choices={[
            { value: 'in', words: t`Units come in` },
            { value: 'out', words: t`Units go out` },
            { value: 'count', words: t`Counted: what is left on the shelf` },
          ]}
        />
        <Field
          label={t`How many`}
          {...field('units')}
          kind="number"
          {...(isCount ? { hint: t`With the units of orders that have not left yet.` } : {})}
        />
        <p>
          {isWhole && !isCount ? (
            <Trans>
              Stock: {before} → {before + (way === 'out' ? -units : units)}
            </Trans>
          ) : (
            <Trans>{before} left now.</Trans>
          )}
        </p>
        {!isCount && (
          <Field
            label={t`Why`}
            {...field('kind')}
            choices={ADJUSTMENTS.map((one): readonly [string, string] => [one, words[one]])}
          />
        )}
        <Field
          label={isReasonOptional ? t`Note (optional)` : t`Reason`}
          {...field('reason')}
          maxLength={200}
        />
        <CallError error={save.error} />
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
          <Trans>Save the stock</Trans>
        </button>
      </form>
    </Dialog>
  );
}

type NewOptionsProps = {
  options: readonly Typed[];
  problems: Problems;
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

export function NewOptions({ options, problems, onChange, children }: NewOptionsProps) {
  const { t } = useLingui();
  return (
    <Group legend={t`Options and stock`}>
      <p className="text-small text-ink-soft">
        <Trans>An item that comes in one kind has one option.</Trans>
      </p>
      {children}
      {options.map((option, index) => {
        const number = index + 1;
        const field = (name: keyof typeof NO_OPTION) => ({
          name: `options.${index}.${name}`,
          value: textIn(partsOf(option)[name]),
          onChange: (text: string) => {
            const parts = partsOf(option);
            // “One model” does not translate another name.
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
            className="grid gap-4 border-b border-line pb-4 sm:grid-cols-[1fr_1fr_8rem]"
          >
            <legend className="sr-only">{t`Option ${number}`}</legend>
            <Field label={t`Name in French`} {...field('titleFr')} lang="fr" maxLength={60} />
            <Field label={t`Name in English`} {...field('titleEn')} lang="en" maxLength={60} />
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
    </Group>
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
      if (!/^\d{1,5}$/.test(stock))
        problems[`options.${index}.stock`] = t`Enter a whole number from 0 to 99,999.`;
      return { titleFr, titleEn, stock: Number(stock) };
    });
    return Object.keys(problems).length > 0 ? { problems } : { input: made };
  };
}
