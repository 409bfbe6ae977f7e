import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';

import { useFirstFault } from '../form/form-dialog.tsx';
import { isUploading } from '../form/picture-fields.tsx';
import { ObjectField, useProblemTexts } from '../form/schema-field.tsx';
import { SchemaValue } from '../form/schema-value.tsx';
import { emptyOf, readInput, unwrap, type Schema, type Typed } from '../form/schema.ts';
import { storeForm, readStoredForm } from '../form/stored-form.ts';
import { api, callByName, failureOf, type OperationNoun } from '../lib/api.ts';
import { formatEuros } from '../lib/format.ts';
import { CARD_LINK, orderQuery } from '../lib/orders.tsx';
import { useChange } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Dialog,
  DialogFoot,
  Fetching,
  ICON_SIZE,
  Loading,
  MissingPage,
  Notice,
  PageHead,
  useIsWide,
} from '../ui.tsx';
import { ENTRIES, type OfficePage } from './entries.ts';
import { plain, useItems, useTitle } from './items.tsx';

type Form = {
  name: string;
  kind: 'read' | 'change' | 'danger';
  label: string;
  help: string;
  input: Schema;
  output: Schema;
};

/** The page for the daily operations of a noun. */
const PAGE_OF_NOUN: Readonly<Record<OperationNoun, OfficePage>> = {
  today: '/',
  orders: '/orders',
  replacements: '/orders',
  refunds: '/orders',
  payments: '/orders',
  gifts: '/orders',
  messages: '/messages',
  reviews: '/reviews',
  declarations: '/declarations',
  items: '/items',
  options: '/items',
  stock: '/items',
  articles: '/articles',
  members: '/members',
  subscriptions: '/members',
  books: '/books',
  shop: '/settings',
  faq: '/settings',
  relays: '/settings',
  staff: '/settings',
  journal: '/settings',
  checks: '/',
};
/** A page as a whole performs these: their links lead there. */
const PAGE_OF_ACTION = {
  'today.read': '/',
  'orders.list': '/orders',
  'orders.get': '/orders',
  'orders.history': '/orders',
  'orders.export': '/books',
  'messages.list': '/messages',
  'messages.get': '/messages',
  'reviews.list': '/reviews',
  'declarations.list': '/declarations',
  'declarations.get': '/declarations',
  'declarations.record': '/declarations',
  'items.list': '/items',
  'items.get': '/items',
  'items.create': '/items/new',
  'stock.list': '/items/stock',
  'stock.adjust': '/items/stock',
  'stock.count': '/items/stock',
  'articles.list': '/articles',
  'articles.get': '/articles',
  'articles.create': '/articles/new',
  'members.list': '/members',
  'members.get': '/members',
  'subscriptions.contracts': '/contracts',
  'books.months': '/books',
  'books.items': '/books',
  'books.invoices': '/books',
  'books.readVat': '/settings',
  'books.setVat': '/settings',
  'books.balance': '/books',
  'books.export': '/books',
  'shop.readPause': '/settings',
  'shop.setPause': '/settings',
  'shop.readFacts': '/settings',
  'shop.setFacts': '/settings',
  'shop.readDelivery': '/settings',
  'shop.setDelivery': '/settings',
  'faq.list': '/settings',
  'faq.add': '/settings',
  'staff.list': '/staff',
  'staff.invite': '/staff',
  'journal.list': '/journal',
} as const;
/** The part of its page that a link opens. */
const HASH_OF_ACTION: Readonly<Record<string, string>> = {
  'shop.setPause': 'pause',
  'shop.readFacts': 'seller',
  'shop.setFacts': 'seller',
  'books.readVat': 'vat',
  'books.setVat': 'vat',
  'shop.readDelivery': 'delivery',
  'shop.setDelivery': 'delivery',
  'faq.list': 'faq',
  'faq.add': 'faq-new',
};
const linkOf = (name: keyof typeof PAGE_OF_ACTION) => ({
  to: PAGE_OF_ACTION[name],
  hash: HASH_OF_ACTION[name] ?? '',
});
const hasPage = (name: string): name is keyof typeof PAGE_OF_ACTION =>
  Object.hasOwn(PAGE_OF_ACTION, name);

const isNoun = (noun: string): noun is OperationNoun => Object.hasOwn(PAGE_OF_NOUN, noun);
const pageOf = (name: string): OfficePage => {
  const [noun = ''] = name.split('.');
  return isNoun(noun) ? PAGE_OF_NOUN[noun] : '/';
};

/** The beginnings of the words, so that « annulation » finds « Annuler ». */
const stemsOf = (text: string) =>
  plain(text)
    .split(/\s+/)
    .map((word) => word.slice(0, 5));

/** What an owner looks for most often. */
const COMMON = [
  'orders.send',
  'refunds.request',
  'stock.adjust',
  'items.create',
  'articles.create',
  'books.export',
  'shop.setPause',
  'faq.add',
  'staff.invite',
];

type Operation = Awaited<ReturnType<typeof api.operations.list.query>>[number];

/** Lists every operation that the person may use, by page. */
export function AllActionsPage() {
  const { t, i18n } = useLingui();
  const [sought, setSought] = useState('');
  const locale = localeOf(i18n.locale);
  const list = useQuery({
    queryKey: ['operations', locale],
    queryFn: () => api.operations.list.query({ locale }),
  });
  const isSought = sought.trim() !== '';
  const isOpen = useIsWide() || isSought;
  const stems = stemsOf(sought.trim());
  const found = (list.data ?? []).filter(({ label, help, fields }) => {
    const words = plain([label, help, ...fields].join(' '));
    return stems.every((stem) => words.includes(stem));
  });
  const byPage = Object.groupBy(found, ({ name }) => pageOf(name));
  const common = COMMON.flatMap((name) => found.find((one) => one.name === name) ?? []);
  return (
    <>
      <PageHead title={t`All actions`} />
      <search className="relative mb-6 block">
        <Icon of={Search} className={`${ICON_SIZE} absolute top-3.5 left-4`} />
        <input
          name="sought"
          type="search"
          className="input pl-12"
          aria-label={t`Find an action`}
          placeholder={t`Find an action`}
          autoComplete="off"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      </search>
      <Fetching of={list} />
      {list.data && found.length === 0 && (
        <p>
          <Trans>No action matches these words.</Trans>
        </p>
      )}
      {!isSought && common.length > 0 && (
        <section className="mb-6" aria-label={t`Frequent actions`}>
          <h2 className="mb-3 text-title-s font-bold">{t`Frequent actions`}</h2>
          <ul className="card grid gap-x-8 py-2! sm:grid-cols-2 lg:grid-cols-3">
            {common.map((operation) => {
              const page = ENTRIES.find(({ to }) => to === pageOf(operation.name));
              return (
                <li key={operation.name} className="relative flex min-h-12 items-center gap-3">
                  {page && <Icon of={page.icon} className={`${ICON_SIZE} text-ink-soft`} />}
                  <OperationLink operation={operation} />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <div className="card divide-y divide-line py-0! empty:hidden">
        {ENTRIES.map(({ to, label: page }) => {
          const operations = to === '/all' ? [] : (byPage[to] ?? []);
          return operations.length === 0 ? null : (
            <details key={`${to} ${isOpen}`} open={isOpen} className="py-1">
              <summary className="min-h-12 cursor-pointer content-center">
                <h2 className="font-bold">{i18n._(page)}</h2>
              </summary>
              <ul className="grid gap-x-8 pb-3 lg:grid-cols-2">
                {operations.map((operation) => (
                  <li key={operation.name} className="relative py-2">
                    <OperationLink operation={operation} />
                    <p className="text-small text-ink-soft">{operation.help}</p>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </>
  );
}

function OperationLink({ operation: { name, label } }: { operation: Operation }) {
  return (
    <Link
      {...(hasPage(name) ? linkOf(name) : ({ to: '/do/$name', params: { name } } as const))}
      className={`font-medium hover:underline ${CARD_LINK}`}
    >
      {label}
    </Link>
  );
}

/** The page of any operation: its form, generated from its input schema, and its output. */
export function OperationPage() {
  const { name } = useParams({ from: '/do/$name' });
  if (hasPage(name)) return <Navigate {...linkOf(name)} replace />;
  return <AnyOperation name={name} />;
}

function AnyOperation({ name }: { name: string }) {
  const filled = useSearch({ from: '/do/$name' });
  const { t, i18n } = useLingui();
  const title = useTitle();
  const items = useItems().data?.items;
  const locale = localeOf(i18n.locale);
  const form = useQuery({
    queryKey: ['form', name, locale],
    queryFn: async (): Promise<Form> => {
      const { input, output, ...rest } = await api.operations.form.query({ name, locale });
      return { ...rest, input: schemaOf(input), output: schemaOf(output) };
    },
  });
  if (form.isPending) return <Loading />;
  if (form.error !== null) {
    return failureOf(form.error).code === 'not_found' ? (
      <MissingPage
        title={t`There is no such action`}
        advice={t`Its address may have changed: find it among all actions.`}
      >
        <AllActionsLink look={BACK} />
      </MissingPage>
    ) : (
      <CallError error={form.error} />
    );
  }
  const choices = {
    item: namesOf(items ?? [], title),
    option: namesOf(
      (items ?? []).flatMap(({ options, ...item }) =>
        options.map((option) => ({ ...option, item })),
      ),
      (option) => `${title(option.item)} · ${title(option)}`,
    ),
  };
  // A form prefilled by a link has its own key, so that one order's form never appears for another.
  const place = `${name}?${new URLSearchParams(filled).toString()}`;
  const input = items === undefined ? form.data.input : withChoices(form.data.input, choices);
  return <OperationForm key={place} place={place} form={{ ...form.data, input }} filled={filled} />;
}

const namesOf = <Thing extends { id: number }>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
) => Object.fromEntries(things.map((thing) => [thing.id, nameOf(thing)]));

/** Turns numbers of known things into a list of their names. */
function withChoices(
  schema: Schema,
  choices: Readonly<Record<string, Record<string, string>>>,
): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, whole]) => {
    const { schema: part, isNullable } = unwrap(whole);
    const names = choices[name];
    if (names === undefined || part.type !== 'integer') return [name, whole] as const;
    const choice = { ...part, enum: Object.keys(names).map(Number), 'x-labels': names };
    return [name, isNullable ? { ...whole, anyOf: [choice, { type: 'null' }] } : choice] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const AllActionsLink = ({ look }: { look: string }) => (
  <Link to="/all" className={look}>
    <Trans>All actions</Trans>
  </Link>
);

/** Narrows the server's JSON Schema, whose parts are checked where they are used. */
const schemaOf = (schema: object): Schema => ({ ...schema });

type Asked = { input: unknown };

type FormProps = {
  form: Form;
  filled: Readonly<Record<string, string>>;
  /** Stores the form in this tab. */
  place: string;
};

function OperationForm({ form, filled, place }: FormProps) {
  const { t, i18n } = useLingui();
  const problemTexts = useProblemTexts();
  const change = useChange();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>(
    () => readStoredForm(place) ?? initialValues(form.input, filled),
  );
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<Asked | null>(null);
  const [answer, setAnswer] = useState<{ output: unknown } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isRead = form.kind === 'read';
  const ref = useRef<HTMLFormElement>(null);
  useFirstFault(ref, problems);

  const run = async (input: unknown) => {
    setAsked(null);
    setIsBusy(true);
    setError(null);
    setAnswer(null);
    try {
      const output = isRead
        ? await queries.fetchQuery({
            queryKey: ['read', form.name, input],
            queryFn: () => callByName.query(form.name, input),
            staleTime: 0,
          })
        : await change(() => callByName.mutation(form.name, input));
      setAnswer({ output });
      storeForm(place, null);
    } catch (failure) {
      setError(failure);
      setProblems(failureOf(failure).fields);
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUploading()) return;
    const read = readInput(form.input, typed);
    setError(null);
    setProblems(problemTexts(read.problems));
    if (read.problems.length > 0) return;
    if (form.kind === 'danger') void ask(read.input);
    else void run(read.input);
  };
  const ask = async (input: unknown) => {
    try {
      setAsked({ input: form.name === 'refunds.request' ? await withSum(input) : input });
    } catch (failure) {
      setError(failure);
    }
  };
  /** An empty amount refunds what is left. */
  const withSum = async (input: unknown) => {
    if (typeof input !== 'object' || input === null || !('order' in input)) return input;
    const { leftCents } = await queries.fetchQuery({
      ...orderQuery(String(input.order)),
      staleTime: 0,
    });
    const amountCents = ('amountCents' in input ? input.amountCents : null) ?? leftCents;
    return leftCents === 0 ? input : { ...input, amountCents, leftCents };
  };
  const named = typeof typed === 'object' && !Array.isArray(typed) ? typed['order'] : '';
  const order = form.name === 'refunds.request' && typeof named === 'string' ? named.trim() : '';
  const refundable = useQuery({
    ...orderQuery(order),
    enabled: /^\d{1,9}$/.test(order),
  }).data?.leftCents;
  const sum = sumOf(asked?.input);
  const hasFields = Object.keys(form.input.properties ?? {}).length > 0;
  // A read without input runs at once.
  useEffect(() => {
    if (isRead && !hasFields) void run({});
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each operation
  }, [form.name]);

  return (
    <>
      <PageHead title={form.label} back={<AllActionsLink look={BACK} />} />
      <p className="mb-6 max-w-text text-ink-soft">{form.help}</p>
      {hasFields && (
        <form ref={ref} className="card mb-6 grid max-w-2xl gap-6" onSubmit={submit} noValidate>
          <ObjectField
            name=""
            path=""
            schema={form.input}
            typed={typed}
            problems={problems}
            onChange={(next) => {
              setTyped(next);
              storeForm(place, next);
            }}
          />
          {refundable !== undefined && (
            <p>
              <Trans>
                Left to refund on order {order}: {formatEuros(i18n.locale, refundable)}.
              </Trans>
            </p>
          )}
          <CallError error={error} problems={problems} />
          <button
            type="submit"
            disabled={isBusy}
            className={`${form.kind === 'danger' ? BUTTON.danger : BUTTON.primary} sm:justify-self-start`}
          >
            {isRead ? <Trans>Show</Trans> : form.label}
          </button>
        </form>
      )}
      {!hasFields && <CallError error={error} />}
      {asked !== null && (
        <Dialog title={t`${form.label}?`} onClose={() => setAsked(null)}>
          <p className="mb-4">{form.help}</p>
          <div className="mb-6">
            <SchemaValue name="" schema={form.input} value={asked.input} />
          </div>
          <DialogFoot onBack={() => setAsked(null)}>
            <button type="button" className={BUTTON.danger} onClick={() => void run(asked.input)}>
              {sum === null ? form.label : <Trans>Refund {formatEuros(i18n.locale, sum)}</Trans>}
            </button>
          </DialogFoot>
        </Dialog>
      )}
      {answer !== null && (
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {!isRead && (
            <Notice>
              <Trans>Done.</Trans>
            </Notice>
          )}
          <div className="card">
            <SchemaValue name="" schema={form.output} value={answer.output} />
          </div>
        </section>
      )}
    </>
  );
}

/** Returns the sum that an input refunds, in cents. */
const sumOf = (input: unknown): number | null =>
  typeof input === 'object' &&
  input !== null &&
  'amountCents' in input &&
  typeof input.amountCents === 'number'
    ? input.amountCents
    : null;

/** Returns empty values, with the texts that a link prefills. */
function initialValues(schema: Schema, filled: Readonly<Record<string, string>>): Typed {
  const empty = emptyOf('', schema);
  if (typeof empty !== 'object' || Array.isArray(empty)) return empty;
  const known = Object.entries(filled).filter(([name]) => typeof empty[name] === 'string');
  return { ...empty, ...Object.fromEntries(known) };
}
