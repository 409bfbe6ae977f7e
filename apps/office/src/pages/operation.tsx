import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';

import { useFirstFault } from '../form/form-dialog.tsx';
import { isUploading } from '../form/picture-fields.tsx';
import { ObjectField, useProblemTexts } from '../form/schema-field.tsx';
import { SchemaValue } from '../form/schema-value.tsx';
import { emptyOf, readInput, type Schema, type Typed } from '../form/schema.ts';
import { storeForm, readStoredForm } from '../form/stored-form.ts';
import { api, callByName, failureOf, type OperationNoun } from '../lib/api.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, Dialog, Loading, Notice, PageHead } from '../ui.tsx';
import { ENTRIES, type OfficePage } from './entries.ts';

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
  'messages.list': '/messages',
  'reviews.list': '/reviews',
  'declarations.list': '/declarations',
  'declarations.record': '/declarations',
  'items.list': '/items',
  'items.create': '/items/new',
  'stock.list': '/items',
  'articles.list': '/articles',
  'articles.create': '/articles/new',
  'members.list': '/members',
  'subscriptions.contracts': '/contracts',
  'books.months': '/books',
  'books.items': '/books',
  'books.invoices': '/books',
  'books.readVat': '/books',
  'books.setVat': '/books',
  'books.balance': '/books',
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
const hasPage = (name: string): name is keyof typeof PAGE_OF_ACTION =>
  Object.hasOwn(PAGE_OF_ACTION, name);

const isNoun = (noun: string): noun is OperationNoun => Object.hasOwn(PAGE_OF_NOUN, noun);
const pageOf = (name: string): OfficePage => {
  const [noun = ''] = name.split('.');
  return isNoun(noun) ? PAGE_OF_NOUN[noun] : '/';
};

/** Removes case and accents, for comparison. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Lists every operation that the person may use, by page. */
export function AllActionsPage() {
  const { t, i18n } = useLingui();
  const searchId = useId();
  const [sought, setSought] = useState('');
  const locale = localeOf(i18n.locale);
  const list = useQuery({
    queryKey: ['operations', locale],
    queryFn: () => api.operations.list.query({ locale }),
  });
  const found = (list.data ?? []).filter(({ label, help }) =>
    plain(`${label} ${help}`).includes(plain(sought.trim())),
  );
  const isSought = sought.trim() !== '';
  const byPage = Object.groupBy(found, ({ name }) => pageOf(name));
  return (
    <>
      <PageHead title={t`All actions`} />
      <p className="mb-4 max-w-text text-ink-soft">
        <Trans>
          Most of these are quicker from the menu. Look here for what you do not find there.
        </Trans>
      </p>
      <div className="mb-6 grid max-w-md gap-1">
        <label htmlFor={searchId} className="font-semibold">
          <Trans>Find an action</Trans>
        </label>
        <input
          id={searchId}
          type="search"
          className="input"
          autoComplete="off"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      </div>
      <CallError error={list.error} />
      {list.isPending && <Loading />}
      {list.data && found.length === 0 && (
        <p>
          <Trans>No action matches these words.</Trans>
        </p>
      )}
      <div className="grid max-w-text gap-3">
        {ENTRIES.map(({ to, label: page }) => {
          const operations = to === '/all' ? [] : (byPage[to] ?? []);
          return operations.length === 0 ? null : (
            // A search opens what it found.
            <details key={`${to} ${isSought}`} className="card" open={isSought}>
              <summary className="min-h-11 cursor-pointer content-center text-title-s font-bold">
                {i18n._(page)} ({operations.length})
              </summary>
              <ul className="mt-2 grid gap-3">
                {operations.map(({ name, label, help }) => (
                  <li key={name}>
                    <Link
                      {...(hasPage(name)
                        ? { to: PAGE_OF_ACTION[name] }
                        : ({ to: '/do/$name', params: { name } } as const))}
                      className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
                    >
                      {label}
                    </Link>
                    <p className="text-small text-ink-soft">{help}</p>
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

/** The page of any operation: its form, generated from its input schema, and its output. */
export function OperationPage() {
  const { name } = useParams({ from: '/do/$name' });
  if (name === 'journal.list') return <Navigate to="/journal" replace />;
  return <AnyOperation name={name} />;
}

function AnyOperation({ name }: { name: string }) {
  const filled = useSearch({ from: '/do/$name' });
  const { i18n } = useLingui();
  const locale = localeOf(i18n.locale);
  const form = useQuery({
    queryKey: ['form', name, locale],
    queryFn: async (): Promise<Form> => {
      const { input, output, ...rest } = await api.operations.form.query({ name, locale });
      return { ...rest, input: schemaOf(input), output: schemaOf(output) };
    },
  });
  if (form.isPending) return <Loading />;
  if (form.error !== null) return <CallError error={form.error} />;
  // A form prefilled by a link has its own key, so that one order's form never appears for another.
  const place = `${name}?${new URLSearchParams(filled).toString()}`;
  return <OperationForm key={place} place={place} form={form.data} filled={filled} />;
}

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
  const { t } = useLingui();
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
    if (form.kind === 'danger') setAsked({ input: read.input });
    else void run(read.input);
  };
  const hasFields = Object.keys(form.input.properties ?? {}).length > 0;
  // A read without input runs at once.
  useEffect(() => {
    if (isRead && !hasFields) void run({});
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each operation
  }, [form.name]);

  return (
    <>
      <PageHead title={form.label} />
      <p className="mb-6 text-ink-soft">{form.help}</p>
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
          <CallError error={error} />
          <button
            type="submit"
            disabled={isBusy}
            className={form.kind === 'danger' ? BUTTON.danger : BUTTON.primary}
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
          <button type="button" className={BUTTON.danger} onClick={() => void run(asked.input)}>
            <Trans>Yes, do it</Trans>
          </button>
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

/** Returns empty values, with the texts that a link prefills. */
function initialValues(schema: Schema, filled: Readonly<Record<string, string>>): Typed {
  const empty = emptyOf('', schema);
  if (typeof empty !== 'object' || Array.isArray(empty)) return empty;
  const known = Object.entries(filled).filter(([name]) => typeof empty[name] === 'string');
  return { ...empty, ...Object.fromEntries(known) };
}
