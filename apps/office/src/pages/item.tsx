import { textOfHtml } from '@agres/domain/html';
import { typedCents } from '@agres/domain/prices';
import { MAX_RELATED_ITEMS } from '@agres/domain/related-items';
import { ITEM_USES, isItemUse, type ItemUse } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { DraftForm, isUploading, SaveBar } from '../form/draft-form.tsx';
import { textIn, useDraft, type Values } from '../form/draft.tsx';
import {
  BothLanguages,
  Field,
  Folded,
  HtmlField,
  MoveButtons,
  useTextLanguage,
  type Problems,
} from '../form/fields.tsx';
import { PicturesField } from '../form/picture-fields.tsx';
import { useSave, type Read } from '../form/save.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import type { Typed } from '../form/schema.ts';
import { api } from '../lib/api.ts';
import { formatEuros, formatPercent, percentIn, typedEuros, typedPercent } from '../lib/format.ts';
import { useAction, useChange, useMay, useVat } from '../lib/staff.tsx';
import { CallError, Dialog, Facts, Loading, Notice, PageHead } from '../ui.tsx';
import { bestSellersOf, movedBy, useItems, useTitle } from './items.tsx';
import { ItemPreview } from './preview.tsx';
import { farPriceQuestion, SureDialog } from './price.tsx';
import { PublishPanel } from './publish.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;
type Option = Item['options'][number];
type ItemChanges = Parameters<typeof api.items.set.mutate>[0]['changes'];

const FIELDS = [
  'titleFr',
  'titleEn',
  'price',
  'vatPercent',
  'use',
  'descriptionFr',
  'descriptionEn',
  'images',
  'optionTitleFr',
  'optionTitleEn',
  'makerName',
  'makerAddress',
  'makerContact',
  'modelReference',
  'warningsFr',
  'warningsEn',
] as const;
type FieldName = (typeof FIELDS)[number];
type ItemValues = Values<FieldName>;

/** A new item, of which nothing is typed. */
const EMPTY: ItemValues = {
  titleFr: '',
  titleEn: '',
  price: '',
  vatPercent: '',
  use: '',
  descriptionFr: '',
  descriptionEn: '',
  images: [],
  optionTitleFr: '',
  optionTitleEn: '',
  makerName: '',
  makerAddress: '',
  makerContact: '',
  modelReference: '',
  warningsFr: '',
  warningsEn: '',
};

function valuesOf(item: Item, locale: string): ItemValues {
  const texts = FIELDS.filter(
    (name) => name !== 'price' && name !== 'vatPercent' && name !== 'images',
  ).map((name) => [name, item[name] ?? ''] as const);
  return {
    ...EMPTY,
    ...Object.fromEntries(texts),
    price: typedEuros(locale, item.shownPriceCents),
    vatPercent: typedPercent(locale, item.vatPercent),
    images: item.images.map(({ url, optionTitle }) => ({ url, optionTitle: optionTitle ?? '' })),
  };
}

/** The field that each refusal is about, and the field of the form for one of the call. */
const FIELD_OF = {
  shownPriceCents: 'price',
  item_option_titles_missing: 'optionTitleFr',
  item_option_title_without_french: 'optionTitleFr',
  item_option_title_without_english: 'optionTitleEn',
  item_maker_incomplete: 'makerName',
  item_reference_without_maker: 'makerName',
  item_warnings_without_french: 'warningsFr',
  item_warnings_without_english: 'warningsEn',
  item_picture_option_unknown: 'images',
} as const;

function useItemWords() {
  const { t } = useLingui();
  const labels: Readonly<Record<FieldName, string>> = {
    titleFr: t`Title in French`,
    titleEn: t`Title in English`,
    price: t`Price`,
    vatPercent: t`VAT rate of its own`,
    use: t`What it is for`,
    descriptionFr: t`Description in French`,
    descriptionEn: t`Description in English`,
    images: t`Pictures`,
    optionTitleFr: t`What the options differ in, in French`,
    optionTitleEn: t`What the options differ in, in English`,
    makerName: t`Name of the maker`,
    makerAddress: t`Postal address of the maker`,
    makerContact: t`Email or web page of the maker`,
    modelReference: t`Model reference of the maker`,
    warningsFr: t`Warnings in French`,
    warningsEn: t`Warnings in English`,
  };
  const title = t`One line of 120 characters at most.`;
  const text = t`A text of 50,000 characters at most.`;
  const optionTitle = t`One line of 60 characters at most.`;
  const warnings = t`2,000 characters at most.`;
  const rules: Readonly<Record<FieldName, string>> = {
    titleFr: title,
    titleEn: title,
    price: t`A price of 0.50 euros at least.`,
    vatPercent: t`Enter a rate above 0 and up to 30, such as 20 or 5.5.`,
    use: t`Choose one.`,
    descriptionFr: text,
    descriptionEn: text,
    images: t`The address of a picture starts with https:// or, on this site, with /.`,
    optionTitleFr: optionTitle,
    optionTitleEn: optionTitle,
    makerName: title,
    makerAddress: t`One line of 200 characters at most.`,
    makerContact: t`An email address, or one such as https://maker.example/contact.`,
    modelReference: t`One line of 80 characters at most.`,
    warningsFr: warnings,
    warningsEn: warnings,
  };
  const uses: Readonly<Record<ItemUse, string>> = {
    strength: t`Strength`,
    balance: t`Balance`,
    mobility: t`Mobility`,
    juggling: t`Juggling`,
    endurance: t`Endurance`,
  };
  return { labels, rules, uses };
}

/** What always has a text. */
const REQUIRED: ReadonlySet<FieldName> = new Set([
  'titleFr',
  'titleEn',
  'descriptionFr',
  'descriptionEn',
]);

/** Reads the named fields to what a call sets. */
function useReadItem(): (values: ItemValues, names: readonly FieldName[]) => Read<ItemChanges> {
  const { t } = useLingui();
  const problemTexts = useProblemTexts();
  const { rules } = useItemWords();
  return (values, names) => {
    const problems: Record<string, string> = {};
    const changes: ItemChanges = {};
    for (const name of names) {
      const text = textIn(values[name]).trim();
      switch (name) {
        case 'price': {
          const cents = typedCents(text);
          if (cents === undefined) {
            Object.assign(problems, problemTexts([{ path: name, problem: 'euros' }]));
          } else changes.shownPriceCents = cents;
          break;
        }
        case 'vatPercent': {
          const percent = text === '' ? null : percentIn(text);
          if (percent === undefined) problems[name] = rules.vatPercent;
          else changes.vatPercent = percent;
          break;
        }
        case 'images':
          changes.images = picturesOf(values.images);
          break;
        case 'use':
          changes.use = isItemUse(text) ? text : null;
          break;
        case 'optionTitleFr':
        case 'optionTitleEn':
          // They stay once there are options that differ.
          if (text === '') problems[name] = t`Fill this in.`;
          else changes[name] = text;
          break;
        default:
          if (text === '' && REQUIRED.has(name)) problems[name] = t`Fill this in.`;
          else Object.assign(changes, { [name]: text === '' ? null : text });
      }
    }
    return Object.keys(problems).length > 0 ? { problems } : { input: changes };
  };
}

function picturesOf(typed: Typed): NonNullable<ItemChanges['images']> {
  return (Array.isArray(typed) ? typed : []).flatMap((row) => {
    if (typeof row !== 'object' || Array.isArray(row)) return [];
    const optionTitle = textIn(row['optionTitle']);
    return [
      { url: textIn(row['url']).trim(), optionTitle: optionTitle === '' ? null : optionTitle },
    ];
  });
}

type FieldsProps = {
  values: ItemValues;
  set: (name: FieldName, typed: Typed) => void;
  problems: Problems;
  /** French titles of the options, for what a picture shows. */
  optionTitles: readonly string[];
  /** The options, where they are fields of the form themselves. */
  options?: ReactNode;
};

function ItemFields({ values, set, problems, optionTitles, options }: FieldsProps) {
  const { t } = useLingui();
  const choice = useTextLanguage(problems);
  const { labels, uses } = useItemWords();
  const field = (name: FieldName) => ({
    label: labels[name],
    name,
    value: textIn(values[name]),
    onChange: (text: string) => set(name, text),
    problems,
  });
  const isWrong = (...names: readonly FieldName[]) => names.some((name) => name in problems);
  return (
    <>
      <BothLanguages
        label={t`Title`}
        choice={choice}
        fr={<Field {...field('titleFr')} lang="fr" maxLength={120} />}
        en={<Field {...field('titleEn')} lang="en" maxLength={120} />}
      />
      <div className="max-w-80">
        <Field
          {...field('price')}
          kind="euros"
          hint={t`What buyers see and pay, delivery not included.`}
        />
      </div>
      <VatField {...field('vatPercent')} />
      <PicturesField
        label={labels.images}
        path="images"
        typed={values.images}
        problems={problems}
        onChange={(typed) => set('images', typed)}
        renderFields={({ path, typed, onChange }) => {
          const row = typeof typed === 'object' && !Array.isArray(typed) ? typed : {};
          const shown = textIn(row['optionTitle']);
          const titles = [...new Set([...optionTitles, ...(shown === '' ? [] : [shown])])];
          return titles.length < 2 && shown === '' ? null : (
            <Field
              label={t`Shows the option`}
              name={`${path}.optionTitle`}
              value={shown}
              onChange={(optionTitle) => onChange({ ...row, optionTitle })}
              problems={problems}
              choices={[
                ['', t`All of them`],
                ...titles.map((title): readonly [string, string] => [title, title]),
              ]}
            />
          );
        }}
      />
      {problems['images'] !== undefined && (
        <p className="text-small text-error">{problems['images']}</p>
      )}
      {options}
      <BothLanguages
        label={t`Description`}
        choice={choice}
        fr={<HtmlField {...field('descriptionFr')} lang="fr" />}
        en={<HtmlField {...field('descriptionEn')} lang="en" />}
      />
      <Field
        {...field('use')}
        choices={[
          ['', t`Not told`],
          ...ITEM_USES.map((use): readonly [string, string] => [use, uses[use]]),
        ]}
      />
      <Folded
        title={t`What the options differ in`}
        isOpen={optionTitles.length > 1 || isWrong('optionTitleFr', 'optionTitleEn')}
      >
        <BothLanguages
          label={t`What the options differ in`}
          choice={choice}
          fr={
            <Field
              {...field('optionTitleFr')}
              lang="fr"
              maxLength={60}
              hint={t`Such as “Taille”. Only where there are several options.`}
            />
          }
          en={
            <Field
              {...field('optionTitleEn')}
              lang="en"
              maxLength={60}
              hint={t`Such as “Size”. Only where there are several options.`}
            />
          }
        />
      </Folded>
      <Folded
        title={t`Maker and warnings`}
        isOpen={isWrong(
          'makerName',
          'makerAddress',
          'makerContact',
          'modelReference',
          'warningsFr',
          'warningsEn',
        )}
      >
        <Field {...field('makerName')} maxLength={120} />
        <Field {...field('makerAddress')} maxLength={200} />
        <Field {...field('makerContact')} maxLength={200} />
        <Field {...field('modelReference')} maxLength={80} />
        <BothLanguages
          label={t`Warnings`}
          choice={choice}
          fr={<Field {...field('warningsFr')} kind="long" lang="fr" maxLength={2000} />}
          en={<Field {...field('warningsEn')} kind="long" lang="en" maxLength={2000} />}
        />
      </Folded>
    </>
  );
}

/** The VAT rate of an item; under franchise there is none to enter. */
function VatField(field: Omit<Parameters<typeof Field>[0], 'hint'>) {
  const { t, i18n } = useLingui();
  const { regime = null, ratePercent = null } = useVat().data ?? {};
  if (regime === 'franchise') {
    return (
      <p className="text-small text-ink-soft">
        <Trans>
          You charge no VAT (franchise, article 293 B), so that no item has a rate of its own.
        </Trans>
      </p>
    );
  }
  const rate = ratePercent === null ? null : formatPercent(i18n.locale, ratePercent);
  return (
    <div className="max-w-80">
      <Field
        {...field}
        hint={
          rate === null
            ? t`Only where it is not the shop’s, such as 5.5. It holds for the delivery too.`
            : t`Only where it is not the shop’s ${rate}, such as 5.5. It holds for the delivery too.`
        }
      />
    </div>
  );
}

/** One item: on the site or not, its options, everything that is shown of it. */
export function ItemPage() {
  const { t, i18n } = useLingui();
  const { id } = useParams({ from: '/items/$id' });
  const may = useMay();
  const title = useTitle();
  const change = useChange();
  const [isDirty, setIsDirty] = useState(false);
  const item = useQuery({
    queryKey: ['item', id],
    queryFn: () => api.items.get.query({ item: Number(id) }),
  });
  const { data } = item;
  if (item.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <>
        <PageHead title={t`Items`} />
        <CallError error={item.error} />
      </>
    );
  }
  const mayWrite = may('items.write');
  return (
    <>
      <PageHead title={title(data)}>
        <Link to="/items" className={BUTTON.quiet}>
          <Trans>All items</Trans>
        </Link>
      </PageHead>
      <CallError error={item.error} />
      <PublishPanel
        page="item"
        id={data.id}
        publishedAt={data.publishedAt}
        mayChange={mayWrite}
        isDirty={isDirty}
        renderPreview={(locale) => <ItemPreview item={data} locale={locale} />}
        publish={(from) => change(() => api.items.publish.mutate({ item: data.id, from }))}
        unpublish={() => change(() => api.items.unpublish.mutate({ item: data.id }))}
      />
      {mayWrite ? (
        <EditForm key={data.id} item={data} onDirty={setIsDirty} />
      ) : (
        <Facts facts={[[t`Price`, formatEuros(i18n.locale, data.shownPriceCents)]]} />
      )}
      <Options item={data} mayRename={mayWrite} mayAdjust={may('stock.adjust')} />
      {mayWrite && (
        <>
          <BestSeller item={data} />
          <Related key={`related ${data.id}`} item={data} />
        </>
      )}
    </>
  );
}

/** The fields of an item; only those that were changed are sent. */
function EditForm({ item, onDirty }: { item: Item; onDirty: (isDirty: boolean) => void }) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const { labels, rules } = useItemWords();
  const read = useReadItem();
  const save = useSave({ fieldOf: FIELD_OF, rules });
  const base = valuesOf(item, i18n.locale);
  const draft = useDraft(`item ${item.id}`, base, item.version);
  const [done, setDone] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const send = (isSure: boolean, version: number) =>
    save.run(read(draft.values, draft.changed), async (changes) => {
      setDone(null);
      setAsked(null);
      try {
        const { removed } = await change(() =>
          api.items.set.mutate({ item: item.id, changes, version, isSure }),
        );
        draft.forget();
        onDirty(false);
        const names = removed.join(', ');
        setDone(names === '' ? t`Saved.` : t`Saved. This was left out of the text: ${names}`);
      } catch (failure) {
        const question = farPriceQuestion(failure);
        if (question === null) throw failure;
        setAsked(question);
      }
    });
  return (
    <>
      <DraftForm
        label={t`Item`}
        draft={draft}
        save={save}
        done={done}
        stored={draft.changed.map((name) => [labels[name], shownText(base[name])])}
        currentVersion={item.version}
        send={(version) => send(false, version)}
        onDrop={() => onDirty(false)}
      >
        <ItemFields
          values={draft.values}
          set={(name, typed) => {
            draft.set(name, typed);
            setDone(null);
            onDirty(true);
          }}
          problems={save.problems}
          optionTitles={item.options.map(({ titleFr }) => titleFr)}
        />
      </DraftForm>
      {asked !== null && (
        <SureDialog
          sentence={asked}
          onClose={() => setAsked(null)}
          onSure={() => void send(true, draft.version)}
        />
      )}
    </>
  );
}

const shownText = (typed: Typed): string =>
  Array.isArray(typed)
    ? picturesOf(typed)
        .map(({ url }) => url)
        .join('\n')
    : textOfHtml(textIn(typed));

type OptionsProps = { item: Item; mayRename: boolean; mayAdjust: boolean };
type OpenDialog = { kind: 'rename' | 'adjust'; option: Option } | { kind: 'add' };

/** Shows the stock first where a link asks for it. */
function showStock(section: HTMLElement | null): void {
  if (location.hash === '#stock') section?.scrollIntoView();
}

/** The options with their stock; each change is made at once. */
function Options({ item, mayRename, mayAdjust }: OptionsProps) {
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
      {open?.kind === 'adjust' && <AdjustDialog option={open.option} {...ways} />}
      {open?.kind === 'rename' && <OptionDialog item={item} option={open.option} {...ways} />}
      {open?.kind === 'add' && <OptionDialog item={item} option={null} {...ways} />}
    </section>
  );
}

type DialogProps = { onClose: () => void; onDone: (words: string) => void };

/** Renames an option, or adds one with its stock. */
function OptionDialog({
  item,
  option,
  onClose,
  onDone,
}: DialogProps & { item: Item; option: Option | null }) {
  const { t } = useLingui();
  const change = useChange();
  const [texts, setTexts] = useState({
    titleFr: option?.titleFr ?? '',
    titleEn: option?.titleEn ?? '',
    stock: '0',
  });
  const optionRule = t`One line of 60 characters at most.`;
  const stockRule = t`Enter a whole number.`;
  const save = useSave({
    fieldOf: {},
    rules: { titleFr: optionRule, titleEn: optionRule, stock: stockRule },
  });
  const title = option === null ? t`Add an option` : t`Rename the option`;
  const read = (): Read<{ titleFr: string; titleEn: string; stock: number }> => {
    const titleFr = texts.titleFr.trim();
    const titleEn = texts.titleEn.trim();
    const problems = {
      ...(titleFr === '' ? { titleFr: t`Fill this in.` } : {}),
      ...(titleEn === '' ? { titleEn: t`Fill this in.` } : {}),
      ...(/^\d{1,5}$/.test(texts.stock.trim()) ? {} : { stock: stockRule }),
    };
    return Object.keys(problems).length > 0
      ? { problems }
      : { input: { titleFr, titleEn, stock: Number(texts.stock) } };
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save.run(read(), async ({ stock, ...titles }) => {
      await change<unknown>(() =>
        option === null
          ? api.options.add.mutate({ item: item.id, ...titles, stock })
          : api.options.set.mutate({ option: option.id, ...titles }),
      );
      onDone(option === null ? t`The option is added.` : t`The option is renamed.`);
    });
  };
  const field = (name: keyof typeof texts) => ({
    name,
    value: texts[name],
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
    problems: save.problems,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Field label={t`Name in French`} {...field('titleFr')} lang="fr" maxLength={60} />
        <Field label={t`Name in English`} {...field('titleEn')} lang="en" maxLength={60} />
        {option === null && <Field label={t`Stock`} {...field('stock')} kind="number" />}
        <CallError error={save.error} />
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
          {title}
        </button>
      </form>
    </Dialog>
  );
}

/** A return belongs to an order, and is noted where its declaration is. */
const ADJUSTMENTS = ['delivery', 'count', 'loss', 'other'] as const;
type Adjustment = (typeof ADJUSTMENTS)[number];
const isAdjustment = (text: string): text is Adjustment =>
  ADJUSTMENTS.some((kind) => kind === text);

/** Counts units in or out, with the reason. */
function AdjustDialog({ option, onClose, onDone }: DialogProps & { option: Option }) {
  const { t } = useLingui();
  const change = useChange();
  const name = useTitle()(option);
  const { remaining: before } = option;
  const [texts, setTexts] = useState({ units: '', kind: 'delivery', reason: '' });
  const unitsRule = t`Enter how many come in, such as 5, or go out, such as -2.`;
  const save = useSave({
    fieldOf: { stock_not_enough: 'units' },
    rules: { units: unitsRule, kind: t`Choose one.`, reason: t`Fill this in.` },
  });
  const words: Readonly<Record<Adjustment, string>> = {
    delivery: t`Delivery from the maker`,
    count: t`Stock count`,
    loss: t`Loss or breakage`,
    other: t`Other`,
  };
  const read = (): Read<{ units: number; kind: Adjustment; reason: string }> => {
    const units = texts.units.trim().replace('−', '-');
    const reason = texts.reason.trim();
    const { kind } = texts;
    const problems = {
      ...(/^[+-]?\d{1,5}$/.test(units) && Number(units) !== 0 ? {} : { units: unitsRule }),
      ...(reason === '' ? { reason: t`Fill this in.` } : {}),
    };
    return Object.keys(problems).length > 0 || !isAdjustment(kind)
      ? { problems }
      : { input: { units: Number(units), kind, reason } };
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save.run(read(), async (input) => {
      const { remaining } = await change(() =>
        api.stock.adjust.mutate({ option: option.id, order: null, ...input }),
      );
      onDone(t`${name}: ${remaining} left.`);
    });
  };
  const field = (one: keyof typeof texts) => ({
    name: one,
    value: texts[one],
    onChange: (text: string) => setTexts({ ...texts, [one]: text }),
    problems: save.problems,
  });
  return (
    <Dialog title={t`Adjust stock of ${name}`} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <p>
          <Trans>{before} left now.</Trans>
        </p>
        <Field label={t`Units in or out`} {...field('units')} hint={unitsRule} />
        <Field
          label={t`Why`}
          {...field('kind')}
          choices={ADJUSTMENTS.map((kind): readonly [string, string] => [kind, words[kind]])}
        />
        <Field label={t`Reason`} {...field('reason')} maxLength={200} />
        <CallError error={save.error} />
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
          <Trans>Adjust stock</Trans>
        </button>
      </form>
    </Dialog>
  );
}

/** Whether the home page shows an item among its best sellers, and where. */
function BestSeller({ item }: { item: Item }) {
  const { t } = useLingui();
  const change = useChange();
  const list = useItems();
  const { act, error } = useAction<null>();
  const ids = bestSellersOf(list.data?.items ?? []).map(({ id }) => id);
  const rank = ids.indexOf(item.id) + 1;
  const toggle = () =>
    act(async () => {
      const items = rank > 0 ? ids.filter((id) => id !== item.id) : [...ids, item.id];
      await change(() => api.items.setBestSellers.mutate({ items }));
      return null;
    });
  return (
    <section className="card mb-6 grid gap-4" aria-label={t`Best seller`}>
      <h2 className="text-title-s font-bold">
        <Trans>Best seller</Trans>
      </h2>
      <p>
        {rank > 0 ? (
          <Trans>
            Number {rank} of the best sellers on the home page.{' '}
            <Link to="/items" search={{ best: true }} className="underline">
              Change their order
            </Link>
          </Trans>
        ) : (
          <Trans>Not among the best sellers of the home page.</Trans>
        )}
      </p>
      <CallError error={error} />
      <div>
        <button
          type="button"
          className={BUTTON.secondary}
          disabled={list.data === undefined}
          onClick={() => void toggle()}
        >
          {rank > 0 ? <Trans>Take it out</Trans> : <Trans>Make it a best seller</Trans>}
        </button>
      </div>
    </section>
  );
}

/** What the page of an item shows beside it; each change is made at once. */
function Related({ item }: { item: Item }) {
  const { t } = useLingui();
  const change = useChange();
  const title = useTitle();
  const list = useItems();
  const { act, isBusy, error } = useAction<null>();
  const items = list.data?.items ?? [];
  const ids = item.relatedItemIds;
  const set = (related: readonly number[]) =>
    act(async () => {
      await change(() => api.items.relate.mutate({ item: item.id, related: [...related] }));
      return null;
    });
  const others = items.filter(({ id }) => id !== item.id && !ids.includes(id));
  return (
    <section className="card mb-6 grid gap-4" aria-label={t`Related items`}>
      <h2 className="text-title-s font-bold">
        <Trans>Related items</Trans>
      </h2>
      {ids.length === 0 && (
        <p className="text-ink-soft">
          <Trans>None is chosen: its page shows items of the same use.</Trans>
        </p>
      )}
      <CallError error={error} />
      <ol className="grid gap-2">
        {ids.map((id, index) => {
          const other = items.find((one) => one.id === id);
          const name = other === undefined ? t`Item ${id}` : title(other);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="min-w-0 flex-1 basis-40 break-words">{name}</span>
              <MoveButtons
                title={name}
                isFirst={index === 0}
                isLast={index === ids.length - 1}
                isBusy={isBusy}
                onMove={(by) => void set(movedBy(ids, id, by))}
              />
              <button
                type="button"
                className={BUTTON.quiet}
                onClick={() => void set(ids.filter((one) => one !== id))}
              >
                <Trans>
                  Remove<span className="sr-only"> {name}</span>
                </Trans>
              </button>
            </li>
          );
        })}
      </ol>
      {ids.length < MAX_RELATED_ITEMS && (
        <Field
          label={t`Add an item`}
          name="related"
          value=""
          onChange={(text) => text !== '' && void set([...ids, Number(text)])}
          problems={{}}
          choices={[
            ['', t`Choose…`],
            ...others.map((one): readonly [string, string] => [String(one.id), title(one)]),
          ]}
        />
      )}
    </section>
  );
}

type NewName = FieldName | 'options';
const NO_OPTION = { titleFr: '', titleEn: '', stock: '0' };
const NEW_ITEM: Values<NewName> = {
  ...EMPTY,
  options: [{ titleFr: 'Unique', titleEn: 'Standard', stock: '0' }],
};

/** Adds an item with its options and pictures, hidden until it is published. */
export function NewItemPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = useChange();
  const { rules } = useItemWords();
  const readItem = useReadItem();
  const readOptions = useReadOptions();
  const draft = useDraft('new item', NEW_ITEM, 0);
  const optionRule = t`Fill in both names, and the stock as a whole number.`;
  const save = useSave({
    fieldOf: FIELD_OF,
    rules: { ...rules, options: optionRule },
  });
  const { values } = draft;
  const options = Array.isArray(values.options) ? values.options : [];
  const read = () => {
    // What may be left out of a new item is left out where nothing is typed.
    const names = FIELDS.filter(
      (name) => REQUIRED.has(name) || name === 'price' || textIn(values[name]).trim() !== '',
    );
    const item = readItem(values, [...names, 'images']);
    const made = readOptions(options);
    const problems = {
      ...('problems' in item ? item.problems : {}),
      ...('problems' in made ? made.problems : {}),
    };
    return 'problems' in item || 'problems' in made
      ? { problems }
      : { input: { ...item.input, options: made.input } };
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUploading(event.currentTarget)) return;
    void save.run(read(), async ({ options: made, ...fields }) => {
      const { titleFr = '', titleEn = '', descriptionFr = '', descriptionEn = '' } = fields;
      const { shownPriceCents = 0 } = fields;
      const { id } = await change(() =>
        api.items.create.mutate({
          ...fields,
          titleFr,
          titleEn,
          descriptionFr,
          descriptionEn,
          shownPriceCents,
          options: made,
          isSure: false,
        }),
      );
      draft.forget();
      await navigate({ to: '/items/$id', params: { id: String(id) } });
    });
  };
  const setOption = (index: number, next: Typed) =>
    draft.set('options', options.toSpliced(index, 1, next));
  return (
    <>
      <PageHead title={t`New item`}>
        <Link to="/items" className={BUTTON.quiet}>
          <Trans>All items</Trans>
        </Link>
      </PageHead>
      <form className="card mb-6 grid gap-6" noValidate onSubmit={submit} aria-label={t`Item`}>
        <ItemFields
          values={values}
          set={draft.set}
          problems={save.problems}
          optionTitles={options.flatMap((option) => {
            const { titleFr } = recordOf(option);
            return textIn(titleFr) === '' ? [] : [textIn(titleFr)];
          })}
          options={
            <fieldset className="grid gap-4 rounded-control border border-line p-4">
              <legend className="px-1 font-semibold">{t`Options and stock`}</legend>
              <p className="text-small text-ink-soft">
                <Trans>An item that comes in one kind has one option.</Trans>
              </p>
              {options.map((option, index) => (
                <OptionRow
                  // The rows have no id of their own, and are only added and removed at the end.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  path={`options.${index}`}
                  number={index + 1}
                  typed={option}
                  problems={save.problems}
                  onChange={(next) => setOption(index, next)}
                  onRemove={
                    options.length === 1
                      ? null
                      : () => draft.set('options', options.toSpliced(index, 1))
                  }
                />
              ))}
              <div>
                <button
                  type="button"
                  className={BUTTON.secondary}
                  onClick={() => draft.set('options', [...options, NO_OPTION])}
                >
                  <Trans>Add an option</Trans>
                </button>
              </div>
            </fieldset>
          }
        />
        <SaveBar
          done={null}
          state={<Trans>It stays hidden until you publish it.</Trans>}
          error={save.error}
        >
          <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
            <Trans>Create the item</Trans>
          </button>
        </SaveBar>
      </form>
    </>
  );
}

const recordOf = (typed: Typed) =>
  typeof typed === 'object' && !Array.isArray(typed) ? typed : {};

type MadeOption = { titleFr: string; titleEn: string; stock: number };

function useReadOptions(): (options: readonly Typed[]) => Read<MadeOption[]> {
  const { t } = useLingui();
  return (options) => {
    const problems: Record<string, string> = {};
    const made = options.map((option, index) => {
      const record = recordOf(option);
      const [titleFr = '', titleEn = '', stock = ''] = ['titleFr', 'titleEn', 'stock'].map((name) =>
        textIn(record[name]).trim(),
      );
      if (titleFr === '') problems[`options.${index}.titleFr`] = t`Fill this in.`;
      if (titleEn === '') problems[`options.${index}.titleEn`] = t`Fill this in.`;
      if (!/^\d{1,5}$/.test(stock)) problems[`options.${index}.stock`] = t`Enter a whole number.`;
      return { titleFr, titleEn, stock: Number(stock) };
    });
    return Object.keys(problems).length > 0 ? { problems } : { input: made };
  };
}

type OptionRowProps = {
  path: string;
  number: number;
  typed: Typed;
  problems: Problems;
  onChange: (typed: Typed) => void;
  onRemove: (() => void) | null;
};

function OptionRow({ path, number, typed, problems, onChange, onRemove }: OptionRowProps) {
  const { t } = useLingui();
  const record = recordOf(typed);
  const field = (name: string) => ({
    name: `${path}.${name}`,
    value: textIn(record[name]),
    onChange: (text: string) => onChange({ ...record, [name]: text }),
    problems,
  });
  return (
    <fieldset className="grid gap-4 border-b border-line pb-4 sm:grid-cols-[1fr_1fr_8rem]">
      <legend className="sr-only">{t`Option ${number}`}</legend>
      <Field label={t`Name in French`} {...field('titleFr')} lang="fr" maxLength={60} />
      <Field label={t`Name in English`} {...field('titleEn')} lang="en" maxLength={60} />
      <Field label={t`Stock`} {...field('stock')} kind="number" />
      {onRemove !== null && (
        <button type="button" className={`${BUTTON.quiet} justify-self-start`} onClick={onRemove}>
          <Trans>Remove option {number}</Trans>
        </button>
      )}
    </fieldset>
  );
}
