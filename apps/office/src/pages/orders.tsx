import { parisDayOf } from '@agres/domain/days';
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
import { Package } from 'lucide';
import {
  useEffect,
  useId,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';

import { Problem } from '../form/fields.tsx';
import { QuestionDialog } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { formatEuros, formatListDay, purchasedItemName } from '../lib/format.ts';
import {
  DueMark,
  OrderLink,
  parseOrderSearch,
  STATUSES,
  TrackingLink,
  wordsOf,
  type OrderSearch,
  type OrderStatus,
  type Tracking,
} from '../lib/orders.tsx';
import { useAction, useChange, useMay, useToday } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  countOf,
  type Done,
  DoneNotice,
  Empty,
  Filters,
  LIST_LINES,
  LIST_ROW,
  LIST_TABLE,
  Loading,
  Mark,
  MoreActions,
  MoreButton,
  NARROW,
  PageHead,
  SearchField,
  type Tone,
  useIsWide,
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

type ListedOrder = Awaited<ReturnType<typeof api.orders.list.query>>['orders'][number];

/** Without the buyer, where all orders have the same. */
export function OrderSummary({ order }: { order: ListedOrder }) {
  const { i18n } = useLingui();
  return (
    <div className="relative flex min-w-0 grow">
      <ParcelSummary parcel={{ ...orderParcel(i18n.locale, order), buyer: '' }} />
    </div>
  );
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
  name: <OrderLink id={order.id} isCard />,
  date: formatListDay(locale, order.orderDate),
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
        <OrderLink id={one.order} isCard /> · <Trans>replacement {reference}</Trans>
      </>
    ),
    date: formatListDay(locale, one.createdDate),
    buyer: `${one.firstName} ${one.lastName}`,
    item: locale === 'en' ? one.itemEn : one.item,
    amount: '',
    tracking: null,
    marks: (
      <Mark tone="waiting">
        {one.preparedDate === null ? (
          <Trans>To send</Trans>
        ) : (
          <Trans context="a replacement">Prepared</Trans>
        )}
      </Mark>
    ),
  };
}

/** In a few lines, so that a phone shows many. The item has its own, whole. */
function ParcelSummary({ parcel }: { parcel: ListedParcel }) {
  const { name, buyer, item, amount, date, marks } = parcel;
  return (
    <div className="grid min-w-0 grow gap-y-1">
      <div className="flex items-center justify-between gap-x-3">
        <span className="grow">{name}</span>
        <span className="shrink-0 text-small text-ink-soft">{date}</span>
        <span className="shrink-0 tabular-nums empty:hidden">{amount}</span>
      </div>
      <p className="text-small break-words">{item}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-small break-words text-ink-soft empty:hidden">{buyer}</span>
        {marks}
      </div>
    </div>
  );
}

type ParcelLine = {
  parcel: ListedParcel;
  key: string;
  /** The label of its checkbox. */
  label: string;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
};

type ParcelListProps = { lines: readonly ParcelLine[]; isWide: boolean; selectAll: ReactNode };

/** A table where it is wide enough. */
function ParcelList({ lines, isWide, selectAll }: ParcelListProps) {
  const renderBox = ({ label, isMarked, onMark }: ParcelLine) => (
    <input
      type="checkbox"
      className="relative z-1 block size-6 shrink-0"
      aria-label={label}
      checked={isMarked}
      onChange={({ target }) => onMark(target.checked)}
    />
  );
  if (lines.length === 0) return null;
  if (!isWide) {
    return (
      <ul className={`no-print ${LIST_LINES} [&_:is(a,input)]:scroll-mb-48`}>
        {lines.map((line) => (
          <li key={line.key} className="relative flex py-3">
            {/* Its whole height selects, so that a finger does not open the order instead. */}
            <label className="relative z-1 -my-3 -ml-3 flex w-12 shrink-0 justify-center pt-3">
              {renderBox(line)}
            </label>
            <ParcelSummary parcel={line.parcel} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="no-print card py-2! [&_:is(a,input)]:scroll-mb-48">
      <table className={LIST_TABLE}>
        <thead>
          <tr>
            <td>{selectAll}</td>
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
            <th scope="col" className="pl-8!">
              <Trans>Status</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { name, date, buyer, item, amount, tracking, marks } = line.parcel;
            return (
              <tr key={line.key} className={LIST_ROW}>
                <td>{renderBox(line)}</td>
                <td className="whitespace-nowrap">{name}</td>
                <td className="whitespace-nowrap">{date}</td>
                <td className="max-w-56 min-w-32 break-words">{buyer}</td>
                <td>{item}</td>
                <td className="number whitespace-nowrap">{amount}</td>
                <td className="pl-8!">
                  <div className="grid justify-items-start gap-1">
                    {marks}
                    {tracking !== null && (
                      <span className="relative z-1">
                        <TrackingLink tracking={tracking} />
                      </span>
                    )}
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

type UndoableDone = Done & { undo?: () => Promise<string> };

/** Several orders can be selected, to prepare, send and deliver their parcels. */
export function OrdersPage() {
  const { t, i18n } = useLingui();
  const wanted: OrderSearch = useSearch({ from: '/orders' });
  const may = useMay();
  const change = useChange();
  const [marked, setMarked] = useState<readonly number[]>([]);
  const [markedReplacements, setMarkedReplacements] = useState<readonly number[]>([]);
  const [isArriving, setIsArriving] = useState(wanted.marked !== undefined);
  const [open, setOpen] = useState<'send' | 'tracking' | 'deliver' | null>(null);
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const { act, done, setDone, error, setError } = useAction<UndoableDone | null>();
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
  // The last ones stay while another list loads.
  const counted = list.data?.pages[0]?.counts;
  const [counts, setCounts] = useState(counted ?? []);
  if (counted !== undefined && counted !== counts) setCounts(counted);
  const shown = orders.slice(0, MARKED).map(({ id }) => id);
  // By number: slips and tracking numbers come in the same order.
  const ids = marked.toSorted((one, other) => one - other);
  const { data: today } = useToday();
  const waiting = status === 'waiting' ? (today?.replacements ?? []) : [];
  const isNarrowed = [search, from, to].some((one) => one !== null);
  const replaced = today?.replacements.length ?? 0;
  const toSend = (today?.parcels.length ?? 0) + replaced;
  const replacements = waiting.filter(({ id }) => markedReplacements.includes(id));
  const count = ids.length + replacements.length;
  const numbers = [...ids, ...replacements.map(({ id }) => replacementReference(id))].join(', ');
  // An order that an open declaration may concern is not preselected.
  if (isArriving && today !== undefined && list.data !== undefined) {
    const declared = new Set(
      today.parcels.filter(({ declaration }) => declaration !== null).map(({ id }) => id),
    );
    setIsArriving(false);
    const isWanted = ({ preparedDate }: { preparedDate: string | null }) =>
      (preparedDate === null) === (wanted.marked === 'unprepared');
    setMarked(
      orders
        .slice(0, MARKED)
        .filter((order) => isWanted(order) && !declared.has(order.id))
        .map(({ id }) => id),
    );
    setMarkedReplacements(waiting.filter(isWanted).map(({ id }) => id));
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
  const deliver = async (): Promise<UndoableDone> => {
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
  const noOrders: Readonly<Record<OrderStatus | 'all', string>> = {
    all: t`No orders here.`,
    waiting: t`No orders to send.`,
    held: t`No held orders.`,
    sent: t`No sent orders.`,
    delivered: t`No delivered orders.`,
    refunded: t`No refunded orders.`,
    cancelled: t`No cancelled orders.`,
  };
  const statusWords = useStatusWords();
  const shownCounts = new Map<OrderStatus, string>([
    ['waiting', countOf(toSend, today?.areMoreParcels)],
    ['held', countOf(today?.held.length ?? 0)],
    ...counts.map(
      ({ status: one, count: ofState }) =>
        [one, countOf(ofState + (one === 'waiting' && !isNarrowed ? replaced : 0))] as const,
    ),
  ]);
  const place = STATUSES.findIndex((one) => one === status);
  /** The next state that has orders. */
  const full = [...STATUSES.slice(place + 1), ...STATUSES.slice(0, Math.max(0, place))].find(
    (one) => (shownCounts.get(one) ?? '') !== '',
  );
  const hasMarked = count > 0;
  const chosen = orders.filter(({ id }) => marked.includes(id));
  const areUnsent = chosen.every(isUnsent);
  const unsentNumbers = chosen
    .filter(isUnsent)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
    .join(', ');
  // A replacement is marked as delivered on the page of its order.
  const areDeliverable =
    replacements.length === 0 &&
    chosen.every((order) => isUnsent(order) || orderMarksOf(order)[0] === 'sent');
  // The first step that a selected order waits for.
  const waitedFor = new Set<string | null>([
    ...chosen.map(nextOrderStepOf),
    ...replacements.map(({ preparedDate }) => (preparedDate === null ? 'prepare' : 'send')),
  ]);
  const next = STEPS.find((step) => waitedFor.has(step)) ?? 'prepare';
  const actions: readonly (readonly [
    step: string,
    label: string,
    isPossible: boolean,
    run: () => void,
  ])[] = [
    ...(may('orders.send')
      ? ([
          [
            'prepare',
            next === 'prepare' ? t`Prepare parcels` : t`Print again`,
            areUnsent,
            () => void act(prepare),
          ],
          ['send', t`Mark as sent`, areUnsent, () => setOpen('send')],
        ] as const)
      : []),
    // An unsent parcel cannot be delivered.
    ...(may('orders.deliver') && status !== 'waiting'
      ? ([
          [
            'deliver',
            t`Mark as delivered`,
            areDeliverable,
            () => (unsentNumbers === '' ? void act(deliver) : setOpen('deliver')),
          ],
        ] as const)
      : []),
  ];
  const leaving =
    parcels.length > 0
      ? parcels
      : [
          ...chosen.toSorted((one, other) => one.id - other.id),
          ...replacements.map(({ id, order, ...one }) => ({ ...one, id: order, replacement: id })),
        ];
  const isWide = useIsWide();
  const renderSelectAll = (label?: string) => (
    <input
      type="checkbox"
      className="block size-6 shrink-0"
      aria-label={label}
      checked={
        count > 0 &&
        replacements.length === waiting.length &&
        shown.every((id) => marked.includes(id))
      }
      onChange={({ target }) => {
        setMarked(target.checked ? shown : []);
        setMarkedReplacements(target.checked ? waiting.map(({ id }) => id) : []);
      }}
    />
  );
  const leaveSlips = () => {
    setParcels([]);
    clearMarks();
  };
  const finish = (result: UndoableDone) => {
    setOpen(null);
    setError(null);
    setDone(result);
  };
  const sending = open === 'send' && (
    <SendDialog
      parcels={leaving}
      onClose={() => setOpen(null)}
      onDone={(sent) => {
        leaveSlips();
        finish(sent);
      }}
    />
  );
  if (parcels.length > 0) {
    return (
      <>
        <PageHead
          title={t`Orders`}
          back={
            <button type="button" className={BACK} onClick={leaveSlips}>
              <Trans>Back to the orders</Trans>
            </button>
          }
        />
        <CallError error={error} />
        <PreparedParcels parcels={parcels} onError={setError} onSend={() => setOpen('send')} />
        {sending}
      </>
    );
  }
  return (
    <>
      <OrdersHead
        key={JSON.stringify(wanted)}
        wanted={wanted}
        counts={shownCounts}
        onSearch={clearMarks}
        onImport={may('orders.send') ? () => setOpen('tracking') : null}
      />
      <div className="no-print mb-4 grid gap-2 empty:hidden">
        <CallError error={list.error ?? error} />
        {done !== null && <UndoNotice key={done.words} done={done} act={act} />}
      </div>
      {list.isPending && <Loading />}
      {list.data && orders.length + waiting.length === 0 && (
        <Empty
          icon={Package}
          more={
            isNarrowed ? (
              <Link to="/orders" search={{}} className={BUTTON.quiet}>
                <Trans>All orders</Trans>
              </Link>
            ) : (
              full !== undefined && (
                <Link to="/orders" search={{ status: full }} className={BUTTON.quiet}>
                  {`${statusWords[full]}${shownCounts.get(full) ?? ''}`}
                </Link>
              )
            )
          }
        >
          {(wanted.search ?? '') === '' ? (
            noOrders[status ?? 'all']
          ) : (
            <Trans>No order matches “{wanted.search}”.</Trans>
          )}
        </Empty>
      )}
      <ParcelList
        isWide={isWide}
        selectAll={renderSelectAll(t`Select all`)}
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
      {/* Room for the bar, which covers the foot of a phone's screen. */}
      {hasMarked && <div className="sm:hidden tall:h-48" />}
      <MoreButton list={list}>
        {status === 'waiting' ? <Trans>More orders</Trans> : <Trans>Older orders</Trans>}
      </MoreButton>
      {hasMarked && (
        <div className="no-print sticky bottom-(--bar) z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-surface px-4 py-3 max-sm:tall:fixed max-sm:tall:inset-x-0 max-sm:tall:mx-0 sm:mx-0 sm:rounded-card sm:border sm:px-6">
          <div className="flex flex-wrap items-center gap-x-3 max-sm:w-full max-sm:justify-between">
            {!isWide && (
              <label className="flex min-h-11 items-center gap-3 pr-2">
                {renderSelectAll()}
                <Trans>Select all</Trans>
              </label>
            )}
            <output id="marked" className="text-small text-ink-soft">
              <Plural value={count} one="# selected" other="# selected" />
              {actions.some(([, , isPossible]) => !isPossible) && (
                <>
                  {' '}
                  · <Trans>a grey button does not apply to all of them</Trans>
                </>
              )}
            </output>
          </div>
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            {actions.map(([step, label, isPossible, run]) => (
              <button
                key={step}
                type="button"
                aria-describedby="marked"
                className={`${step === next ? BUTTON.primary : BUTTON.secondary} whitespace-nowrap max-sm:px-4`}
                disabled={!isPossible}
                onClick={run}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
      {sending}
      {open === 'deliver' && (
        <QuestionDialog
          title={t`Mark as delivered`}
          consequences={[
            t`Never marked as sent: ${unsentNumbers}. The buyer gets no email about the parcel.`,
          ]}
          run={deliver}
          onClose={() => setOpen(null)}
          onDone={finish}
        />
      )}
      {open === 'tracking' && <TrackingDialog onClose={() => setOpen(null)} onDone={finish} />}
    </>
  );
}

const UNSENT: ReadonlySet<OrderMark | undefined> = new Set(['to_send', 'prepared']);
const isUnsent = (order: MarkedOrder) => UNSENT.has(orderMarksOf(order)[0]);

function useStatusWords(): Readonly<Record<OrderStatus, string>> {
  const { t } = useLingui();
  return {
    waiting: t`To send`,
    held: t({ message: 'Held', context: 'several orders' }),
    sent: t({ message: 'Sent', context: 'several orders' }),
    delivered: t({ message: 'Delivered', context: 'several orders' }),
    refunded: t({ message: 'Refunded', context: 'several orders' }),
    cancelled: t({ message: 'Cancelled', context: 'several orders' }),
  };
}

type OrdersHeadProps = {
  wanted: OrderSearch;
  /** Shown after the names of the states. */
  counts: ReadonlyMap<OrderStatus, string>;
  onSearch: () => void;
  /** Null without the permission to import tracking numbers. */
  onImport: (() => void) | null;
};

/** The title, the states and the search; behind a button, the days. */
function OrdersHead({ wanted, counts, onSearch, onImport }: OrdersHeadProps) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const { status, from, to, ...others } = wanted;
  const filters = [from, to].filter((one) => one !== undefined).length;
  const [isOpen, setIsOpen] = useState(filters > 0);
  const [isReversed, setIsReversed] = useState(false);
  const words = useStatusWords();
  return (
    <>
      <PageHead title={t`Orders`}>
        {onImport !== null && (
          <MoreActions actions={[{ label: t`Import tracking numbers`, run: onImport }]} />
        )}
      </PageHead>
      <search className="no-print mb-2 block sm:mb-4">
        <Filters
          label={t`Status of the orders`}
          filters={[undefined, ...STATUSES].map((one) => ({
            label:
              one === undefined
                ? t({ message: 'All', context: 'several orders' })
                : `${words[one]}${counts.get(one) ?? ''}`,
            isCurrent: one === status,
            link: linkOptions({
              to: '/orders',
              search: parseOrderSearch({ ...wanted, status: one, marked: undefined }),
            }),
          }))}
          onChoose={onSearch}
        />
        <form
          className="grid gap-2"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget);
            const [first, last] = [wordsOf(typed.get('from')), wordsOf(typed.get('to'))];
            const isWrong = first !== '' && last !== '' && last < first;
            setIsReversed(isWrong);
            if (isWrong) {
              event.currentTarget.querySelector<HTMLElement>('[name="to"]')?.focus();
              return;
            }
            onSearch();
            void navigate({ to: '/orders', search: parseOrderSearch(Object.fromEntries(typed)) });
          }}
        >
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <SearchField
              label={t`Number, name, email or item`}
              searched={wanted.search ?? ''}
              maxLength={100}
            />
            <button
              type="button"
              className={NARROW.secondary}
              aria-expanded={isOpen}
              aria-controls={`${id}-days`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Trans>Dates</Trans>
            </button>
          </div>
          <input type="hidden" name="status" value={status ?? ''} />
          <div id={`${id}-days`} className="max-sm:pb-2" hidden={!isOpen}>
            <div className="grid gap-3 sm:grid-cols-2">
              <DayInput name="from" defaultValue={from}>
                <Trans>Ordered on or after</Trans>
              </DayInput>
              <div className="grid min-w-0 content-start gap-1">
                <DayInput
                  name="to"
                  defaultValue={to}
                  aria-invalid={isReversed}
                  aria-describedby={isReversed ? `${id}-problem` : undefined}
                  onChange={() => setIsReversed(false)}
                >
                  <Trans>Ordered on or before</Trans>
                </DayInput>
                <Problem
                  id={`${id}-problem`}
                  text={isReversed ? t`The last day can’t be before the first.` : undefined}
                />
              </div>
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
    </>
  );
}

function DayInput({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 font-semibold">
      {children}
      <input {...input} type="date" className="input min-w-0 font-normal" />
    </label>
  );
}

/** Offers to undo the action for ten minutes. */
function UndoNotice({
  done,
  act,
}: {
  done: UndoableDone;
  act: (work: () => Promise<UndoableDone | null>) => Promise<boolean>;
}) {
  const { undo, words, warning } = done;
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <DoneNotice words={words} warning={warning} />
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

type Replaced = {
  sentDate: string | null;
  deliveredDate: string | null;
  cancelledDate: string | null;
};
type UnderWay = Pick<ListedOrder, 'dispute' | 'isReplacementWaiting' | 'withdrawal'> & {
  /** The page of an order has them. */
  replacements?: readonly Replaced[];
};

/** The dispute, the main state with its day, then the withdrawal, the return, the refund and the replacement. */
export function OrderMarks({ order }: { order: MarkedOrder & UnderWay & { id: number } }) {
  const { t } = useLingui();
  const today = useToday();
  const replacement = order.replacements?.findLast(({ cancelledDate }) => cancelledDate === null);
  // The day on which the buyer expects a parcel that is to be sent.
  const parcel = today.data?.parcels.find(({ id }) => id === order.id);
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
      {orderMarksOf(order).map((mark) =>
        parcel !== undefined && UNSENT.has(mark) ? (
          <DueMark
            key={mark}
            state={words[mark]}
            day={parcel.usualBy ?? parcel.promisedBy}
            thisDay={parisDayOf(new Date(today.dataUpdatedAt))}
          />
        ) : (
          <Mark key={mark} tone={TONE_OF[mark]}>
            {words[mark]}
          </Mark>
        ),
      )}
      {order.withdrawal?.goods === 'none' && order.withdrawal.stand !== 'closed' && (
        <Mark tone="waiting">{t`Withdrawal`}</Mark>
      )}
      {order.isReplacementWaiting ? (
        <Mark tone="waiting">{t`Replacement to send`}</Mark>
      ) : (
        replacement !== undefined &&
        (replacement.deliveredDate === null ? (
          <Mark>{t`Replacement on its way`}</Mark>
        ) : (
          <Mark tone="good">{t`Replacement delivered`}</Mark>
        ))
      )}
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
