import { typedCents } from '@agres/domain/prices';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { Field, type FieldProps, type Problems } from '../form/fields.tsx';
import { useFirstFault } from '../form/form-dialog.tsx';
import { FormError } from '../form/save.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { eurosProblem, numberProblem } from '../form/schema.ts';
import { storedPlaces, useStoredTexts } from '../form/stored-form.ts';
import { api, failureOf } from '../lib/api.ts';
import {
  fieldOfFact,
  useAreaNames,
  useFactLabels,
  type FactName,
  type Seller,
} from '../lib/facts.ts';
import { formatEuros, typedEuros } from '../lib/format.ts';
import { useAction, useChange, useMay, useToday } from '../lib/staff.tsx';
import { Dots, Fetching, NARROW, Notice } from '../ui.tsx';

type Delivery = Awaited<ReturnType<typeof api.shop.readDelivery.query>>;
type Area = Delivery['areas'][number];

const textOf = (value: string | number | null) => (value === null ? '' : String(value));
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
/** Returns null for an empty text, NaN for one that is not a number. */
const numberOrNull = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim());

type FormField<Name extends string> = Pick<
  FieldProps,
  'label' | 'hint' | 'kind' | 'rows' | 'choices'
> & {
  name: Name;
};

type SettingFormProps<Name extends string> = {
  place: string;
  fields: readonly FormField<Name>[];
  stored: Readonly<Record<Name, string>>;
  /** When the stored texts were saved. */
  updatedAt: string | null;
  save: (texts: Readonly<Record<Name, string>>, updatedAt: string | null) => Promise<unknown>;
  /** Finds problems with texts that cannot be sent. */
  check?: (texts: Readonly<Record<Name, string>>) => Problems;
  columns?: string;
  onClose: (isSaved: boolean) => void;
};

const NO_PROBLEMS: Problems = {};
const findNothing = (): Problems => NO_PROBLEMS;

/** Resets the form after each save. */
function SettingForm<Name extends string>(props: SettingFormProps<Name>) {
  const action = useAction<null>();
  return <SettingFields key={props.updatedAt} action={action} {...props} />;
}

/** Keeps the typed texts in the tab until they are saved, with the version that they are based on. */
function SettingFields<Name extends string>({
  place,
  fields,
  stored,
  updatedAt,
  save,
  check = findNothing,
  columns = 'sm:grid-cols-2',
  onClose,
  action: { act, isBusy, error, setError },
}: SettingFormProps<Name> & { action: ReturnType<typeof useAction<null>> }) {
  const change = useChange();
  const kept = useStoredTexts<Name>(place, stored);
  // The version and texts that the typed ones are based on. Another part of the same setting may be saved
  // meanwhile.
  const base = JSON.stringify(stored);
  const seen = useStoredTexts(`${place} seen`, { updatedAt: updatedAt ?? '', base });
  const isChanged = fields.some(({ name }) => kept.texts[name] !== stored[name]);
  const [own, setOwn] = useState(NO_PROBLEMS);
  const problems: Problems = { ...failureOf(error).fields, ...own };
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, problems);
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  const setText = (name: Name, text: string) => {
    kept.setText(name, text);
    seen.setText('updatedAt', seen.texts.updatedAt);
    setError(null);
    setOwn(Object.fromEntries(Object.entries(own).filter(([wrong]) => wrong !== name)));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check(kept.texts);
    setOwn(found);
    if (Object.keys(found).length > 0) return;
    const isSaved = await act(async () => {
      try {
        const since = seen.texts.base === base ? updatedAt : orNull(seen.texts.updatedAt);
        await change(() => save(kept.texts, since));
        kept.forget();
      } finally {
        // After a success or a conflict, the next attempt is based on the stored version.
        seen.forget();
      }
      return null;
    });
    if (isSaved) onClose(true);
  };
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <div className={`grid items-start gap-4 ${columns}`}>
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            value={kept.texts[name]}
            onChange={(text) => setText(name, text)}
            problems={problems}
          />
        ))}
      </div>
      <FormError error={error} problems={problems} labels={labels} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className={BUTTON.primary} disabled={isBusy || !isChanged}>
          <Trans>Save</Trans>
        </button>
        <button
          type="button"
          className={BUTTON.quiet}
          onClick={() => {
            kept.forget();
            seen.forget();
            onClose(false);
          }}
        >
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}

type PartProps = {
  /** Where its unsaved texts are kept, too. */
  id: string;
  title: string;
  /** What it shows while it is closed, too. */
  summary: ReactNode;
  children: ReactNode;
};

/** A row that opens. A link to it, or to a part of it, opens it too. */
export function Part({ id, title, summary, children }: PartProps) {
  const [startsOpen] = useState(
    () => location.hash.startsWith(`#${id}`) || storedPlaces(id).length > 0,
  );
  return (
    <section id={id} className="card" aria-label={title}>
      <details open={startsOpen}>
        <summary className="cursor-pointer">
          <h2 className="text-title-s font-bold">{title}</h2>
          <div className="mt-1 text-ink-soft">{summary}</div>
        </summary>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">{children}</div>
      </details>
    </section>
  );
}

type SettingProps = {
  /** The place of the unsaved texts of its form, which open it. */
  place: string;
  title?: ReactNode;
  /** A button that opens the form at a field that must be filled in. */
  urgent?: { label: ReactNode; name: string } | null;
  /** For screen readers: what is edited. */
  label: string;
  mayEdit: boolean;
  /** The present values. */
  children: ReactNode;
  renderForm: (onClose: (isSaved: boolean) => void) => ReactNode;
};

/** Values with a button that puts their form in their place. A link to the place opens it too. */
function Setting({
  place,
  title,
  urgent = null,
  label,
  mayEdit,
  children,
  renderForm,
}: SettingProps) {
  const { t } = useLingui();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(
    () => mayEdit && (storedPlaces(place).length > 0 || location.hash === `#${place}`),
  );
  const [isSaved, setIsSaved] = useState(false);
  const target = useRef('');
  // The pressed button has gone.
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const wanted = root.current?.querySelector<HTMLElement>(`[name="${target.current}"]`);
    (
      wanted ?? root.current?.querySelector<HTMLElement>(isOpen ? '.input' : '[data-edit]')
    )?.focus();
  }, [isOpen]);
  const open = (name: string) => {
    target.current = name;
    setIsSaved(false);
    setIsOpen(true);
  };
  return (
    <div ref={root} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        className={`flex min-h-11 items-baseline justify-between gap-x-4 gap-y-1 ${isOpen && !title ? 'hidden' : ''} ${urgent === null ? '' : 'flex-wrap'}`}
      >
        <div className="min-w-0">
          {mayEdit && !isOpen && urgent !== null ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {title}
              <button type="button" className={NARROW.secondary} onClick={() => open(urgent.name)}>
                {urgent.label}
              </button>
            </div>
          ) : (
            title
          )}
        </div>
        {mayEdit && !isOpen && (
          <button
            type="button"
            className={`${BUTTON.quiet} ml-auto`}
            data-edit
            aria-label={t`Edit: ${label}`}
            onClick={() => open('')}
          >
            <Trans>Edit</Trans>
          </button>
        )}
      </div>
      {isSaved && (
        <Notice>
          <Trans>Saved.</Trans>
        </Notice>
      )}
      {isOpen
        ? renderForm((saved) => {
            setIsSaved(saved);
            setIsOpen(false);
          })
        : children}
    </div>
  );
}

const LINES = { kind: 'long', rows: 2 } as const;
/** The site writes an address in one line. */
const lineOf = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ', ');
/** Adds what an address of a website lacks. */
const addressOf = (text: string) =>
  /^(?:[a-z]+:|$)/i.test(text.trim()) ? text : `https://${text.trim()}`;

export function SellerSection() {
  const { t, i18n } = useLingui();
  const mayWrite = useMay()('settings.write');
  const seller = useQuery({ queryKey: ['seller'], queryFn: () => api.shop.readFacts.query({}) });
  const today = useToday();
  const missing = new Set(today.data?.missingFacts.map(fieldOfFact));
  const labels = useFactLabels();
  const problemTexts = useProblemTexts();
  const { data } = seller;
  const all: readonly FormField<FactName>[] = [
    { name: 'legalName', label: labels.legalName },
    { name: 'form', label: labels.form, hint: t`Such as SAS or auto-entrepreneur.` },
    { name: 'capitalEuros', label: labels.capitalEuros, kind: 'number' },
    { name: 'registration', label: labels.registration, hint: t`Such as RCS Lyon 123 456 789.` },
    { name: 'vatNumber', label: labels.vatNumber },
    { name: 'address', label: labels.address, ...LINES },
    { name: 'telephone', label: labels.telephone, hint: t`Required by law.` },
    { name: 'publicationDirector', label: labels.publicationDirector },
    { name: 'host', label: labels.host, hint: t`Its name and address.`, ...LINES },
    { name: 'hostTelephone', label: labels.hostTelephone },
    {
      name: 'mediatorName',
      label: labels.mediatorName,
      hint: t`The law asks for name, address and website of a mediator.`,
    },
    { name: 'mediatorAddress', label: labels.mediatorAddress, ...LINES },
    { name: 'mediatorUrl', label: labels.mediatorUrl },
    {
      name: 'producerIds',
      label: labels.producerIds,
      hint: t`Separated by commas.`,
    },
    {
      name: 'returnAddress',
      label: labels.returnAddress,
      hint: t`Leave empty to use the company’s address.`,
      ...LINES,
    },
    {
      name: 'returnPaidBy',
      label: labels.returnPaidBy,
      choices: [
        ['seller', t`the shop`],
        ['buyer', t`the buyer`],
      ],
    },
  ];
  const fields = all.map((field) =>
    missing.has(field.name)
      ? {
          ...field,
          hint:
            textOf(data?.[field.name] ?? null) === ''
              ? t`Required by law. It is still missing.`
              : t`Required by law. Replace the example.`,
        }
      : field,
  );
  const shown = fields.filter(
    ({ name }) => missing.has(name) || (data && textOf(data[name]) !== ''),
  );
  const firstMissing = fields.find(({ name }) => missing.has(name));
  return (
    <Part
      id="seller"
      title={t`Seller`}
      summary={
        missing.size === 0 ? (
          data?.legalName
        ) : (
          <span className="text-warning">
            <Plural
              value={missing.size}
              one="# required detail is missing"
              other="# required details are missing"
            />
          </span>
        )
      }
    >
      <Fetching of={seller} />
      {data && (
        <Setting
          place="seller"
          label={t`Seller`}
          mayEdit={mayWrite}
          urgent={
            firstMissing === undefined
              ? null
              : {
                  name: firstMissing.name,
                  label: (
                    <Plural
                      value={missing.size}
                      one="Complete # required detail"
                      other="Complete # required details"
                    />
                  ),
                }
          }
          renderForm={(onClose) => (
            <>
              <p className="mb-2 max-w-text">
                <Trans>
                  These details appear in the legal notice, terms, emails and new invoices. A change
                  makes new terms: orders already placed keep theirs.
                </Trans>
              </p>
              <SettingForm
                place="seller"
                fields={fields}
                stored={textsOf(data)}
                updatedAt={data.updatedAt}
                onClose={onClose}
                check={({ capitalEuros }) =>
                  problemTexts(
                    Number.isInteger(Number(capitalEuros))
                      ? []
                      : [{ path: 'capitalEuros', problem: numberProblem(capitalEuros) }],
                  )
                }
                save={(texts, updatedAt) =>
                  api.shop.setFacts.mutate({
                    legalName: texts.legalName,
                    form: texts.form,
                    capitalEuros: Number(texts.capitalEuros),
                    registration: texts.registration,
                    vatNumber: texts.vatNumber,
                    address: lineOf(texts.address),
                    publicationDirector: texts.publicationDirector,
                    telephone: orNull(texts.telephone),
                    host: lineOf(texts.host),
                    hostTelephone: orNull(texts.hostTelephone),
                    mediatorName: orNull(texts.mediatorName),
                    mediatorAddress: orNull(lineOf(texts.mediatorAddress)),
                    mediatorUrl: orNull(addressOf(texts.mediatorUrl)),
                    returnAddress: orNull(lineOf(texts.returnAddress)),
                    returnPaidBy: texts.returnPaidBy === 'buyer' ? 'buyer' : 'seller',
                    producerIds: orNull(texts.producerIds),
                    updatedAt,
                  })
                }
              />
            </>
          )}
        >
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map(({ name, label, hint, choices }) => {
              const text = textOf(data[name]);
              const isCapital = name === 'capitalEuros' && text !== '';
              return (
                <div key={name}>
                  <dt className="text-small text-ink-soft">{isCapital ? t`Capital` : label}</dt>
                  <dd className="break-words">
                    {isCapital
                      ? formatEuros(i18n.locale, Number(text) * 100)
                      : (choices?.find(([value]) => value === text)?.[1] ?? text)}
                  </dd>
                  {missing.has(name) && <dd className="text-small text-warning">{hint}</dd>}
                </div>
              );
            })}
          </dl>
        </Setting>
      )}
    </Part>
  );
}

const textsOf = (facts: Seller) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the names of the facts
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, textOf(value)])) as Record<
    FactName,
    string
  >;

export function DeliverySection() {
  const { t, i18n } = useLingui();
  const mayWrite = useMay()('settings.write');
  const delivery = useQuery({
    queryKey: ['delivery'],
    queryFn: () => api.shop.readDelivery.query({}),
  });
  const { data } = delivery;
  const titles = useAreaNames();
  const feeOf = (cents: number) =>
    cents === 0 ? t({ message: 'free', context: 'delivery' }) : formatEuros(i18n.locale, cents);
  const daysOf = (from: number | null, to: number | null) =>
    from === null || from === to ? String(to) : `${from}–${to}`;
  return (
    <Part
      id="delivery"
      title={t`Delivery`}
      summary={
        <Dots>
          {data?.areas.map(({ area, feeCents }) => (
            <span key={area}>
              {titles[area]} {feeOf(feeCents)}
            </span>
          ))}
        </Dots>
      }
    >
      <Fetching of={delivery} />
      <div className="divide-y divide-line">
        {data?.areas.map((area) => {
          const { feeCents, fromDays, toDays, usualFromDays, usualToDays } = area;
          const promised = daysOf(fromDays, toDays ?? LEGAL_DAYS);
          const usual = daysOf(usualFromDays, usualToDays);
          return (
            <fieldset key={area.area} className="py-2 last:pb-0" aria-label={titles[area.area]}>
              <Setting
                place={`delivery ${area.area}`}
                label={titles[area.area]}
                mayEdit={mayWrite}
                title={<h3 className="font-semibold">{titles[area.area]}</h3>}
                renderForm={(onClose) => (
                  <>
                    <p className="max-w-text text-ink-soft">
                      <Trans>
                        Days count from the order. The promised days bind you: without them, you
                        promise the 30 days of the law. The usual days are indicative: leave them
                        empty to show none.
                      </Trans>{' '}
                      <Trans>
                        A change counts for new orders. Buyers with an open form see the new fee
                        before they pay.
                      </Trans>
                    </p>
                    <AreaForm area={area} updatedAt={data.updatedAt} onClose={onClose} />
                  </>
                )}
              >
                <Dots className="-mt-4 text-ink-soft">
                  {feeOf(feeCents)}
                  <Trans>promised in {promised} days</Trans>
                  {usualToDays !== null && <Trans>usually {usual} days</Trans>}
                </Dots>
              </Setting>
            </fieldset>
          );
        })}
      </div>
    </Part>
  );
}

/** Without a promise (Code de la consommation, L216-1). */
const LEGAL_DAYS = 30;

/** False while either is empty. */
const isAfter = (first: string, last: string) =>
  first.trim() !== '' && last.trim() !== '' && Number(first) > Number(last);

type AreaProps = Pick<SettingFormProps<string>, 'updatedAt' | 'onClose'> & { area: Area };

function AreaForm({ area: stored, updatedAt, onClose }: AreaProps) {
  const { t, i18n } = useLingui();
  const problemTexts = useProblemTexts();
  return (
    <SettingForm
      place={`delivery ${stored.area}`}
      onClose={onClose}
      columns="grid-cols-2 max-md:*:first:col-span-2 md:grid-cols-5"
      fields={[
        { name: 'feeCents', label: t`Fee, in euros`, kind: 'euros' },
        {
          name: 'fromDays',
          label: t`Promised from (days)`,
          kind: 'number',
        },
        { name: 'toDays', label: t`Promised to (days)`, kind: 'number' },
        {
          name: 'usualFromDays',
          label: t`Usually from (days)`,
          kind: 'number',
        },
        { name: 'usualToDays', label: t`Usually to (days)`, kind: 'number' },
      ]}
      stored={{
        feeCents: typedEuros(i18n.locale, stored.feeCents),
        fromDays: textOf(stored.fromDays),
        toDays: textOf(stored.toDays),
        usualFromDays: textOf(stored.usualFromDays),
        usualToDays: textOf(stored.usualToDays),
      }}
      updatedAt={updatedAt}
      check={({ feeCents, ...days }) => ({
        ...problemTexts([
          ...(typedCents(feeCents) === undefined
            ? [{ path: 'feeCents', problem: eurosProblem(feeCents) }]
            : []),
          // JSON has no NaN: it would become null, which is stored as “not stated”.
          ...Object.entries(days)
            .filter(([, text]) => Number.isNaN(numberOrNull(text)))
            .map(([path, text]) => ({ path, problem: numberProblem(text) })),
        ]),
        ...(isAfter(days.fromDays, days.toDays) ? { toDays: t`Not before the first day.` } : {}),
        ...(isAfter(days.usualFromDays, days.usualToDays)
          ? { usualToDays: t`Not before the first day.` }
          : isAfter(days.usualToDays, days.toDays)
            ? { usualToDays: t`Not after the promised day.` }
            : {}),
      })}
      save={(texts, seen) =>
        api.shop.setDelivery.mutate({
          area: stored.area,
          feeCents: typedCents(texts.feeCents) ?? 0,
          fromDays: numberOrNull(texts.fromDays),
          toDays: numberOrNull(texts.toDays),
          usualFromDays: numberOrNull(texts.usualFromDays),
          usualToDays: numberOrNull(texts.usualToDays),
          updatedAt: seen,
        })
      }
    />
  );
}
