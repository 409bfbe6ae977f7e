import {
  nextOrderStepOf,
  orderMarksOf,
  type MarkedOrder,
  type OrderMark,
} from '@agres/domain/order-marks';
import { replacementReference } from '@agres/domain/replacements';
import { BUTTON } from '@agres/ui/button';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import {
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type SubmitEvent,
} from 'react';

import { api } from '../lib/api.ts';
import { formatEuros, formatMoment, purchasedItemName } from '../lib/format.ts';
import { useAction, useChange, useMay, useToday } from '../lib/staff.tsx';
import {
  CallError,
  Filters,
  Loading,
  Mark,
  MoreButton,
  Notice,
  PageHead,
  type Tone,
} from '../ui.tsx';
import { SendDialog, TrackingDialog } from './parcels.tsx';
import { PreparedParcels, type Parcel } from './prepared-parcels.tsx';

const MAX_LISTED = 50;
/** As many orders as one call accepts. */
const MARKED = 100;
/** The delay of the email about a parcel. */
const UNDO_MS = 10 * 60_000;

/** The steps of an order, in this sequence. */
const STEPS = ['prepare', 'send', 'deliver'] as const;

const STATUSES = ['waiting', 'held', 'sent', 'delivered', 'refunded', 'cancelled'] as const;
type OrderStatus = (typeof STATUSES)[number];

/** The filter of the list, as in the URL. */
export type OrderSearch = {
  status?: OrderStatus;
  search?: string;
  from?: string;
  to?: string;
  /** Selects the parcels to send on arrival. */
  isMarked?: true;
};

/** Returns a search parameter as text: the router parses a numeric one as a number. */
export const wordsOf = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : '';

/** Reads the filter from the URL. Drops unknown values. */
export function parseOrderSearch(given: Record<string, unknown>): OrderSearch {
  const status = STATUSES.find((one) => one === given['status']);
  const search = wordsOf(given['search']).trim();
  const days = (['from', 'to'] as const).flatMap((name) => {
    const day = wordsOf(given[name]);
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? [[name, day] as const] : [];
  });
  return {
    ...(status === undefined ? {} : { status }),
    ...(search === '' ? {} : { search }),
    ...Object.fromEntries(days),
    ...(given['isMarked'] === true ? { isMarked: true } : {}),
  };
}

export function OrderLink({ id }: { id: number }) {
  return (
    <Link
      to="/orders/$id"
      params={{ id: String(id) }}
      // Tall enough for a finger, without making its line taller.
      className="-my-2 inline-flex min-h-11 items-center font-semibold underline sm:my-0 sm:min-h-0"
    >
      <Trans>Order {id}</Trans>
    </Link>
  );
}

type ListedOrder = Awaited<ReturnType<typeof api.orders.list.query>>['orders'][number];

/** The states stand beside the text; on a phone, below it. */
const SUMMARY =
  'flex min-w-0 grow flex-col items-start gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between';

export function OrderSummary({ order }: { order: ListedOrder }) {
  const { i18n } = useLingui();
  return <ParcelSummary parcel={orderParcel(i18n.locale, order)} />;
}

type WaitingReplacement = NonNullable<ReturnType<typeof useToday>['data']>['replacements'][number];

/** An order or a replacement in the list. */
type ListedParcel = {
  name: ReactNode;
  date: string;
  buyer: string;
  item: string;
  /** Empty for a replacement. */
  amount: string;
  tracking: Tracking | null;
  marks: ReactNode;
};

const orderParcel = (locale: string, order: ListedOrder): ListedParcel => ({
  name: <OrderLink id={order.id} />,
  date: formatMoment(locale, order.orderDate),
  buyer: `${order.firstName} ${order.lastName}`,
  item: purchasedItemName(locale, order.item),
  amount: formatEuros(locale, order.amountCents),
  tracking: order.tracking,
  marks: <OrderMarks order={order} />,
});

function replacementParcel(locale: string, one: WaitingReplacement): ListedParcel {
  const reference = replacementReference(one.id);
  return {
    name: (
      <>
        <OrderLink id={one.order} /> · <Trans>replacement {reference}</Trans>
      </>
    ),
    date: formatMoment(locale, one.createdDate),
    buyer: `${one.firstName} ${one.lastName}`,
    item: locale === 'en' ? one.itemEn : one.item,
    amount: '',
    tracking: null,
    marks: (
      <Mark>
        {one.preparedDate === null ? (
          <Trans>To send</Trans>
        ) : (
          <Trans context="a replacement">Prepared</Trans>
        )}
      </Mark>
    ),
  };
}

function ParcelSummary({ parcel }: { parcel: ListedParcel }) {
  const { name, buyer, item, amount, date, tracking, marks } = parcel;
  return (
    <div className={SUMMARY}>
      <div className="min-w-0 grow break-words">
        <p>
          {name} · {buyer}
        </p>
        <p className="text-small text-ink-soft">
          {[item, amount, date].filter((fact) => fact !== '').join(' · ')}
        </p>
        {tracking !== null && (
          <p className="text-small">
            <TrackingLink tracking={tracking} />
          </p>
        )}
      </div>
      {marks}
    </div>
  );
}

const WIDE = '(width >= 64rem)';

const useIsWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(WIDE);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(WIDE).matches,
  );

type ParcelLine = {
  parcel: ListedParcel;
  key: string;
  /** The label of its checkbox. */
  label: string;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
};

/** A parcel is a card on a phone, a row on wider screens. */
function ParcelList({ lines }: { lines: readonly ParcelLine[] }) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const renderBox = ({ label, isMarked, onMark }: ParcelLine) => (
    <input
      type="checkbox"
      className="block size-6 shrink-0"
      aria-label={label}
      checked={isMarked}
      onChange={({ target }) => onMark(target.checked)}
    />
  );
  if (lines.length === 0) return null;
  if (!isWide) {
    return (
      <ul className="no-print grid gap-2 [&_:is(a,input)]:scroll-mb-48">
        {lines.map((line) => (
          <li key={line.key} className="card flex items-center gap-x-4">
            {renderBox(line)}
            <ParcelSummary parcel={line.parcel} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="no-print card py-2! [&_:is(a,input)]:scroll-mb-48">
      <table className="table [&_:is(th,td)]:align-middle [&_tbody>tr:last-child>td]:border-0">
        <thead>
          <tr>
            <th scope="col" aria-label={t`Selection`} />
            <th scope="col">
              <Trans>Order</Trans>
            </th>
            <th scope="col">
              <Trans>Date</Trans>
            </th>
            <th scope="col">
              <Trans>Buyer</Trans>
            </th>
            <th scope="col">
              <Trans>Item</Trans>
            </th>
            <th scope="col" className="number">
              <Trans>Paid</Trans>
            </th>
            <th scope="col">
              <Trans>State</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { name, date, buyer, item, amount, tracking, marks } = line.parcel;
            return (
              <tr key={line.key}>
                <td>{renderBox(line)}</td>
                <td className="whitespace-nowrap">{name}</td>
                <td className="whitespace-nowrap">{date}</td>
                <td className="wrap-anywhere">{buyer}</td>
                <td>{item}</td>
                <td className="number whitespace-nowrap">{amount}</td>
                <td>
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    {marks}
                    {tracking !== null && <TrackingLink tracking={tracking} />}
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Returns a list with an id, or without it. */
const marking = (marked: readonly number[], id: number, isMarked: boolean) =>
  isMarked ? [...marked, id] : marked.filter((one) => one !== id);

type Done = { words: string; undo?: () => Promise<string> };

/** Several orders can be selected, to prepare, send and deliver their parcels. */
export function OrdersPage() {
  const { t, i18n } = useLingui();
  const wanted = useSearch({ from: '/orders' });
  const may = useMay();
  const change = useChange();
  const [marked, setMarked] = useState<readonly number[]>([]);
  const [markedReplacements, setMarkedReplacements] = useState<readonly number[]>([]);
  const [isArriving, setIsArriving] = useState(wanted.isMarked === true);
  const [open, setOpen] = useState<'send' | 'tracking' | null>(null);
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const { act, done, setDone, error, setError } = useAction<Done | null>();
  // The pressed button may have gone: focus the page, which starts with the notice.
  useEffect(() => {
    if (done !== null) document.querySelector<HTMLElement>('#content')?.focus();
  }, [done]);
  const { status = null, search = null, from = null, to = null } = wanted;
  const list = useInfiniteQuery({
    queryKey: ['orders', status, search, from, to],
    queryFn: ({ pageParam: before }) =>
      api.orders.list.query({ status, search, from, to, before, limit: MAX_LISTED }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ orders, more }) => (more > 0 ? (orders.at(-1)?.id ?? null) : null),
  });
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const shown = orders.slice(0, MARKED).map(({ id }) => id);
  // By number: slips and tracking numbers come in the same order.
  const ids = marked.toSorted((one, other) => one - other);
  const { data: today } = useToday();
  const waiting = status === 'waiting' ? (today?.replacements ?? []) : [];
  const replacements = waiting.filter(({ id }) => markedReplacements.includes(id));
  const count = ids.length + replacements.length;
  const numbers = [...ids, ...replacements.map(({ id }) => replacementReference(id))].join(', ');
  // An order that an open declaration may concern is not preselected.
  if (isArriving && today !== undefined && list.data !== undefined) {
    const declared = new Set(
      today.parcels.filter(({ declaration }) => declaration !== null).map(({ id }) => id),
    );
    setIsArriving(false);
    setMarked(shown.filter((id) => !declared.has(id)));
    setMarkedReplacements(waiting.map(({ id }) => id));
  }
  const clearMarks = () => {
    setMarked([]);
    setMarkedReplacements([]);
  };
  const prepare = async (): Promise<null> => {
    const prepared: Parcel[] = [];
    if (ids.length > 0) {
      prepared.push(...(await change(() => api.orders.prepare.mutate({ orders: ids }))).orders);
    }
    for (const { id: replacement } of replacements) {
      const { orders: own } = await change(() => api.replacements.prepare.mutate({ replacement }));
      prepared.push(...own);
    }
    setParcels(prepared);
    return null;
  };
  const deliver = async (): Promise<Done> => {
    await change(() => api.orders.deliver.mutate({ orders: ids, on: null }));
    setMarked([]);
    const undo = async () => {
      for (const order of ids) await change(() => api.orders.undoDelivery.mutate({ order }));
      return t`Not marked as delivered any more: ${numbers}.`;
    };
    return {
      words: t`${plural(ids.length, {
        one: `Marked as delivered: no. ${numbers}.`,
        other: `Marked as delivered: nos. ${numbers}.`,
      })}`,
      undo,
    };
  };
  const hasMarked = count > 0;
  // The first step that a selected order waits for.
  const waitedFor = new Set<string | null>([
    ...orders.filter(({ id }) => marked.includes(id)).map(nextOrderStepOf),
    ...replacements.map(({ preparedDate }) => (preparedDate === null ? 'prepare' : 'send')),
  ]);
  const next = STEPS.find((step) => waitedFor.has(step)) ?? 'prepare';
  const actions: readonly (readonly [step: string, label: string, run: () => void])[] = [
    ...(may('orders.send')
      ? ([
          [
            'prepare',
            next === 'prepare' ? t`Prepare parcels` : t`Print again`,
            () => void act(prepare),
          ],
          ['send', t`Mark as sent`, () => setOpen('send')],
        ] as const)
      : []),
    // An unsent parcel cannot be delivered.
    ...(may('orders.deliver') && status !== 'waiting'
      ? ([['deliver', t`Mark as delivered`, () => void act(deliver)]] as const)
      : []),
  ];
  const leaving =
    parcels.length > 0
      ? parcels
      : [
          ...orders
            .filter(({ id }) => marked.includes(id))
            .toSorted((one, other) => one.id - other.id),
          ...replacements.map(({ id, order, ...one }) => ({ ...one, id: order, replacement: id })),
        ];
  const leaveSlips = () => {
    setParcels([]);
    clearMarks();
  };
  const sending = open === 'send' && (
    <SendDialog
      parcels={leaving}
      onClose={() => setOpen(null)}
      onDone={(sent) => {
        setOpen(null);
        leaveSlips();
        setError(null);
        setDone(sent);
      }}
    />
  );
  if (parcels.length > 0) {
    return (
      <>
        <PageHead title={t`Orders`}>
          <button type="button" className={BUTTON.quiet} onClick={leaveSlips}>
            <Trans>Back to the orders</Trans>
          </button>
        </PageHead>
        <CallError error={error} />
        <PreparedParcels parcels={parcels} onError={setError} onSend={() => setOpen('send')} />
        {sending}
      </>
    );
  }
  return (
    <>
      <PageHead title={t`Orders`} />
      <SearchForm
        key={JSON.stringify(wanted)}
        wanted={wanted}
        counts={{
          waiting: countOf(
            (today?.parcels.length ?? 0) + (today?.replacements.length ?? 0),
            today?.areMoreParcels,
          ),
          held: countOf(today?.held.length ?? 0),
        }}
        onSearch={clearMarks}
        onImport={may('orders.send') ? () => setOpen('tracking') : null}
      />
      <div className="no-print mb-4 grid gap-2 empty:hidden">
        <CallError error={list.error ?? error} />
        {done !== null && <DoneNotice key={done.words} done={done} act={act} />}
      </div>
      {list.isPending && <Loading />}
      {list.data && orders.length + waiting.length === 0 && (
        <p>
          {(wanted.search ?? '') === '' ? (
            <Trans>No orders here.</Trans>
          ) : (
            <Trans>No order matches “{wanted.search}”.</Trans>
          )}
        </p>
      )}
      <ParcelList
        lines={[
          ...waiting.map((one) => {
            const reference = replacementReference(one.id);
            return {
              parcel: replacementParcel(i18n.locale, one),
              key: reference,
              label: t`Select replacement ${reference}`,
              isMarked: markedReplacements.includes(one.id),
              onMark: (isMarked: boolean) =>
                setMarkedReplacements(marking(markedReplacements, one.id, isMarked)),
            };
          }),
          ...orders.map((order) => ({
            parcel: orderParcel(i18n.locale, order),
            key: String(order.id),
            label: t`Select order ${order.id}`,
            isMarked: marked.includes(order.id),
            onMark: (isMarked: boolean) => setMarked(marking(marked, order.id, isMarked)),
          })),
        ]}
      />
      <MoreButton list={list}>
        {status === 'waiting' ? <Trans>More orders</Trans> : <Trans>Older orders</Trans>}
      </MoreButton>
      {hasMarked && (
        <div className="no-print sticky bottom-0 z-10 -mx-4 mt-4 grid gap-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-card sm:border sm:px-6">
          <div className="flex flex-wrap items-center gap-x-3">
            <label className="flex min-h-11 items-center gap-3 pr-2">
              <input
                type="checkbox"
                className="size-6"
                checked={
                  replacements.length === waiting.length && shown.every((id) => marked.includes(id))
                }
                onChange={({ target }) => {
                  setMarked(target.checked ? shown : []);
                  setMarkedReplacements(target.checked ? waiting.map(({ id }) => id) : []);
                }}
              />
              <Trans>Select all</Trans>
            </label>
            <output id="marked" className="text-small text-ink-soft">
              <Plural value={count} one="# order selected" other="# orders selected" />
            </output>
          </div>
          <div className="grid auto-cols-fr grid-flow-col gap-2 sm:flex">
            {actions.map(([step, label, run]) => (
              <button
                key={step}
                type="button"
                aria-describedby="marked"
                className={`${step === next ? BUTTON.primary : BUTTON.secondary} max-sm:px-2`}
                // A replacement is marked as delivered on the page of its order.
                disabled={step === 'deliver' && replacements.length > 0}
                onClick={run}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
      {sending}
      {open === 'tracking' && (
        <TrackingDialog
          onClose={() => setOpen(null)}
          onDone={(words) => {
            setOpen(null);
            setError(null);
            setDone({ words });
          }}
        />
      )}
    </>
  );
}

/** Returns the number in parentheses, or nothing for zero. */
const countOf = (count: number, areMore = false): string =>
  count === 0 ? '' : ` (${count}${areMore ? '+' : ''})`;

type SearchFormProps = {
  wanted: OrderSearch;
  /** Shown after the names of the states. */
  counts: Partial<Record<OrderStatus, string>>;
  onSearch: () => void;
  /** Null without the permission to import tracking numbers. */
  onImport: (() => void) | null;
};

/** The states and the search; behind a button, the days and the import. */
function SearchForm({ wanted, counts, onSearch, onImport }: SearchFormProps) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const { status, from, to, ...others } = wanted;
  const filters = [from, to].filter((one) => one !== undefined).length;
  const [isOpen, setIsOpen] = useState(filters > 0);
  const words: Readonly<Record<OrderStatus, string>> = {
    waiting: t`To send`,
    held: t({ message: 'Held', context: 'several orders' }),
    sent: t({ message: 'Sent', context: 'several orders' }),
    delivered: t({ message: 'Delivered', context: 'several orders' }),
    refunded: t({ message: 'Refunded', context: 'several orders' }),
    cancelled: t({ message: 'Cancelled', context: 'several orders' }),
  };
  const label = t`Number, name, email or item`;
  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    onSearch();
    void navigate({ to: '/orders', search: parseOrderSearch(Object.fromEntries(typed)) });
  };
  return (
    <search className="no-print mb-2 block sm:mb-4">
      <Filters
        label={t`State of the orders`}
        filters={[undefined, ...STATUSES].map((one) => ({
          label:
            one === undefined
              ? t({ message: 'All', context: 'several orders' })
              : `${words[one]}${counts[one] ?? ''}`,
          isCurrent: one === status,
          link: linkOptions({
            to: '/orders',
            search: parseOrderSearch({ ...wanted, status: one, isMarked: undefined }),
          }),
        }))}
        onChoose={onSearch}
      />
      <form
        className="grid gap-2"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <div className="flex items-center gap-2">
          <input
            name="search"
            type="search"
            aria-label={label}
            placeholder={label}
            className="input min-w-0 text-ellipsis"
            autoComplete="off"
            maxLength={100}
            defaultValue={wanted.search ?? ''}
          />
          <button
            type="submit"
            aria-label={t`Search`}
            className={`${BUTTON.secondary} max-sm:px-3.5 sm:px-4`}
          >
            <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0" fill="none">
              <path
                d="M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 4.5 4.5"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
          </button>
          <button
            type="button"
            className={`${BUTTON.quiet} shrink-0`}
            aria-expanded={isOpen}
            aria-controls={`${id}-more`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t({ message: 'More', context: 'ways to find orders' })}
          </button>
        </div>
        <input type="hidden" name="status" value={status ?? ''} />
        <div id={`${id}-more`} hidden={!isOpen}>
          {onImport !== null && (
            <button type="button" className={BUTTON.quiet} onClick={onImport}>
              <Trans>Import tracking numbers</Trans>
            </button>
          )}
          <div className="grid gap-3 sm:grid-cols-2">
            <label className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 font-semibold">
              <Trans>Bought from</Trans>
              <input
                name="from"
                type="date"
                className="input min-w-0 font-normal"
                defaultValue={from}
              />
            </label>
            <label className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 font-semibold">
              <Trans>Bought until</Trans>
              <input
                name="to"
                type="date"
                className="input min-w-0 font-normal"
                defaultValue={to}
              />
            </label>
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <button type="submit" className={BUTTON.secondary}>
              <Trans>Show these orders</Trans>
            </button>
            {filters > 0 && (
              <Link
                to="/orders"
                search={parseOrderSearch({ ...others, status })}
                className={BUTTON.quiet}
                onClick={onSearch}
              >
                <Trans>Show all days</Trans>
              </Link>
            )}
          </div>
        </div>
      </form>
    </search>
  );
}

/** Offers to undo the action for ten minutes. */
function DoneNotice({
  done,
  act,
}: {
  done: Done;
  act: (work: () => Promise<Done | null>) => Promise<boolean>;
}) {
  const { undo, words } = done;
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Notice>{words}</Notice>
      {undo !== undefined && !isOver && (
        <button
          type="button"
          className={BUTTON.secondary}
          onClick={() => void act(async () => ({ words: await undo() }))}
        >
          <Trans>Undo</Trans>
        </button>
      )}
    </div>
  );
}

type Tracking = { carrier: string | null; number: string; url: string | null };

/** Links to the carrier's page if there is one. */
export function TrackingLink({ tracking: { carrier, number, url } }: { tracking: Tracking }) {
  const words = `${carrier ?? ''} ${number}`.trim();
  if (url === null) return words;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere underline">
      {words}
    </a>
  );
}

type UnderWay = Pick<ListedOrder, 'dispute' | 'isReplacementWaiting'>;

/** The dispute, the main state, then the return, the refund and the replacement. */
export function OrderMarks({ order }: { order: MarkedOrder & UnderWay }) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderMark, string>> = {
    to_send: t`To send`,
    prepared: t`Prepared`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    held: t`Held`,
    cancelled: t`Cancelled`,
    return_expected: t`Return expected`,
    returned: t`Returned`,
    refunded_in_part: t`Partly refunded`,
    refunded: t({ message: 'Refunded', context: 'an order' }),
  };
  return (
    <p className="flex flex-wrap gap-2">
      {order.dispute !== null && <Mark isAlarming>{t`Payment disputed`}</Mark>}
      {orderMarksOf(order).map((mark) => (
        <Mark key={mark} tone={TONE_OF[mark]}>
          {words[mark]}
        </Mark>
      ))}
      {order.isReplacementWaiting && <Mark tone="waiting">{t`Replacement to send`}</Mark>}
    </p>
  );
}

/** Amber waits for the shop, green is done, red is held. */
const TONE_OF: Readonly<Record<OrderMark, Tone>> = {
  to_send: 'waiting',
  prepared: 'waiting',
  sent: 'plain',
  delivered: 'good',
  held: 'alarming',
  cancelled: 'plain',
  return_expected: 'waiting',
  returned: 'plain',
  refunded_in_part: 'plain',
  refunded: 'plain',
};

type Dispute = Pick<NonNullable<ListedOrder['dispute']>, 'status' | 'answerByDate'>;

/** Returns what to do about a dispute that the bank has not decided. */
export function useDisputeWords(): (dispute: Dispute) => string {
  const { t, i18n } = useLingui();
  return ({ status, answerByDate }) => {
    if (status.endsWith('under_review')) return t`Your answer is sent: the bank will decide.`;
    if (answerByDate === null) return t`Answer in Stripe’s dashboard.`;
    return t`Answer in Stripe’s dashboard by ${formatMoment(i18n.locale, answerByDate)}.`;
  };
}

export function useHoldReasonText(): (reason: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    withdrawal: t`a withdrawal`,
    late: t`a late delivery`,
    refund: t`a refund`,
    dispute: t`a dispute`,
  };
  return (reason) => words[reason] ?? reason;
}
