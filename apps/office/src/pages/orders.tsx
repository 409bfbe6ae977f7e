import { addressesOf } from '@agres/domain/delivery';
import { localeOf } from '@agres/domain/locale';
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
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useEffect, useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { api } from '../lib/api.ts';
import { download } from '../lib/download.ts';
import { formatEuros, formatMoment } from '../lib/format.ts';
import { useAction, useChange, useMay, useToday } from '../lib/staff.tsx';
import {
  CallError,
  FILTER,
  Filters,
  Loading,
  Mark,
  MoreButton,
  Notice,
  PageHead,
  type Tone,
} from '../ui.tsx';
import { useCsvWords } from './csv-words.ts';
import { referenceOf, SendDialog, TrackingDialog } from './parcels.tsx';

const MAX_LISTED = 50;
/** The maximum number of orders in one call. */
const MARKED = 100;
/** How long the email about a parcel is delayed, in milliseconds. */
const UNDO_MS = 10 * 60_000;

/** The steps that several orders can be taken through, in this order. */
const STEPS = ['prepare', 'send', 'deliver'] as const;

const STATUSES = ['waiting', 'held', 'sent', 'delivered', 'refunded', 'cancelled'] as const;
type OrderStatus = (typeof STATUSES)[number];

/** The filter of the list, as in the page's address. */
export type OrderSearch = {
  status?: OrderStatus;
  search?: string;
  from?: string;
  to?: string;
  /** Whether the parcels to send are selected on arrival. */
  isMarked?: true;
};

/** Returns a search parameter as text: the router parses a numeric one as a number. */
export const wordsOf = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : '';

/** Reads the filter from the page's address; unknown values are dropped. */
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

type Bought = { title: string; option: string | null; titleEn: string; optionEn: string | null };

/** Returns the name of what was bought, in the language of the page. */
export function purchasedItemName(locale: string, item: Bought): string {
  const [title, option] =
    locale === 'en' ? [item.titleEn, item.optionEn] : [item.title, item.option];
  return option === null ? title : `${title} · ${option}`;
}

/** The link to the page of one order. */
export function OrderLink({ id }: { id: number }) {
  return (
    <Link to="/orders/$id" params={{ id: String(id) }} className="font-semibold underline">
      <Trans>Order {id}</Trans>
    </Link>
  );
}

type ListedOrder = Awaited<ReturnType<typeof api.orders.list.query>>['orders'][number];

/** An order in a list: its link, item, price, day, tracking and states. */
export function OrderSummary({ order }: { order: ListedOrder }) {
  const { i18n } = useLingui();
  return (
    <>
      <div className="min-w-0 grow basis-48 break-words">
        <p>
          <OrderLink id={order.id} /> · {order.firstName} {order.lastName}
        </p>
        <p className="text-small text-ink-soft">
          {purchasedItemName(i18n.locale, order.item)} ·{' '}
          {formatEuros(i18n.locale, order.amountCents)} ·{' '}
          {formatMoment(i18n.locale, order.orderDate)}
        </p>
        {order.tracking !== null && (
          <p className="text-small">
            <TrackingLink tracking={order.tracking} />
          </p>
        )}
      </div>
      <OrderMarks order={order} />
    </>
  );
}

/** A prepared parcel of an order, or of a replacement. */
type Parcel = Awaited<ReturnType<typeof api.orders.prepare.mutate>>['orders'][number] & {
  replacement?: number;
};
type WaitingReplacement = NonNullable<ReturnType<typeof useToday>['data']>['replacements'][number];

/** The result of the last action, and how to undo it. */
type Done = { words: string; undo?: () => Promise<string> };

/** Orders by state, words and day. Several can be selected, to prepare, send and deliver their parcels. */
export function OrdersPage() {
  const { t } = useLingui();
  const wanted = useSearch({ from: '/orders' });
  const may = useMay();
  const change = useChange();
  const [marked, setMarked] = useState<readonly number[]>([]);
  const [markedReplacements, setMarkedReplacements] = useState<readonly number[]>([]);
  const [isArriving, setIsArriving] = useState(wanted.isMarked === true);
  const [open, setOpen] = useState<'send' | 'tracking' | null>(null);
  const [isPrinted, setIsPrinted] = useState(false);
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const { act, done, setDone, error, setError } = useAction<Done>();
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
  // Sort by number: slips and tracking numbers come in the same order.
  const ids = marked.toSorted((one, other) => one - other);
  const { data: today } = useToday();
  const waiting = status === 'waiting' ? (today?.replacements ?? []) : [];
  const replacements = waiting.filter(({ id }) => markedReplacements.includes(id));
  const count = ids.length + replacements.length;
  const numbers = [...ids, ...replacements.map(({ id }) => replacementReference(id))].join(', ');
  // An order that an open declaration may concern is not prepared with others.
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
  const prepare = async (): Promise<Done> => {
    const prepared: Parcel[] = [];
    if (ids.length > 0) {
      prepared.push(...(await change(() => api.orders.prepare.mutate({ orders: ids }))).orders);
    }
    for (const { id: replacement } of replacements) {
      const { orders: own } = await change(() => api.replacements.prepare.mutate({ replacement }));
      prepared.push(...own);
    }
    setIsPrinted(false);
    setParcels(prepared.toSorted((one, other) => one.id - other.id));
    return {
      words: t`${plural(count, {
        one: `Prepared: no. ${numbers}.`,
        other: `Prepared: nos. ${numbers}.`,
      })}`,
    };
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
  // The first step that any of the selected orders waits for.
  const waitedFor = new Set<string | null>([
    ...orders.filter(({ id }) => marked.includes(id)).map(nextOrderStepOf),
    ...replacements.map(({ preparedDate }) => (preparedDate === null ? 'prepare' : 'send')),
  ]);
  const waited = STEPS.find((step) => waitedFor.has(step)) ?? 'prepare';
  // Prepared parcels are printed, then sent.
  const isToPrint = parcels.length > 0 && waited !== 'prepare';
  const next = isToPrint && !isPrinted ? 'print' : waited;
  /** Each with its full label, and a short one for a phone. */
  const actions: readonly (readonly [
    step: string,
    label: string,
    short: string,
    run: () => void,
  ])[] = [
    ...(may('orders.send')
      ? ([
          isToPrint
            ? ([
                'print',
                t`Print addresses and slips`,
                t({ message: 'Print', context: 'several orders' }),
                () => {
                  setIsPrinted(true);
                  window.print();
                },
              ] as const)
            : ([
                'prepare',
                t`Prepare parcels`,
                t({ message: 'Prepare', context: 'several orders' }),
                () => void act(prepare),
              ] as const),
          [
            'send',
            t`Mark as sent`,
            t({ message: 'Sent', context: 'several orders' }),
            () => setOpen('send'),
          ],
        ] as const)
      : []),
    // A parcel to send is not delivered.
    ...(may('orders.deliver') && status !== 'waiting'
      ? ([
          [
            'deliver',
            t`Mark as delivered`,
            t({ message: 'Delivered', context: 'several orders' }),
            () => void act(deliver),
          ],
        ] as const)
      : []),
  ];
  return (
    <>
      <PageHead title={t`Orders`} />
      <SearchForm
        key={JSON.stringify(wanted)}
        wanted={wanted}
        onSearch={() => {
          clearMarks();
          setParcels([]);
        }}
      >
        {may('orders.send') && (
          <button type="button" className={BUTTON.quiet} onClick={() => setOpen('tracking')}>
            <Trans>Import tracking numbers</Trans>
          </button>
        )}
      </SearchForm>
      <CallError error={list.error} />
      {parcels.length > 0 && (
        <PreparedParcels parcels={parcels} onError={setError} isPrintedElsewhere={isToPrint} />
      )}
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
      <ul className="no-print grid gap-2 [&_:is(a,input)]:scroll-mb-48">
        {waiting.map((one) => (
          <ReplacementRow
            key={`R${one.id}`}
            replacement={one}
            isMarked={markedReplacements.includes(one.id)}
            onMark={(isMarked) =>
              setMarkedReplacements(
                isMarked
                  ? [...markedReplacements, one.id]
                  : markedReplacements.filter((id) => id !== one.id),
              )
            }
          />
        ))}
        {orders.map((order) => (
          <li key={order.id} className="card flex flex-wrap items-center gap-x-4 gap-y-1">
            <input
              type="checkbox"
              className="size-6"
              aria-label={t`Select order ${order.id}`}
              checked={marked.includes(order.id)}
              onChange={({ target }) =>
                setMarked(
                  target.checked ? [...marked, order.id] : marked.filter((id) => id !== order.id),
                )
              }
            />
            <OrderSummary order={order} />
          </li>
        ))}
      </ul>
      <MoreButton list={list}>
        {status === 'waiting' ? <Trans>More orders</Trans> : <Trans>Older orders</Trans>}
      </MoreButton>
      <div
        hidden={
          list.data !== undefined &&
          shown.length + waiting.length === 0 &&
          done === null &&
          error === null
        }
        className="no-print sticky bottom-0 z-10 -mx-4 mt-4 grid gap-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-card sm:border sm:px-6"
      >
        {/* What came of an action is seen wherever the list is scrolled to. */}
        <div className="grid max-h-48 gap-2 overflow-y-auto empty:hidden">
          <CallError error={error} />
          {done !== null && <DoneNotice key={done.words} done={done} act={act} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-3">
          <label className="flex min-h-11 items-center gap-3 pr-2">
            <input
              type="checkbox"
              className="size-6"
              disabled={shown.length + waiting.length === 0}
              checked={
                hasMarked &&
                replacements.length === waiting.length &&
                shown.every((id) => marked.includes(id))
              }
              onChange={({ target }) => {
                setMarked(target.checked ? shown : []);
                setMarkedReplacements(target.checked ? waiting.map(({ id }) => id) : []);
              }}
            />
            <Trans>Select all</Trans>
          </label>
          <output id="marked" className="text-small text-ink-soft">
            {hasMarked ? (
              <Plural value={count} one="# order selected" other="# orders selected" />
            ) : (
              <Trans>Select orders to act on them.</Trans>
            )}
          </output>
        </div>
        {/* On a phone they would cover the filters while they can do nothing. */}
        <div
          className={`auto-cols-fr grid-flow-col gap-2 sm:flex ${hasMarked ? 'grid' : 'hidden'}`}
        >
          {actions.map(([step, label, short, run]) => (
            <button
              key={step}
              type="button"
              aria-label={label}
              aria-describedby="marked"
              className={`${step === next ? BUTTON.primary : BUTTON.secondary} max-sm:px-2`}
              // A replacement is marked as delivered where it is followed: on the page of its order.
              disabled={!hasMarked || (step === 'deliver' && replacements.length > 0)}
              onClick={run}
            >
              <span className="sm:hidden">{short}</span>
              <span className="max-sm:hidden">{label}</span>
            </button>
          ))}
        </div>
      </div>
      {open === 'send' && (
        <SendDialog
          parcels={[
            ...orders
              .filter(({ id }) => marked.includes(id))
              .toSorted((one, other) => one.id - other.id),
            ...replacements.map(({ id, order, ...one }) => ({
              ...one,
              id: order,
              replacement: id,
            })),
          ]}
          onClose={() => setOpen(null)}
          onDone={(sent) => {
            setOpen(null);
            clearMarks();
            setParcels([]);
            setError(null);
            setDone(sent);
          }}
        />
      )}
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

type ReplacementRowProps = {
  replacement: WaitingReplacement;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
};

/** A replacement to send, which can be selected beside the orders. */
function ReplacementRow({ replacement, isMarked, onMark }: ReplacementRowProps) {
  const { t, i18n } = useLingui();
  const { id, order, item, itemEn, firstName, lastName, createdDate, preparedDate } = replacement;
  const reference = replacementReference(id);
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-1">
      <input
        type="checkbox"
        className="size-6"
        aria-label={t`Select replacement ${reference}`}
        checked={isMarked}
        onChange={({ target }) => onMark(target.checked)}
      />
      <div className="min-w-0 grow basis-48 break-words">
        <p>
          <OrderLink id={order} /> · <Trans>replacement {reference}</Trans> · {firstName} {lastName}
        </p>
        <p className="text-small text-ink-soft">
          {i18n.locale === 'en' ? itemEn : item} · {formatMoment(i18n.locale, createdDate)}
        </p>
      </div>
      <Mark>
        {preparedDate === null ? t`To send` : t({ message: 'Prepared', context: 'a replacement' })}
      </Mark>
    </li>
  );
}

type SearchFormProps = { wanted: OrderSearch; onSearch: () => void; children: ReactNode };

/** The states to show, the search words of the list, and behind a button the days. */
function SearchForm({ wanted, onSearch, children }: SearchFormProps) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const { status, from, to, ...others } = wanted;
  const filters = [from, to].filter((one) => one !== undefined).length;
  const [isOpen, setIsOpen] = useState(filters > 0);
  const words: Readonly<Record<OrderStatus, string>> = {
    waiting: t`To send`,
    held: t`Held`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    refunded: t({ message: 'Refunded', context: 'an order' }),
    cancelled: t`Cancelled`,
  };
  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    onSearch();
    void navigate({ to: '/orders', search: parseOrderSearch(Object.fromEntries(typed)) });
  };
  return (
    <search className="no-print mb-4 block">
      <Filters label={t`State of the orders`}>
        {[undefined, ...STATUSES].map((one) => (
          <li key={one ?? 'all'}>
            <Link
              to="/orders"
              search={parseOrderSearch({ ...wanted, status: one, isMarked: undefined })}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === status ? 'page' : undefined}
              className={FILTER}
              onClick={onSearch}
            >
              {one === undefined ? t`All orders` : words[one]}
            </Link>
          </li>
        ))}
      </Filters>
      <form
        className="grid gap-2"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <label htmlFor={id} className="font-semibold">
          <Trans>Number, name, email or item</Trans>
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="search"
            type="search"
            className="input min-w-0"
            autoComplete="off"
            maxLength={100}
            defaultValue={wanted.search ?? ''}
          />
          <button type="submit" className={`${BUTTON.secondary} max-sm:px-4`}>
            <Trans>Search</Trans>
          </button>
        </div>
        <input type="hidden" name="status" value={status ?? ''} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <button
            type="button"
            className={BUTTON.quiet}
            aria-expanded={isOpen}
            aria-controls={`${id}-filters`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Trans>Filter by day</Trans>
          </button>
          {children}
        </div>
        <div id={`${id}-filters`} hidden={!isOpen}>
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

/** The result of an action, with a button to undo it for ten minutes. */
function DoneNotice({
  done,
  act,
}: {
  done: Done;
  act: (work: () => Promise<Done>) => Promise<boolean>;
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

type Preparing = {
  parcels: readonly Parcel[];
  onError: (error: unknown) => void;
  /** Whether the page has a print button of its own. */
  isPrintedElsewhere?: boolean;
};

/** Scrolls to a result, which appears above the list, after a press in the bar below. */
const scrollTo = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' });

/** The packing slips of prepared parcels, which the browser prints without the rest of the page. */
export function PreparedParcels({ parcels, onError, isPrintedElsewhere = false }: Preparing) {
  const { t, i18n } = useLingui();
  const inWords = useCsvWords();
  const saveCsv = async () => {
    try {
      const { csv } = await api.orders.labels.query({
        orders: parcels.flatMap(({ id, replacement }) => (replacement === undefined ? [id] : [])),
        replacements: parcels.flatMap(({ replacement }) => replacement ?? []),
        style: localeOf(i18n.locale),
      });
      download({
        name: `${t({ message: 'parcels', context: 'name of a file' })}.csv`,
        text: inWords(csv),
        type: 'text/csv;charset=utf-8',
      });
    } catch (failure) {
      onError(failure);
    }
  };
  return (
    <section ref={scrollTo} className="mb-6">
      <div className="no-print mb-3 flex flex-wrap gap-3">
        {!isPrintedElsewhere && (
          <button type="button" className={BUTTON.secondary} onClick={() => window.print()}>
            <Trans>Print addresses and slips</Trans>
          </button>
        )}
        <button type="button" className={BUTTON.secondary} onClick={() => void saveCsv()}>
          <Trans>File for the carrier (CSV)</Trans>
        </button>
      </div>
      {/* Scrolls by itself, so that the list below stays near. */}
      <ul
        // A list that scrolls can be scrolled with the keyboard too (WCAG 2.1.1), and has a name.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t`Addresses and slips`}
        className="grid max-h-80 gap-3 overflow-y-auto sm:grid-cols-2 print:block print:max-h-none print:overflow-visible"
      >
        {parcels.map((parcel) => (
          <li
            key={referenceOf(parcel)}
            className="card break-inside-avoid not-last:print:break-after-page"
          >
            <SlipAddresses parcel={parcel} />
            {parcel.relayId !== null && (
              <p className="mt-2">
                <Trans>Pickup point {parcel.relayId}</Trans>
              </p>
            )}
            <SlipLines parcel={parcel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The words of a packing slip, which the buyer reads. */
const SLIP = {
  fr: {
    sender: 'Expéditeur',
    recipient: 'Destinataire',
    pickupPoint: 'Point relais',
    order: 'Commande',
    replacement: 'Remplacement',
    item: 'Article',
    bought: 'Achetée le',
  },
  en: {
    sender: 'Sender',
    recipient: 'Recipient',
    pickupPoint: 'Pickup point',
    order: 'Order',
    replacement: 'Replacement',
    item: 'Item',
    bought: 'Bought',
  },
} as const;

/** The pickup point of a parcel, its recipient and its sender. */
function SlipAddresses({ parcel }: { parcel: Parcel }) {
  const words = SLIP[localeOf(parcel.buyer?.locale ?? 'fr')];
  const name = `${parcel.firstName} ${parcel.lastName}`;
  const places = addressesOf(parcel.shippingAddress);
  const addresses =
    places === null
      ? ([[words.recipient, `${name}\n${parcel.shippingAddress}`]] as const)
      : ([
          [words.pickupPoint, places.pickupPoint],
          [words.recipient, `${name}\n${places.recipient}`],
        ] as const);
  return [...addresses, [words.sender, parcel.sender] as const].map(([title, address]) => (
    <Fragment key={title}>
      <p className="mt-3 font-semibold first:mt-0">{title}</p>
      <address className="whitespace-pre-line not-italic">{address}</address>
    </Fragment>
  ));
}

/** The content of a parcel, in the buyer's language. */
function SlipLines({ parcel }: { parcel: Parcel }) {
  const locale = localeOf(parcel.buyer?.locale ?? 'fr');
  const words = SLIP[locale];
  const lines = [
    [words.order, parcel.id],
    ...(parcel.replacement === undefined
      ? []
      : [[words.replacement, referenceOf(parcel)] as const]),
    [words.item, purchasedItemName(locale, parcel.item)],
    [words.bought, formatMoment(locale, parcel.orderDate)],
  ] as const;
  return (
    <dl
      lang={locale}
      className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4"
    >
      {lines.map(([title, text]) => (
        <div key={title} className="contents">
          <dt className="font-semibold">{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Tracking = { carrier: string | null; number: string; url: string | null };

/** A tracking number, linked to the carrier's page if there is one. */
export function TrackingLink({ tracking: { carrier, number, url } }: { tracking: Tracking }) {
  const words = `${carrier ?? ''} ${number}`.trim();
  if (url === null) return words;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere underline">
      {words}
    </a>
  );
}

/** Shows the state of an order: its main state, then its return and refund. */
export function OrderMarks({ order }: { order: MarkedOrder }) {
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
      {orderMarksOf(order).map((mark) => (
        <Mark key={mark} tone={TONE_OF[mark]}>
          {words[mark]}
        </Mark>
      ))}
    </p>
  );
}

/** What waits for the shop is amber, what is done green, what is held red. */
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

/** Returns a function that describes why an order is held. */
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
