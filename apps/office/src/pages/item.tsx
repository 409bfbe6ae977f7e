import { SINGLE_OPTION } from '@agres/domain/item-options';
import { typedCents } from '@agres/domain/prices';
import { ITEM_USES, isItemUse, type ItemUse } from '@agres/domain/shape-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { missingTitle, partsOf, textIn, type Values } from '../form/draft.tsx';
import { BothLanguages, Field, Folded, Secondary } from '../form/fields.tsx';
import { HtmlField } from '../form/html-field.tsx';
import { PicturesField } from '../form/picture-fields.tsx';
import type { Read } from '../form/save.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { eurosProblem, type Typed } from '../form/schema.ts';
import { api } from '../lib/api.ts';
import { formatEuros, formatPercent, percentIn, typedEuros, typedPercent } from '../lib/format.ts';
import { useMay, useVat } from '../lib/staff.tsx';
import { Facts } from '../ui.tsx';
import { CreatePage, DeleteDraft, EditPage, type Fields } from './edit.tsx';
import { NewOptions, Options, useDifferFields, useParseOptions } from './item-options.tsx';
import { BestSeller, Related } from './item-places.tsx';
import { useTitle } from './items.tsx';
import { ItemPreview } from './preview.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;
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

/** Maps each refusal code, and each API input whose field has another name, to its field in the form. */
const FIELD_OF = {
  shownPriceCents: 'price',
  title_missing: 'titleFr',
  item_option_titles_missing: 'optionTitleFr',
  item_option_title_without_french: 'optionTitleFr',
  item_option_title_without_english: 'optionTitleEn',
  item_maker_incomplete: 'makerName',
  item_reference_without_maker: 'makerName',
  item_warnings_without_french: 'warningsFr',
  item_warnings_without_english: 'warningsEn',
  item_picture_option_unknown: 'images',
} as const;

/** The site requires these. */
const REQUIRED = ['titleFr', 'titleEn', 'descriptionFr', 'descriptionEn'] as const;
/** The site requires both languages or none. */
const PAIRS = [
  ['optionTitleFr', 'optionTitleEn'],
  ['warningsFr', 'warningsEn'],
] as const;

/** Returns the empty required fields, and the empty half of each half-filled pair. */
function missingIn(values: ItemValues): FieldName[] {
  const isEmpty = (name: FieldName) => textIn(values[name]).trim() === '';
  const pairs = PAIRS.filter((pair) => pair.some(isEmpty) && !pair.every(isEmpty));
  return [...REQUIRED, ...pairs.flat()].filter(isEmpty);
}

function useItemForm({ isDraft }: { isDraft: boolean }) {
  const { t } = useLingui();
  const problemTexts = useProblemTexts();
  const differ = useDifferFields();
  const labels: Readonly<Record<FieldName, string>> = {
    titleFr: t`Title in French`,
    titleEn: t`Title in English`,
    price: t`Price`,
    vatPercent: t`Specific VAT rate`,
    use: t`Category`,
    descriptionFr: t`Description in French`,
    descriptionEn: t`Description in English`,
    images: t`Pictures`,
    optionTitleFr: differ.fr.label,
    optionTitleEn: differ.en.label,
    makerName: t`Name of the manufacturer`,
    makerAddress: t`Postal address of the manufacturer`,
    makerContact: t`Email or web page of the manufacturer`,
    modelReference: t`Model reference of the manufacturer`,
    warningsFr: t`Warnings in French`,
    warningsEn: t`Warnings in English`,
  };
  const title = t`One line of 120 characters at most.`;
  const longText = t`A text of 50,000 characters at most.`;
  const optionTitle = t`One line of 60 characters at most.`;
  const warnings = t`2,000 characters at most.`;
  const rules: Readonly<Record<FieldName, string>> = {
    titleFr: title,
    titleEn: title,
    price: t`Enter a price from €0.50 to €999,979.99.`,
    vatPercent: t`Enter a rate above 0 and up to 30, such as 20 or 5.5.`,
    use: t`Choose one.`,
    descriptionFr: longText,
    descriptionEn: longText,
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
  const read = (values: ItemValues, names: readonly FieldName[]): Read<ItemChanges> => {
    const missing = isDraft ? missingTitle(values) : missingIn(values);
    const problems: Record<string, string> = Object.fromEntries(
      missing.map((name) => [name, t`This field is required.`]),
    );
    const changes: ItemChanges = {};
    for (const name of names) {
      const text = textIn(values[name]).trim();
      switch (name) {
        case 'price': {
          const cents = typedCents(text);
          if (cents === undefined) {
            Object.assign(problems, problemTexts([{ path: name, problem: eurosProblem(text) }]));
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
        case 'titleFr':
        case 'titleEn':
        case 'descriptionFr':
        case 'descriptionEn':
        case 'optionTitleFr':
        case 'optionTitleEn':
          changes[name] = text;
          break;
        default:
          Object.assign(changes, { [name]: text === '' ? null : text });
      }
    }
    return Object.keys(problems).length > 0 ? { problems } : { input: changes };
  };
  return { labels, rules, fieldOf: FIELD_OF, read, missing: missingIn };
}

const picturesOf = (typed: Typed): NonNullable<ItemChanges['images']> =>
  (Array.isArray(typed) ? typed : []).map((row) => ({
    url: textIn(partsOf(row)['url']).trim(),
    optionTitle: textIn(partsOf(row)['optionTitle']) || null,
  }));

type ItemFields = Fields<FieldName>;

function ItemTitles({ choice, field }: ItemFields) {
  return (
    <div className="card">
      <BothLanguages
        choice={choice}
        fr={<Field {...field('titleFr')} lang="fr" maxLength={120} />}
        en={<Field {...field('titleEn')} lang="en" maxLength={120} />}
      />
    </div>
  );
}

/** Below the price and the stock, which change more often than it. */
function ItemDescription({ choice, field }: ItemFields) {
  return (
    <div className="card">
      <BothLanguages
        choice={choice}
        fr={<HtmlField {...field('descriptionFr')} lang="fr" />}
        en={<HtmlField {...field('descriptionEn')} lang="en" />}
      />
    </div>
  );
}

function PriceField({ field }: ItemFields) {
  const { t } = useLingui();
  return (
    <div className="max-w-80">
      <Field
        {...field('price')}
        kind="euros"
        hint={t`What buyers see and pay, delivery not included.`}
      />
    </div>
  );
}

const areDiffering = (values: Values<'optionTitleFr' | 'optionTitleEn'>, options: number) =>
  options > 1 || `${textIn(values.optionTitleFr)}${textIn(values.optionTitleEn)}` !== '';

/** What several options differ in. */
function DifferFields({ choice, field }: ItemFields) {
  const differ = useDifferFields();
  return (
    <BothLanguages
      choice={choice}
      fr={<Field {...field('optionTitleFr')} {...differ.fr} />}
      en={<Field {...field('optionTitleEn')} {...differ.en} />}
    />
  );
}

type RestProps = ItemFields & {
  /** The title that the form stores, and the one that the person reads. */
  options: readonly (readonly [stored: string, shown: string])[];
};

/** The pictures, and what the law requires. */
function ItemRest({ options, ...form }: RestProps) {
  const { t } = useLingui();
  const { values, set, problems, choice, field } = form;
  const titles = new Map(options);
  return (
    <>
      <PicturesField
        label={field('images').label}
        path="images"
        typed={values.images}
        problems={problems}
        onChange={(typed) => set('images', typed)}
        captionOf={(typed) => {
          const stored = textIn(partsOf(typed)['optionTitle']);
          return titles.get(stored) ?? stored;
        }}
        renderFields={({ path, typed, onChange }) => {
          const row = partsOf(typed);
          const shown = textIn(row['optionTitle']);
          const choices = new Map([[shown, shown], ...options]);
          choices.delete('');
          return choices.size < 2 && shown === '' ? null : (
            <div className="max-w-80">
              <Field
                label={t`Picture of the option`}
                name={`${path}.optionTitle`}
                value={shown}
                onChange={(optionTitle) => onChange({ ...row, optionTitle })}
                problems={problems}
                choices={[['', t`All options`], ...choices]}
              />
            </div>
          );
        }}
      />
      {problems['images'] !== undefined && (
        <p className="text-small text-error">{problems['images']}</p>
      )}
      {textIn(values.makerName).trim() === '' && (
        <p className="text-small text-ink-soft">
          <Trans>Name the manufacturer below: the law requires it on the page of the item.</Trans>
        </p>
      )}
      <Folded
        title={t`Manufacturer, warnings and VAT`}
        isOpen={Object.keys(problems).some((name) => /^(?:maker|model|warnings|vat)/.test(name))}
      >
        <Field {...field('makerName')} maxLength={120} />
        <Field {...field('makerAddress')} maxLength={200} />
        <Field {...field('makerContact')} maxLength={200} />
        <Field {...field('modelReference')} maxLength={80} />
        <BothLanguages
          choice={choice}
          fr={<Field {...field('warningsFr')} kind="long" lang="fr" maxLength={2000} />}
          en={<Field {...field('warningsEn')} kind="long" lang="en" maxLength={2000} />}
        />
        <VatField {...field('vatPercent')} />
      </Folded>
    </>
  );
}

type SideProps = Pick<Fields<FieldName>, 'field' | 'problems'> & { children?: ReactNode };

function ItemSide({ field, problems, children }: SideProps) {
  const { t } = useLingui();
  const uses: Readonly<Record<ItemUse, string>> = {
    strength: t`Strength`,
    balance: t`Balance`,
    mobility: t`Mobility`,
    juggling: t`Juggling`,
    endurance: t`Endurance`,
  };
  return (
    <Secondary title={t`In the shop`} isOpen={'use' in problems}>
      <Field
        {...field('use')}
        hint={t`Groups items in the shop, and links them to matching programmes.`}
        choices={[
          ['', t({ message: 'None', context: 'category' })],
          ...ITEM_USES.map((use): readonly [string, string] => [use, uses[use]]),
        ]}
      />
      {children}
    </Secondary>
  );
}

/** Renders nothing if the shop is exempt from VAT (French *franchise en base*). */
function VatField(field: Omit<Parameters<typeof Field>[0], 'hint'>) {
  const { t, i18n } = useLingui();
  const { regime = null, ratePercent = null } = useVat().data ?? {};
  if (regime === 'franchise') return null;
  const rate = ratePercent === null ? null : formatPercent(i18n.locale, ratePercent);
  return (
    <div className="max-w-80">
      <Field
        {...field}
        hint={
          rate === null
            ? t`Only if it differs from the shop’s, for example 5.5. It also applies to delivery.`
            : t`Only if it differs from the shop’s ${rate}, for example 5.5. It also applies to delivery.`
        }
      />
    </div>
  );
}

export function ItemPage() {
  const { t, i18n } = useLingui();
  const { id } = useParams({ from: '/items/$id' });
  const title = useTitle();
  const may = useMay();
  const mayWrite = may('items.write');
  const [isDeleted, setIsDeleted] = useState(false);
  const query = useQuery({
    queryKey: ['item', id],
    queryFn: () => api.items.get.query({ item: Number(id) }),
    enabled: !isDeleted,
  });
  return (
    <EditPage
      kind="item"
      query={query}
      mayWrite={mayWrite}
      form={useItemForm({ isDraft: query.data?.publishedAt === null })}
      valuesOf={(item) => valuesOf(item, i18n.locale)}
      pictureOf={({ images }) => images[0]?.url ?? null}
      set={(item, call) => api.items.set.mutate({ item, ...call })}
      publish={(item, from) => api.items.publish.mutate({ item, from })}
      unpublish={(item) => api.items.unpublish.mutate({ item })}
      renderPreview={(item, locale) => <ItemPreview item={item} locale={locale} />}
      renderFields={(fields) => <ItemTitles {...fields} />}
      renderMore={({ round, ...fields }, item, asForm) => {
        const { options } = item;
        return (
          <>
            <div className="card grid gap-5">
              {asForm(<PriceField {...fields} />)}
              <Options item={item} mayRename mayAdjust={may('stock.adjust')}>
                {areDiffering(fields.values, options.length) &&
                  asForm(<DifferFields {...fields} />)}
              </Options>
            </div>
            {asForm(
              <>
                <ItemDescription key={round} {...fields} />
                <ItemRest
                  {...fields}
                  options={options.map((one) => [one.titleFr || one.titleEn, title(one)])}
                />
              </>,
            )}
          </>
        );
      }}
      englishRest={({ options }) => {
        const named = options.filter((one) => one.titleEn === '' && one.titleFr !== '');
        if (named.length === 0) return null;
        return async () => {
          for (const { id: option, titleFr } of named) {
            await api.options.set.mutate({ option, titleFr, titleEn: titleFr });
          }
        };
      }}
      obstacleOf={({ options }) => {
        const nameless = options.find((one) => one.titleFr === '' || one.titleEn === '');
        const name = nameless?.titleFr || nameless?.titleEn;
        if (nameless === undefined) return null;
        return nameless.titleEn === ''
          ? t`The option “${name}” needs a name in English: rename it under Options and stock.`
          : t`The option “${name}” needs a name in French: rename it under Options and stock.`;
      }}
      renderSide={(fields, item) => (
        <ItemSide {...fields}>
          <BestSeller item={item} />
        </ItemSide>
      )}
      renderRest={(item) => (
        <>
          {!mayWrite && (
            <>
              <Facts facts={[[t`Price`, formatEuros(i18n.locale, item.shownPriceCents)]]} />
              <div className="card">
                <Options item={item} mayRename={false} mayAdjust={may('stock.adjust')} />
              </div>
            </>
          )}
          {mayWrite && <Related key={`related ${item.id}`} item={item} />}
          {mayWrite && item.publishedAt === null && (
            <div>
              <DeleteDraft
                kind="item"
                title={title(item)}
                consequence={t`The item, its options and its pictures are deleted. They cannot be brought back.`}
                onDeleting={setIsDeleted}
                remove={() => api.items.delete.mutate({ item: item.id })}
              />
            </div>
          )}
        </>
      )}
    />
  );
}

type NewName = FieldName | 'options';
const NEW_ITEM: Values<NewName> = {
  ...EMPTY,
  options: [{ ...SINGLE_OPTION, stock: '0' }],
};
const optionsIn = ({ options }: Values<NewName>) => (Array.isArray(options) ? options : []);

export function NewItemPage() {
  const { t } = useLingui();
  const title = useTitle();
  const form = useItemForm({ isDraft: true });
  const readOptions = useParseOptions();
  const read = (values: Values<NewName>) => {
    // Empty optional fields of a new item are omitted.
    const names = FIELDS.filter((name) => name === 'price' || textIn(values[name]).trim() !== '');
    const item = form.read(values, [...names, 'images']);
    const made = readOptions(optionsIn(values));
    if ('input' in item && 'input' in made) {
      return { input: { ...item.input, options: made.input } };
    }
    const problemsOf = (one: typeof item | typeof made) => ('problems' in one ? one.problems : {});
    return { problems: { ...problemsOf(item), ...problemsOf(made) } };
  };
  return (
    <CreatePage
      kind="item"
      title={t`New item`}
      button={t`Create the item`}
      form={{
        labels: { ...form.labels, options: t`Options and stock` },
        rules: { ...form.rules, options: t`Fill in both names, and the stock as a whole number.` },
        fieldOf: form.fieldOf,
        read,
      }}
      empty={NEW_ITEM}
      create={({ shownPriceCents = 0, ...item }) =>
        api.items.create.mutate({ ...item, shownPriceCents, isSure: false })
      }
      renderSide={(fields) => <ItemSide {...fields} />}
      renderFields={({ values, ...rest }) => {
        const options = optionsIn(values);
        const fields = { values, ...rest };
        return (
          <>
            <ItemTitles {...fields} />
            <div className="card grid gap-5">
              <PriceField {...fields} />
              <NewOptions
                options={options}
                problems={fields.problems}
                choice={fields.choice}
                onChange={(next) => fields.set('options', next)}
              >
                {areDiffering(values, options.length) && <DifferFields {...fields} />}
              </NewOptions>
            </div>
            <ItemDescription {...fields} />
            <ItemRest
              {...fields}
              options={options.map((option) => {
                const parts = partsOf(option);
                const titles = {
                  titleFr: textIn(parts['titleFr']),
                  titleEn: textIn(parts['titleEn']),
                };
                return [titles.titleFr || titles.titleEn, title(titles)];
              })}
            />
          </>
        );
      }}
    />
  );
}
