import { replacementReference } from '@agres/domain/replacements';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Mark } from '../ui.tsx';
import { api } from './api.ts';
import { formatMoment, formatShortDay, isDay } from './format.ts';

export const STATUSES = ['waiting', 'held', 'sent', 'delivered', 'refunded', 'cancelled'] as const;
export type OrderStatus = (typeof STATUSES)[number];

/** The filter of the list, as in the URL. */
export type OrderSearch = {
  status?: OrderStatus;
  search?: string;
  from?: string;
  to?: string;
  /** Selects on arrival the parcels to prepare, or those prepared. */
  marked?: 'unprepared' | 'prepared';
};

/** Returns a search parameter as text: the router parses a numeric one as a number. */
export const wordsOf = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : '';

/** Reads the filter from the URL. Drops unknown values. */
export function parseOrderSearch(given: Record<string, unknown>): OrderSearch {
  const status = STATUSES.find((one) => one === given['status']);
  const search = wordsOf(given['search']).trim();
  const marked = (['unprepared', 'prepared'] as const).find((one) => one === given['marked']);
  const days = (['from', 'to'] as const).flatMap((name) => {
    const day = given[name];
    return isDay(day) ? [[name, day] as const] : [];
  });
  return {
    ...(status === undefined ? {} : { status }),
    ...(search === '' ? {} : { search }),
    ...Object.fromEntries(days),
    ...(marked === undefined ? {} : { marked }),
  };
}

/** The query of an order by its number. */
export const orderQuery = (number: string) =>
  queryOptions({
    queryKey: ['order', number],
    queryFn: () => api.orders.get.query({ order: Number(number) }),
  });

/** Finds orders by what the search of the list finds; the latest without a text. */
export const findOrders = (search: string, limit: number) =>
  api.orders.list.query({
    status: null,
    from: null,
    to: null,
    before: null,
    search: search === '' ? null : search,
    limit,
  });

/** With `isCard` it covers its card, which is one target; other controls of the card lie above. */
export function OrderLink({ id, isCard = false }: { id: number; isCard?: boolean }) {
  return (
    <Link
      to="/orders/$id"
      params={{ id: String(id) }}
      // Tall enough for a finger, without making its line taller.
      className={`-my-2 inline-flex min-h-11 items-center font-semibold whitespace-nowrap sm:my-0 sm:min-h-0 ${isCard ? `hover:underline ${CARD_LINK}` : 'underline'}`}
    >
      <Trans>Order {id}</Trans>
    </Link>
  );
}

/** The link of a card, whose element is `relative`. */
export const CARD_LINK = 'after:absolute after:inset-0';

type DueMarkProps = { state: string; day: string; thisDay: string };

/** The state of a parcel to send, and when its buyer expects it. */
export function DueMark({ state, day, thisDay }: DueMarkProps) {
  const { i18n } = useLingui();
  const shown = formatShortDay(i18n.locale, day);
  if (day < thisDay) {
    return (
      <Mark isAlarming>
        <Trans>
          {state} · late ({shown})
        </Trans>
      </Mark>
    );
  }
  return (
    <Mark tone="waiting">
      {day === thisDay ? (
        <Trans>{state} · due today</Trans>
      ) : (
        <Trans>
          {state} · by {shown}
        </Trans>
      )}
    </Mark>
  );
}

export type Tracking = { carrier: string | null; number: string; url: string | null };

/** Links to the carrier's page if there is one. */
export function TrackingLink({ tracking: { carrier, number, url } }: { tracking: Tracking }) {
  const words = `${carrier ?? ''} ${number}`.trim();
  if (url === null) return words;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="inline-block wrap-anywhere underline">
      {words}
    </a>
  );
}

type Dispute = { status: string; answerByDate: string | null };

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

/** Returns the reference by which the carrier's file names a parcel. */
export const referenceOf = ({
  id,
  replacement,
}: {
  id: number;
  replacement?: number | null | undefined;
}): string => (typeof replacement === 'number' ? replacementReference(replacement) : String(id));
