import { refundLastDay } from '@agres/domain/consumer-rights';
import { daysBetween, parisDayOf } from '@agres/domain/days';
import { accountIn, withdrawalIn } from '@agres/domain/declaration';
import { localeOf, type Locale } from '@agres/domain/locale';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

import type { api } from './api.ts';
import { formatEuros, formatMoment } from './format.ts';

type Answer<Query extends (...given: never[]) => unknown> = Awaited<ReturnType<Query>>;

export type ListedDeclaration = Answer<typeof api.declarations.list.query>['declarations'][number];
export type Flood = Answer<typeof api.declarations.list.query>['floods'][number];
export type Declaration = Answer<typeof api.declarations.get.query>;
export type NearContract = Declaration['near'][number];
type DeclarationEvent = Declaration['events'][number];
type Facts = DeclarationEvent['facts'];
type Noun = NearContract['noun'];

const numberOf = (facts: Facts, name: string) => Number(facts[name] ?? 0);
const textOf = (facts: Facts, name: string) => String(facts[name] ?? '');

const isRecorded = ({ events }: Declaration) => events.some(({ kind }) => kind === 'recorded');
const dayOf = ({ declaredDate }: Pick<ListedDeclaration, 'declaredDate'>) =>
  parisDayOf(new Date(declaredDate));

/** Returns functions that put the values of the API into words. */
export function useDeclarationWords() {
  const { t, i18n } = useLingui();
  const money = (cents: number) => formatEuros(i18n.locale, cents);
  const day = (text: string) => formatMoment(i18n.locale, text);

  const kinds: Readonly<Record<ListedDeclaration['kind'], string>> = {
    withdrawal: t`Withdrawal`,
    termination: t`Cancellation`,
  };
  const stands: Readonly<Record<ListedDeclaration['stand'], string>> = {
    undecided: t`To decide`,
    late: t`Made after the last day`,
    contested: t`Rejected`,
    held: t`Has the parcel left?`,
    awaited: t`Item to come back`,
    under_way: t`Refund under way`,
    closed: t`Closed`,
  };
  const languages: Readonly<Record<Locale, string>> = { fr: t`French`, en: t`English` };
  const inLanguages: Readonly<Record<Locale, string>> = { fr: t`in French`, en: t`in English` };
  const refundStates: Readonly<Record<Declaration['refunds'][number]['state'], string>> = {
    requested: t`requested`,
    sending: t`being sent`,
    pending: t`on its way`,
    succeeded: t`done`,
    failed: t`failed`,
    transferred: t`paid by bank transfer`,
  };
  const contract = (noun: Noun, id: number) =>
    noun === 'order' ? t`Order ${id}` : t`Subscription ${id}`;

  const refundWords = (facts: Facts): string[] => {
    const refundCents = numberOf(facts, 'refundCents');
    const keptCents = numberOf(facts, 'keptCents');
    const bankCents = numberOf(facts, 'bankCents');
    const usedDays = numberOf(facts, 'usedDays');
    return [
      refundCents === 0 ? t`Nothing to refund` : t`Refund of ${money(refundCents)} requested`,
      ...(keptCents === 0 ? [] : [t`${money(keptCents)} kept`]),
      ...(usedDays === 0 ? [] : [t`days used: ${usedDays}`]),
      ...(bankCents === 0 ? [] : [t`the bank gave ${money(bankCents)} back`]),
      ...(facts['waitsFor'] === 'refund_in_flight' ? [t`after the refund on its way`] : []),
      ...(facts['waitsFor'] === 'disputed' ? [t`after the decision of the bank`] : []),
    ];
  };
  const closedReasons: Readonly<Record<string, string>> = {
    order_cancelled: t`Closed: the order is cancelled`,
    goods_back: t`Closed: the item is back`,
    ended: t`Closed: the subscription ends`,
    already_refunded: t`Closed: the money had gone back before`,
    lost_dispute: t`Closed: the bank gave the money back`,
  };
  const events: Readonly<Record<DeclarationEvent['kind'], (facts: Facts) => string>> = {
    receipt_sent: () => t`Receipt sent by email`,
    receipt_lost: () => t`The receipt could not be delivered by email: send it by post`,
    recorded: () => t`Recorded: it came by post or email`,
    owner_told: () => t`Email to the shop: it waits for a decision`,
    held: () => t`Order on hold: the parcel may already have left`,
    return_asked: () => t`Email to the buyer: how to send the item back`,
    return_announced: () => t`The buyer has sent the item back`,
    parcel_gone: () => t`The parcel has left`,
    goods_back: (facts) =>
      numberOf(facts, 'keptCents') === 0
        ? t`Item back, as new`
        : t`Item back, used: ${money(numberOf(facts, 'keptCents'))} to keep`,
    accepted: (facts) => {
      const id = numberOf(facts, 'contractId');
      return facts['noun'] === 'order'
        ? t`Accepted for order ${id}`
        : t`Accepted for subscription ${id}`;
    },
    contested: (facts) =>
      facts['goods'] === 'not_ours' ? t`Rejected: what came back is not our item` : t`Rejected`,
    ended: () => t`Subscription ended`,
    refund_requested: (facts) => refundWords(facts).join(', '),
    closed: (facts) => closedReasons[textOf(facts, 'reason')] ?? t`Closed`,
  };

  return {
    kind: ({ kind }: Pick<ListedDeclaration, 'kind'>) => kinds[kind],
    stand: ({ kind, stand, isReturnAnnounced }: ListedDeclaration) => {
      if (stand === 'awaited' && isReturnAnnounced) return t`Item on its way back`;
      const isEnding = stand === 'under_way' && kind === 'termination';
      return isEnding ? t`Cancellation under way` : stands[stand];
    },
    contract,
    language: (locale: Locale) => languages[locale],
    inLanguage: ({ locale }: Declaration) => inLanguages[localeOf(locale)],
    refundState: (state: keyof typeof refundStates) => refundStates[state],
    proof: (one: Declaration) => {
      if (one.proof === 'account') return t`Logged in to the account`;
      if (isRecorded(one)) return t`By post or email`;
      return t`On the site, without logging in`;
    },
    /** The day by which the shop must act, and the increase after it. */
    deadline: ({ due, answerBy, declaredDate, isOverdue, leftCents, stand }: ListedDeclaration) => {
      if (due !== null) {
        const { increase, on } = due;
        const dueDay = day(on);
        if (increase.kind === 'none') {
          return isOverdue ? t`Refund was due by ${dueDay}` : t`Refund due by ${dueDay}`;
        }
        if (increase.kind === 'legal_rate') {
          return t`Refund was due by ${dueDay}: the law adds interest at the legal rate`;
        }
        const { percent } = increase;
        if (leftCents === null) return t`Refund was due by ${dueDay}: the law adds ${percent}%`;
        const more = money(Math.round((leftCents * percent) / 100));
        return t`Refund was due by ${dueDay}: the law adds ${percent}% (${more})`;
      }
      if (answerBy !== null) {
        const answerDay = day(answerBy);
        return isOverdue ? t`An answer was due by ${answerDay}` : t`Answer by ${answerDay}`;
      }
      if (stand !== 'awaited') return null;
      const declaredOn = parisDayOf(new Date(declaredDate));
      const last = day(refundLastDay({ declaredOn, goods: 'nothing' }) ?? declaredOn);
      return t`Refund due by ${last}, or when the item arrives if that is later`;
    },
    /** Empty without a deadline, or after it. */
    daysLeft: ({ due, answerBy }: Pick<ListedDeclaration, 'due' | 'answerBy'>): string[] => {
      const last = due?.on ?? answerBy;
      if (last === null) return [];
      const left = daysBetween(parisDayOf(new Date()), last);
      if (left < 0) return [];
      return [t`${plural(left, { 0: 'last day', one: '# day left', other: '# days left' })}`];
    },
    /** Only the day is known if it came by post or email. */
    declared: (one: Declaration) => day(isRecorded(one) ? dayOf(one) : one.declaredDate),
    declaredDay: (one: Pick<ListedDeclaration, 'declaredDate'>) => day(dayOf(one)),
    event: ({ kind, facts }: DeclarationEvent) => events[kind](facts),
    /** Empty if none was given. */
    reason: ({ kind, facts }: DeclarationEvent) =>
      textOf(facts, kind === 'closed' ? 'words' : 'reason'),
    actor: ({ by }: DeclarationEvent) =>
      by === 'system' ? t`the site` : by === 'member' ? t`the buyer` : by,
    near: (one: NearContract) =>
      [
        ...[i18n.locale === 'en' ? one.titleEn : one.title].filter((title) => title !== null),
        t`of ${day(one.madeOn)}`,
        one.isOfAddress
          ? t`same email address`
          : one.accountEmail === null
            ? t`deleted account`
            : t`account of ${one.accountEmail}`,
        ...(one.isNumbered ? [t`its number is quoted`] : []),
        ...(one.isOver ? [t`cancelled or ending`] : []),
        ...(one.followedUntil === null
          ? []
          : [t`withdrawal possible until ${day(one.followedUntil)}`]),
      ].join(' · '),
    money,
    day,
  };
}

/** Returns the only contract that both the number and the address of a declaration match, or null. */
export function likelyContract({ near }: Declaration): NearContract | null {
  const [first, ...others] = near.filter((one) => one.isNumbered && one.isOfAddress);
  return first === undefined || others.length > 0 ? null : first;
}

/** Translates the stored reason of a withdrawal. Returns free text unchanged. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    const declaration = withdrawalIn(reason);
    return declaration === null ? reason : t`Withdrawal, request ${declaration}`;
  };
}

/** Whether it was made without signing in and is not accepted: the declarer is unknown. */
export const isUnproved = ({ proof }: Declaration) => proof === 'none';

/** The name is erased at the end of its retention period. */
export function DeclarerName({ name }: Pick<ListedDeclaration, 'name'>) {
  const { t } = useLingui();
  if (name === null) return t`Name erased: its retention period is over`;
  const account = accountIn(name);
  return account === null ? name : t`account no. ${account}`;
}
