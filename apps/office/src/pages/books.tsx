import { addDays, addMonths } from '@agres/domain/days';
import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { api } from '../lib/api.ts';
import { download } from '../lib/download.ts';
import { formatEuros, formatMoment, formatMonth, formatPercent } from '../lib/format.ts';
import { OrderLink } from '../lib/orders.tsx';
import { useAction, useToday, useVat } from '../lib/staff.tsx';
import {
  CallError,
  Card,
  Fetching,
  HEAD_ACTIONS,
  Loading,
  MoreActions,
  NARROW,
  NewTabLink,
  Notice,
  PageHead,
} from '../ui.tsx';
import { useCsvWords } from './csv-words.ts';
import { VatAnswer } from './vat.tsx';

type Month = Awaited<ReturnType<typeof api.books.months.query>>['months'][number];

export function BooksPage() {
  const { t } = useLingui();
  const { month: chosen } = useSearch({ from: '/books' });
  const list = useQuery({ queryKey: ['books'], queryFn: () => api.books.months.query({}) });
  const months = withoutEmptyEnd(list.data?.months ?? []);
  const missingOnInvoices = useToday().data?.missingOnInvoices ?? [];
  const isVatOpen = useVat().data?.regime === null || missingOnInvoices.length > 0;
  // Held here because the answer moves to the foot of the page once nothing is missing.
  const [isVatSaved, setIsVatSaved] = useState(false);
  const vatAnswer = (
    <Card title={t`VAT`}>
      <VatAnswer isSaved={isVatSaved} onSaved={setIsVatSaved} />
    </Card>
  );
  const month = chosen ?? months[0]?.month;
  const files = useFiles(month);
  return (
    <>
      <PageHead title={t`Accounting`}>
        {months.length > 0 && month !== undefined && (
          <div className={HEAD_ACTIONS}>
            <MonthChoice months={months} month={month} />
            <button
              type="button"
              className={`${NARROW.primary} max-sm:grow`}
              disabled={files.isBusy}
              onClick={files.saveBooks}
            >
              <Trans>Download for the accountant</Trans>
            </button>
            <MoreActions
              actions={[
                { label: t`Orders (CSV)`, run: files.saveOrders, isDisabled: files.isBusy },
              ]}
            />
          </div>
        )}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {files.done !== null && <Notice>{files.done}</Notice>}
        <CallError error={files.error} />
        {isVatOpen && vatAnswer}
        <Fetching of={list} />
        {months.length > 0 && month !== undefined && (
          <>
            <OneMonth
              key={month}
              month={month}
              figures={months.find((one) => one.month === month)}
            />
            <MonthsTable months={months} />
          </>
        )}
        {!isVatOpen && vatAnswer}
        <p className="max-w-prose text-small text-ink-soft">
          <Trans>
            The accountant’s file (CSV) lists each payment and refund with its VAT, on the day
            Stripe recorded it. Its totals may differ slightly around the end of a month. The orders
            file is for your own use.
          </Trans>
        </p>
      </div>
    </>
  );
}

function MonthChoice({ months, month }: { months: readonly Month[]; month: string }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  return (
    <select
      aria-label={t`Month`}
      className="input w-auto! first-letter:uppercase max-sm:grow"
      value={month}
      onChange={({ target }) =>
        void navigate({ to: '/books', search: { month: target.value }, resetScroll: false })
      }
    >
      {[...new Set([month, ...months.map((one) => one.month)])]
        .toSorted()
        .toReversed()
        .map((one) => (
          <option key={one} value={one}>
            {formatMonth(i18n.locale, one)}
          </option>
        ))}
    </select>
  );
}

/** On a phone long tables are folded. */
const isWide = () => matchMedia('(width >= 48rem)').matches;

/** The shop was not open yet in the oldest months without figures. */
function withoutEmptyEnd(months: readonly Month[]): readonly Month[] {
  const last = months.findLastIndex(({ month: _month, ...figures }) =>
    Object.values(figures).some((figure) => figure !== 0),
  );
  return months.slice(0, Math.max(last + 1, 1));
}

/** A month is a card on a phone, a row on wider screens. */
function MonthsTable({ months }: { months: readonly Month[] }) {
  const { t, i18n } = useLingui();
  const sum = (cents: number) => formatEuros(i18n.locale, cents);
  const columns: readonly (readonly [string, (month: Month) => string | number])[] = [
    [t`Orders`, ({ orders }) => orders],
    [t`Sales, delivery included`, ({ soldCents }) => sum(soldCents)],
    [t`Subscription payments`, ({ subscriptionCents }) => sum(subscriptionCents)],
    [t`Refunded`, ({ refundedCents }) => sum(refundedCents)],
    [t`Disputed`, ({ disputedCents }) => sum(disputedCents)],
    [t`VAT`, ({ vatCents }) => sum(vatCents)],
    [t`New subscriptions`, ({ newSubscriptions }) => newSubscriptions],
    [t`Active subscriptions`, ({ activeSubscriptions }) => activeSubscriptions],
  ];
  return (
    <Part title={<Trans>Month by month</Trans>} figure={months.length}>
      <table className="table stacked">
        <FigureHead first={<Trans>Month</Trans>} titles={columns.map(([title]) => title)} />
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                <Link
                  to="/books"
                  search={{ month: one.month }}
                  className="font-semibold whitespace-nowrap underline"
                >
                  {formatMonth(i18n.locale, one.month)}
                </Link>
              </th>
              {columns.map(([title, figure]) => (
                <td key={title} data-title={title} className="number">
                  {figure(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-small text-ink-soft">
        <Trans>
          Disputed: charged back by banks, minus what they returned. VAT on invoices and
          subscription payments, minus VAT on refunds and disputes. Ask your accountant whether you
          may deduct the VAT of a dispute.
        </Trans>
      </p>
    </Part>
  );
}

function FigureHead({ first, titles }: { first: ReactNode; titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {titles.map((title) => (
          <th key={title} scope="col" className="number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const netCentsOf = (month: Month) =>
  month.soldCents + month.subscriptionCents - month.refundedCents - month.disputedCents;

/** Received, gone back, left, and its VAT. */
function Summary({ figures }: { figures: Month }) {
  const { t, i18n } = useLingui();
  const { soldCents, subscriptionCents, refundedCents, disputedCents, vatCents } = figures;
  const receivedCents = soldCents + subscriptionCents;
  const backCents = refundedCents + disputedCents;
  const lines = [
    [t`Received`, receivedCents, t`delivery and subscriptions included`],
    [t`Refunds and disputes`, backCents, null],
    [t`Net received`, netCentsOf(figures), t`received, minus refunds and disputes`],
    [t`VAT on net received`, vatCents, null],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {lines.map(([title, cents, note]) => (
        <div key={title} className="card row-span-3 grid grid-rows-subgrid gap-0 max-sm:px-3!">
          <dt className="text-small text-ink-soft">{title}</dt>
          <dd className="text-title-m font-bold tabular-nums">{formatEuros(i18n.locale, cents)}</dd>
          {note !== null && <dd className="text-caption text-ink-soft">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function OneMonth({ month, figures }: { month: string; figures: Month | undefined }) {
  const { i18n } = useLingui();
  const items = useQuery({
    queryKey: ['books items', month],
    queryFn: () => api.books.items.query({ month }),
  });
  const { data: invoices } = useInvoices(month, null);
  const name = formatMonth(i18n.locale, month);
  const sold = items.data?.items ?? [];
  const subscriptions = items.data?.subscriptions ?? NO_SUBSCRIPTIONS;
  const isQuiet =
    sold.length === 0 &&
    [
      subscriptions.soldCents,
      subscriptions.refundedCents,
      subscriptions.disputedCents,
      subscriptions.vatCents,
    ].every((cents) => cents === 0);
  const rates = items.data?.rates.filter(({ ratePercent }) => ratePercent !== null) ?? [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={name}>
      {figures !== undefined && <Summary figures={figures} />}
      <Part
        title={<Trans>By item</Trans>}
        figure={figures && formatEuros(i18n.locale, figures.soldCents + figures.subscriptionCents)}
      >
        <Fetching of={items} />
        {items.data && isQuiet && (
          <p>
            <Trans>Nothing was sold.</Trans>
          </p>
        )}
        {!isQuiet && (
          <ItemsTable items={sold} subscriptions={subscriptions} salesCents={figures?.soldCents} />
        )}
      </Part>
      <Part
        title={<Trans>Invoices</Trans>}
        figure={invoices && `${invoices.invoices.length}${invoices.areMore ? '+' : ''}`}
      >
        <Invoices month={month} />
      </Part>
      {rates.length > 0 && (
        <Part
          title={<Trans>By VAT rate</Trans>}
          figure={formatEuros(
            i18n.locale,
            rates.reduce((sum, { vatCents }) => sum + vatCents, 0),
          )}
        >
          <RatesTable rates={rates} />
        </Part>
      )}
      <Balance
        key={month}
        month={month}
        netCents={figures === undefined ? null : netCentsOf(figures)}
      />
    </section>
  );
}

/**
 * Compares the provider's sums with the page's net sum. On a phone, asks the provider only when it is opened.
 */
function Balance({ month, netCents }: { month: string; netCents: number | null }) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(isWide);
  const balance = useQuery({
    queryKey: ['books balance', month],
    queryFn: () => api.books.balance.query({ month }),
    enabled: isOpen,
  });
  const { data } = balance;
  const more =
    data === undefined || netCents === null
      ? null
      : data.receivedCents + data.returnedCents - netCents;
  const difference = formatEuros(i18n.locale, Math.abs(more ?? 0));
  const lines =
    data &&
    ([
      [t`Received`, data.receivedCents],
      [t`Refunds and disputes`, data.returnedCents],
      [t`Fees`, data.feesCents],
      ...(data.otherCents === 0 ? [] : [[t`Other movements`, data.otherCents] as const]),
      [t`Paid out to your bank`, data.payoutCents],
    ] as const);
  return (
    <details
      className={PART}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={PART_TITLE}>
        <h2 className="inline">{t`Stripe’s fees and payouts`}</h2>
      </summary>
      <CallError error={balance.error} />
      {isOpen && balance.isPending && <Loading />}
      {more === 0 && (
        <p className="mb-2 font-medium text-success">
          <Trans>Stripe’s sums agree with the net sum of this page.</Trans>
        </p>
      )}
      {more !== null && more !== 0 && (
        <p className="mb-2 font-medium text-warning">
          {more > 0 ? (
            <Trans>Stripe shows {difference} more than this page.</Trans>
          ) : (
            <Trans>Stripe shows {difference} less than this page.</Trans>
          )}{' '}
          <Trans>A payment counts on the day Stripe receives it.</Trans>
        </p>
      )}
      {lines !== undefined && (
        <dl className="grid max-w-md gap-1">
          {lines.map(([title, cents]) => (
            <div key={title} className="flex justify-between gap-4 border-b border-line py-1">
              <dt>{title}</dt>
              <dd className="tabular-nums">{formatEuros(i18n.locale, cents)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

type Figures = Awaited<ReturnType<typeof api.books.items.query>>;
type ItemFigures = Figures['items'][number];
type RateFigures = Figures['rates'][number];
type SubscriptionFigures = Figures['subscriptions'];

const NO_SUBSCRIPTIONS: SubscriptionFigures = {
  units: 0,
  soldCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  vatCents: 0,
};

type ItemsTableProps = {
  items: readonly ItemFigures[];
  subscriptions: SubscriptionFigures;
  /** With delivery. */
  salesCents: number | undefined;
};

function ItemsTable({ items, subscriptions, salesCents }: ItemsTableProps) {
  const { t, i18n } = useLingui();
  const euros = (cents: number) => (cents === 0 ? '–' : formatEuros(i18n.locale, cents));
  const withoutDelivery = items.reduce((sum, { soldCents }) => sum + soldCents, 0);
  const deliveryCents = (salesCents ?? withoutDelivery) - withoutDelivery;
  const deliveryVatCents = items.reduce((sum, item) => sum + item.deliveryVatCents, 0);
  return (
    <>
      <TotalsTable<SubscriptionFigures>
        first={t`Item`}
        all={t`Total`}
        rows={[
          ...items.map(
            (item) =>
              [
                i18n.locale === 'en' ? item.titleEn : item.title,
                { ...item, vatCents: item.vatCents - item.deliveryVatCents },
              ] as const,
          ),
          [
            t`${plural(subscriptions.units, { one: 'Subscriptions: # payment', other: 'Subscriptions: # payments' })}`,
            // Payments are not units of items.
            { ...subscriptions, units: 0 },
          ] as const,
          ...(deliveryCents === 0 && deliveryVatCents === 0
            ? []
            : [
                [
                  t`Delivery`,
                  { ...NO_SUBSCRIPTIONS, soldCents: deliveryCents, vatCents: deliveryVatCents },
                ] as const,
              ]),
        ]}
        columns={[
          [t`Units`, ({ units }) => units, (units) => (units === 0 ? '–' : String(units))],
          [t`Sales`, ({ soldCents }) => soldCents, euros],
          [t`Refunded`, ({ refundedCents }) => refundedCents, euros],
          [t`Disputed`, ({ disputedCents }) => disputedCents, euros],
          [t`VAT`, ({ vatCents }) => vatCents, euros],
        ]}
      />
      <p className="text-small text-ink-soft">
        <Trans>
          VAT on invoices and subscription payments, minus VAT on refunds and disputes. Each refund,
          delivery included, appears with its item.
        </Trans>
      </p>
    </>
  );
}

/**
 * The amounts to declare by VAT rate: invoices, delivery included, and subscription payments, less refunds
 * and disputed sums.
 */
function RatesTable({ rates }: { rates: readonly RateFigures[] }) {
  const { t, i18n } = useLingui();
  const euros = (cents: number) => formatEuros(i18n.locale, cents);
  return (
    <TotalsTable
      first={t`Rate`}
      all={t`All rates`}
      rows={rates.map((rate) => [formatPercent(i18n.locale, rate.ratePercent ?? 0), rate] as const)}
      columns={[
        [t`Without VAT`, ({ netCents }) => netCents, euros],
        [t`VAT`, ({ vatCents }) => vatCents, euros],
      ]}
    />
  );
}

type TotalsProps<Row> = {
  /** `first` heads the first column, `all` the row of totals. */
  first: string;
  all: string;
  rows: readonly (readonly [name: string, row: Row])[];
  columns: readonly (readonly [
    title: string,
    figure: (row: Row) => number,
    show: (figure: number) => string,
  ])[];
};

/** A line is a card on a phone, a row on wider screens. */
function TotalsTable<Row extends object>({ first, all, rows, columns }: TotalsProps<Row>) {
  const renderCells = (name: string, of: (figure: (row: Row) => number) => number) => (
    <>
      <th scope="row">{name}</th>
      {columns.map(([title, figure, show]) => (
        <td key={title} data-title={title} className="number">
          {show(of(figure))}
        </td>
      ))}
    </>
  );
  return (
    <table className="table stacked">
      <FigureHead first={first} titles={columns.map(([title]) => title)} />
      <tbody>
        {rows.map(([name, row]) => (
          <tr key={JSON.stringify(row)}>{renderCells(name, (figure) => figure(row))}</tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          {renderCells(all, (figure) => rows.reduce((total, [, row]) => total + figure(row), 0))}
        </tr>
      </tfoot>
    </table>
  );
}

const PART = 'card py-2! sm:py-3!';
const PART_TITLE = 'min-h-11 cursor-pointer content-center text-title-s font-bold';

type PartProps = {
  title: ReactNode;
  /** What it comes to, also while it is closed. */
  figure?: string | number | undefined;
  children: ReactNode;
};

function Part({ title, figure, children }: PartProps) {
  return (
    <details className={PART} open={isWide()}>
      <summary className={PART_TITLE}>
        <h2 className="inline">{title}</h2>
        {figure !== undefined && <span className="font-normal text-ink-soft"> · {figure}</span>}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-1 pb-3">{children}</div>
    </details>
  );
}

/** Saves the files of a month. */
function useFiles(month: string | undefined) {
  const { t, i18n } = useLingui();
  const inWords = useCsvWords();
  const { act, isBusy, done, error } = useAction();
  const from = `${month}-01`;
  const save = (name: string, empty: string, read: (period: Period) => Promise<{ csv: string }>) =>
    void act(async () => {
      const style = localeOf(i18n.locale);
      const { csv } = await read({ from, to: addDays(addMonths(from, 1), -1), style });
      // The first line has the names of the columns.
      if (csv.trim().split('\r\n').length < 2) return empty;
      download({
        name: `${name}-${month}.csv`,
        text: inWords(csv),
        type: 'text/csv;charset=utf-8',
      });
      return t`File downloaded.`;
    });
  return {
    isBusy,
    done,
    error,
    saveBooks: () =>
      save(t`payments`, t`No movements this month: there is no file to download.`, (period) =>
        api.books.export.query({ ...period, vat: null }),
      ),
    saveOrders: () =>
      save(t`orders`, t`No orders this month: there is no file to download.`, (period) =>
        api.orders.export.query(period),
      ),
  };
}

type Period = Omit<Parameters<typeof api.books.export.query>[0], 'vat'>;

const useInvoices = (month: string, after: string | null) =>
  useQuery({
    queryKey: ['invoices', month, after],
    queryFn: () => api.books.invoices.query({ month, after }),
  });

function Invoices({ month }: { month: string }) {
  const { t, i18n } = useLingui();
  /** The last invoice number of each previous page. */
  const [path, setPath] = useState<readonly string[]>([]);
  const after = path.at(-1) ?? null;
  const list = useInvoices(month, after);
  const invoices = list.data?.invoices ?? [];
  const last = invoices.at(-1)?.number;
  const kinds: Readonly<Record<(typeof invoices)[number]['kind'], string>> = {
    invoice: t`Invoice`,
    credit_note: t`Credit note`,
  };
  return (
    <>
      <Fetching of={list} />
      {list.data && invoices.length === 0 && (
        <p>
          <Trans>No invoice was issued for this month.</Trans>
        </p>
      )}
      {invoices.length > 0 && (
        <table className="table stacked">
          <thead>
            <tr>
              <th scope="col">{t`Number`}</th>
              <th scope="col">{t`Order`}</th>
              <th scope="col">{t`Date`}</th>
              <th scope="col" className="number">{t`Amount`}</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map(({ id, number, kind, order, issuedOn, amountCents }) => (
              <tr key={id}>
                <th scope="row">
                  <NewTabLink href={`/invoices/${id}`} className="font-semibold underline">
                    {kinds[kind]} {number}
                  </NewTabLink>
                </th>
                <td data-title={t`Order`}>
                  <OrderLink id={order} />
                </td>
                <td data-title={t`Date`}>{formatMoment(i18n.locale, issuedOn)}</td>
                <td data-title={t`Amount`} className="number">
                  {formatEuros(i18n.locale, kind === 'invoice' ? amountCents : -amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap gap-x-6 empty:hidden">
        {path.length > 0 && (
          <button type="button" className={BUTTON.quiet} onClick={() => setPath(path.slice(0, -1))}>
            <Trans>Earlier numbers</Trans>
          </button>
        )}
        {list.data?.areMore === true && last !== undefined && (
          <button type="button" className={BUTTON.quiet} onClick={() => setPath([...path, last])}>
            <Trans>Later numbers</Trans>
          </button>
        )}
      </div>
    </>
  );
}
