import type { Locale } from '@agres/domain/locale';
import type { Refusal, RefusalCode } from '@agres/domain/refusals';
import type { MessageDescriptor } from '@lingui/core';

import { createI18n, type Catalog } from './create-i18n.ts';
import { messages as english } from './locales/en/refusals.ts';
import { messages as french } from './locales/fr/refusals.ts';

/** Why an operation was not done, in words. */
type RefusalText = {
  says: MessageDescriptor;
  /** What helps, behind everything else. */
  remedy?: MessageDescriptor;
  /** Whether it is said that everything is as it was. */
  changed?: 'nothing';
};

/**
 * The text of every code with which an operation of the shop owner ends. The English is here, for the
 * extraction; the French in `locales/fr/refusals.po`. No page of the shop loads them.
 *
 * @public Read by `pnpm i18n`.
 */
export const REFUSAL_TEXTS: Readonly<Record<RefusalCode, RefusalText>> = {
  option_unknown: {
    says: /*i18n*/ {
      id: 'refusal.option_unknown',
      message: 'There is no option {option}. `pnpm shop stock` lists them.',
    },
  },
  stock_not_enough: {
    says: /*i18n*/ {
      id: 'refusal.stock_not_enough',
      message:
        '{units, plural, one {{units} unit} other {{units} units}} cannot go out of option {option} ({item}, {title}): {remaining} left.',
    },
    changed: 'nothing',
  },
  stock_count_below_sold: {
    says: /*i18n*/ {
      id: 'refusal.stock_count_below_sold',
      message:
        '{lie} lie there, and {taken} of option {option} ({item}, {title}) are sold and have not left: {toSend, plural, one {{toSend} order} other {{toSend} orders}} to send, {held, plural, one {{held} purchase} other {{held} purchases}} under way. Mark what has left with order:send first.',
    },
    changed: 'nothing',
  },
  return_order_unknown: {
    says: /*i18n*/ {
      id: 'refusal.return_order_unknown',
      message: 'There is no order {order}. `pnpm shop orders` lists them.',
    },
    changed: 'nothing',
  },
  return_of_other_option: {
    says: /*i18n*/ {
      id: 'refusal.return_of_other_option',
      message: 'Order {order} was of option {option}.',
    },
    changed: 'nothing',
  },
  return_repeated: {
    says: /*i18n*/ {
      id: 'refusal.return_repeated',
      message: 'The unit of order {order} came back on {at} already.',
    },
    changed: 'nothing',
  },
  item_unknown: {
    says: /*i18n*/ {
      id: 'refusal.item_unknown',
      message: 'There is no item {item}. `pnpm shop items` lists them.',
    },
  },
  item_without_option: {
    says: /*i18n*/ {
      id: 'refusal.item_without_option',
      message: 'Item {item} has no option, so nobody could buy it: `pnpm shop option:add --help`.',
    },
  },
  item_options_unnamed: {
    says: /*i18n*/ {
      id: 'refusal.item_options_unnamed',
      message:
        "Say first what the options of item {item} differ in: pnpm shop item:set {item} --option-title-fr 'Taille' --option-title-en 'Size'",
    },
  },
  item_related_to_itself: {
    says: /*i18n*/ {
      id: 'refusal.item_related_to_itself',
      message: 'Item {item} stands beside others, not beside itself.',
    },
  },
  item_change_empty: {
    says: /*i18n*/ {
      id: 'refusal.item_change_empty',
      message: 'There is nothing to change: name a field, such as --price 29,99.',
    },
  },
  item_price_far: {
    says: /*i18n*/ {
      id: 'refusal.item_price_far',
      message:
        'The price of item {item} would go from {beforeCents} to {afterCents}, more than 30 %. If that is right, add --yes.',
    },
    changed: 'nothing',
  },
  item_rank_taken: {
    says: /*i18n*/ {
      id: 'refusal.item_rank_taken',
      message:
        'Item {other} is best seller {rank} already. To give that rank to two items, add --yes.',
    },
    changed: 'nothing',
  },
  item_maker_incomplete: {
    says: /*i18n*/ {
      id: 'refusal.item_maker_incomplete',
      message:
        '--maker-name, --maker-address and --maker-contact belong together: give all or none.',
    },
  },
  item_reference_without_maker: {
    says: /*i18n*/ {
      id: 'refusal.item_reference_without_maker',
      message: '--model-reference is what a maker calls the product: name the maker too.',
    },
  },
  item_warnings_without_french: {
    says: /*i18n*/ {
      id: 'refusal.item_warnings_without_french',
      message: '--warnings-fr is missing: give the warnings in both languages.',
    },
  },
  item_warnings_without_english: {
    says: /*i18n*/ {
      id: 'refusal.item_warnings_without_english',
      message: '--warnings-en is missing: give the warnings in both languages.',
    },
  },
  item_option_titles_missing: {
    says: /*i18n*/ {
      id: 'refusal.item_option_titles_missing',
      message:
        '--option-title-fr and --option-title-en are missing: say what the options differ in.',
    },
  },
  item_option_title_without_french: {
    says: /*i18n*/ {
      id: 'refusal.item_option_title_without_french',
      message: '--option-title-fr is missing: give it in both languages.',
    },
  },
  item_option_title_without_english: {
    says: /*i18n*/ {
      id: 'refusal.item_option_title_without_english',
      message: '--option-title-en is missing: give it in both languages.',
    },
  },
  item_picture_option_unknown: {
    says: /*i18n*/ {
      id: 'refusal.item_picture_option_unknown',
      message: '--picture: there is no option "{title}". The item has: {options}.',
    },
  },
  article_unknown: {
    says: /*i18n*/ {
      id: 'refusal.article_unknown',
      message: 'There is no article {article}. `pnpm shop articles` lists them.',
    },
  },
  article_title_taken: {
    says: /*i18n*/ {
      id: 'refusal.article_title_taken',
      message:
        'An article has that title already. `pnpm shop articles` shows it; article:set changes it.',
    },
  },
  article_title_empty: {
    says: /*i18n*/ {
      id: 'refusal.article_title_empty',
      message: 'A title needs letters or digits: its address is made of them.',
    },
  },
  article_change_empty: {
    says: /*i18n*/ {
      id: 'refusal.article_change_empty',
      message: "There is nothing to change: name a field, such as --title-fr 'Bien se reposer'.",
    },
  },
  relays_lost: {
    says: /*i18n*/ {
      id: 'refusal.relays_lost',
      message:
        'The list would shrink from {before} to {after, plural, one {{after} point} other {{after} points}}. If the file is complete, add --yes.',
    },
    changed: 'nothing',
  },
  messages_unknown: {
    says: /*i18n*/ {
      id: 'refusal.messages_unknown',
      message: 'There is no message {messages}. `pnpm shop messages` lists those to answer.',
    },
  },
  gift_not_earned: {
    says: /*i18n*/ {
      id: 'refusal.gift_not_earned',
      message:
        'Member {member} has no parallettes to be sent: three referrals have to count. `pnpm shop today` lists those who have.',
    },
  },
  gift_sent: {
    says: /*i18n*/ {
      id: 'refusal.gift_sent',
      message: 'The parallettes of member {member} were sent on {on}.',
    },
  },
  orders_unknown: {
    says: /*i18n*/ {
      id: 'refusal.orders_unknown',
      message:
        '{count, plural, one {There is no order {orders}.} other {There is no orders {orders}.}} `pnpm shop orders` lists them.',
    },
  },
  day_to_come: {
    says: /*i18n*/ { id: 'refusal.day_to_come', message: '{day} is still to come.' },
  },
  day_before_order: {
    says: /*i18n*/ {
      id: 'refusal.day_before_order',
      message: 'Order {order} was bought on {bought}, after {day}.',
    },
    changed: 'nothing',
  },
  day_before_sending: {
    says: /*i18n*/ {
      id: 'refusal.day_before_sending',
      message: 'Order {order} was sent on {sent}, after {day}.',
    },
    changed: 'nothing',
  },
  order_cancelled: {
    says: /*i18n*/ {
      id: 'refusal.order_cancelled',
      message: 'Order {order} was cancelled on {on}.',
    },
    changed: 'nothing',
  },
  order_delivered: {
    says: /*i18n*/ {
      id: 'refusal.order_delivered',
      message: 'Order {order} was delivered {isDated, select, yes {on {on}.} other {already.}}',
    },
    changed: 'nothing',
  },
  order_delivered_already: {
    says: /*i18n*/ {
      id: 'refusal.order_delivered_already',
      message: 'Order {order} was delivered {isDated, select, yes {on {on}.} other {already.}}',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_delivered_already.remedy',
      message: '`pnpm shop order:undo-delivery {order}` takes it back.',
    },
    changed: 'nothing',
  },
  order_delivered_undo_first: {
    says: /*i18n*/ {
      id: 'refusal.order_delivered_undo_first',
      message: 'Order {order} was delivered.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_delivered_undo_first.remedy',
      message: '`pnpm shop order:undo-delivery {order}` comes first.',
    },
    changed: 'nothing',
  },
  order_waiting_already: {
    says: /*i18n*/ {
      id: 'refusal.order_waiting_already',
      message: 'Order {order} is waiting already.',
    },
  },
  order_held: {
    says: /*i18n*/ { id: 'refusal.order_held', message: 'Order {order} is held ({heldFor}).' },
    remedy: /*i18n*/ {
      id: 'refusal.order_held.remedy',
      message:
        'Is its parcel gone: `order:send --held`. Is it still here: `order:cancel`, or `order:release`.',
    },
    changed: 'nothing',
  },
  order_held_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.order_held_not_sent',
      message: 'Order {order} is held ({heldFor}).',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_held_not_sent.remedy',
      message: 'Is its parcel gone: `pnpm shop order:send {order} --held` comes first.',
    },
    changed: 'nothing',
  },
  order_declared: {
    says: /*i18n*/ {
      id: 'refusal.order_declared',
      message: 'Declaration {declaration}, which is open, may be about order {order}.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_declared.remedy',
      message:
        'Decide it first: `pnpm shop declaration {declaration}`. Or send the order on its own.',
    },
    changed: 'nothing',
  },
  order_not_held: {
    says: /*i18n*/ { id: 'refusal.order_not_held', message: 'Order {order} is not held.' },
    changed: 'nothing',
  },
  order_sent: {
    says: /*i18n*/ { id: 'refusal.order_sent', message: 'Order {order} was sent on {on}.' },
    remedy: /*i18n*/ {
      id: 'refusal.order_sent.remedy',
      message: '`pnpm shop order:undo-sending {order}` takes it back.',
    },
    changed: 'nothing',
  },
  order_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.order_not_sent',
      message: 'Order {order} is not marked as sent.',
    },
    changed: 'nothing',
  },
  order_refund_on_way: {
    says: /*i18n*/ {
      id: 'refusal.order_refund_on_way',
      message: 'A refund of order {order} is on its way.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_refund_on_way.remedy',
      message: 'Wait for its outcome, which `pnpm shop order` shows.',
    },
    changed: 'nothing',
  },
  order_given_back: {
    says: /*i18n*/ {
      id: 'refusal.order_given_back',
      message: 'Order {order} was given back in full.',
    },
    changed: 'nothing',
  },
  order_not_archived: {
    says: /*i18n*/ {
      id: 'refusal.order_not_archived',
      message:
        'Name and address of order {order} are not in the archive: `pnpm shop order {order}` shows them.',
    },
  },
  order_recipient_gone: {
    says: /*i18n*/ {
      id: 'refusal.order_recipient_gone',
      message: 'Name and address of order {order} are gone: their term is over.',
    },
  },
  refund_nothing_left: {
    says: /*i18n*/ {
      id: 'refusal.refund_nothing_left',
      message: 'Order {order} was given back in full.',
    },
  },
  refund_of_unsent: {
    says: /*i18n*/ {
      id: 'refusal.refund_of_unsent',
      message:
        'Order {order} was not sent. `pnpm shop order:cancel {order}` gives everything back and keeps the parcel; --amount gives a part back.',
    },
    changed: 'nothing',
  },
  transfer_nothing_owed: {
    says: /*i18n*/ {
      id: 'refusal.transfer_nothing_owed',
      message: 'Order {order} has no refund that failed and is still owed.',
    },
    changed: 'nothing',
  },
  refund_by_bank: {
    says: /*i18n*/ {
      id: 'refusal.refund_by_bank',
      message:
        'Order {order}: the buyer’s bank has given {bankCents} back, after a dispute. Nothing is left to refund.',
    },
  },
  refund_of_payment_not_owed: {
    says: /*i18n*/ {
      id: 'refusal.refund_of_payment_not_owed',
      message:
        'Payment {payment} has no refund that failed and is still owed; that of an order is named by the order. `pnpm shop refunds` lists what is owed.',
    },
    changed: 'nothing',
  },
  already_sent: {
    says: /*i18n*/ {
      id: 'refusal.already_sent',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: Its parcel has left: `order:refund` gives money back all the same.',
    },
    changed: 'nothing',
  },
  over_the_rest: {
    says: /*i18n*/ {
      id: 'refusal.over_the_rest',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: That is more than is left of what was paid.',
    },
    changed: 'nothing',
  },
  refund_in_flight: {
    says: /*i18n*/ {
      id: 'refusal.refund_in_flight',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: Another refund of it is on its way: wait for its outcome.',
    },
    changed: 'nothing',
  },
  disputed: {
    says: /*i18n*/ {
      id: 'refusal.disputed',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: The buyer’s bank decides about a dispute, or has given the money back: nothing can be refunded.',
    },
    changed: 'nothing',
  },
  never_paid: {
    says: /*i18n*/ {
      id: 'refusal.never_paid',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: It is one of the demonstration data: nobody has paid, so nothing can be given back.',
    },
    changed: 'nothing',
  },
  changed_meanwhile: {
    says: /*i18n*/ {
      id: 'refusal.changed_meanwhile',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: Money of it went back meanwhile.',
    },
    changed: 'nothing',
  },
  member_unknown: {
    says: /*i18n*/ { id: 'refusal.member_unknown', message: 'No account has the address {email}.' },
  },
  subscription_contract_unknown: {
    says: /*i18n*/ {
      id: 'refusal.subscription_contract_unknown',
      message:
        'No subscription has the number {named}, and the payment provider calls none so here.',
    },
  },
  member_number_unknown: {
    says: /*i18n*/ {
      id: 'refusal.member_number_unknown',
      message: 'No account has the address or number {who}. Nothing was done.',
    },
  },
  declaration_unknown: {
    says: /*i18n*/ {
      id: 'refusal.declaration_unknown',
      message: 'There is no declaration {declaration}. `pnpm shop declarations` lists them.',
    },
  },
  declaration_changed: {
    says: /*i18n*/ {
      id: 'refusal.declaration_changed',
      message: 'Declaration {declaration} was changed meanwhile: look at it again.',
    },
    changed: 'nothing',
  },
  declaration_closed: {
    says: /*i18n*/ {
      id: 'refusal.declaration_closed',
      message:
        'Declaration {declaration} was closed on {on}{isNamed, select, yes { by {by}} other {}}.',
    },
    changed: 'nothing',
  },
  declaration_of_other_kind: {
    says: /*i18n*/ {
      id: 'refusal.declaration_of_other_kind',
      message:
        'Declaration {declaration} is {kind, select, withdrawal {a withdrawal} other {a termination}}: it cannot be about {noun, select, order {an order} other {a subscription}}.',
    },
    changed: 'nothing',
  },
  declaration_contract_unknown: {
    says: /*i18n*/ {
      id: 'refusal.declaration_contract_unknown',
      message:
        'There is no {noun, select, order {order {contract}} other {subscription {contract}}}.',
    },
    changed: 'nothing',
  },
  declaration_attached: {
    says: /*i18n*/ {
      id: 'refusal.declaration_attached',
      message:
        'Declaration {declaration} is about {noun, select, order {order {contract}} other {subscription {contract}}} already.',
    },
    changed: 'nothing',
  },
  declaration_other_open: {
    says: /*i18n*/ {
      id: 'refusal.declaration_other_open',
      message:
        'Declaration {other} of {noun, select, order {order {contract}} other {subscription {contract}}} is open: close {declaration} with that answer.',
    },
    changed: 'nothing',
  },
  declaration_unmatched: {
    says: /*i18n*/ {
      id: 'refusal.declaration_unmatched',
      message:
        'Declaration {declaration} was made without a log-in: say what it is about, with --order or --subscription. `pnpm shop declaration {declaration}` shows what fits.',
    },
    changed: 'nothing',
  },
  declaration_nothing_to_accept: {
    says: /*i18n*/ {
      id: 'refusal.declaration_nothing_to_accept',
      message:
        'Declaration {declaration} is followed by itself: nothing is to be accepted. `pnpm shop declaration {declaration}` shows what it waits for.',
    },
    changed: 'nothing',
  },
  declaration_accepted: {
    says: /*i18n*/ {
      id: 'refusal.declaration_accepted',
      message: 'Declaration {declaration} was accepted on {on} by {by}.',
    },
    changed: 'nothing',
  },
  declaration_is_followed: {
    says: /*i18n*/ {
      id: 'refusal.declaration_is_followed',
      message:
        'Declaration {declaration} is in time and followed by itself. Of goods that are not ours or missing, `declaration:goods-back {declaration} --not-ours` says so.',
    },
    changed: 'nothing',
  },
  declaration_contested: {
    says: /*i18n*/ {
      id: 'refusal.declaration_contested',
      message: 'Declaration {declaration} was contested on {on} by {by}.',
    },
    changed: 'nothing',
  },
  declaration_order_undecided: {
    says: /*i18n*/ {
      id: 'refusal.declaration_order_undecided',
      message:
        'Order {order} waits for a decision: its parcel is gone (`order:send {order} --held`) or here (`order:cancel {order}`).',
    },
    changed: 'nothing',
  },
  declaration_goes_on: {
    says: /*i18n*/ {
      id: 'refusal.declaration_goes_on',
      message: 'Declaration {declaration} goes on by itself, and closes then.',
    },
    changed: 'nothing',
  },
  declaration_of_no_flood: {
    says: /*i18n*/ {
      id: 'refusal.declaration_of_no_flood',
      message:
        'Declaration {declaration} is below the limit of its network: close it without --network.',
    },
    changed: 'nothing',
  },
  goods_kept_over_price: {
    says: /*i18n*/ {
      id: 'refusal.goods_kept_over_price',
      message:
        'The goods of declaration {declaration} cost {goodsCents}: no more can be kept, and their delivery goes back in any case.',
    },
    changed: 'nothing',
  },
  goods_kept_over_rest: {
    says: /*i18n*/ {
      id: 'refusal.goods_kept_over_rest',
      message: 'Only {leftCents} of the payment have not gone back: no more can be kept.',
    },
    changed: 'nothing',
  },
  goods_noted: {
    says: /*i18n*/ {
      id: 'refusal.goods_noted',
      message: 'The goods of declaration {declaration} were noted on {on} by {by}.',
    },
    changed: 'nothing',
  },
  goods_noted_elsewhere: {
    says: /*i18n*/ {
      id: 'refusal.goods_noted_elsewhere',
      message: 'The goods of order {order} were noted with declaration {declaration}.',
    },
    changed: 'nothing',
  },
  goods_of_no_order: {
    says: /*i18n*/ {
      id: 'refusal.goods_of_no_order',
      message:
        'Declaration {declaration} is about no order that can come back. `pnpm shop declaration {declaration}` shows how it stands.',
    },
    changed: 'nothing',
  },
  goods_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.goods_not_sent',
      message:
        'Order {order} is not marked as sent: its parcel is gone (`order:send {order}`), or still here (`order:cancel {order}`).',
    },
    changed: 'nothing',
  },
  goods_not_accepted: {
    says: /*i18n*/ {
      id: 'refusal.goods_not_accepted',
      message:
        'Declaration {declaration} is not accepted, or was made after its last day: `declaration:accept {declaration}` comes first.',
    },
    changed: 'nothing',
  },
  goods_closed_before: {
    says: /*i18n*/ {
      id: 'refusal.goods_closed_before',
      message:
        'Declaration {declaration} was closed before it was accepted: `order:refund {order} --unit-back` gives money back all the same.',
    },
    changed: 'nothing',
  },
  goods_given_back: {
    says: /*i18n*/ {
      id: 'refusal.goods_given_back',
      message:
        'The money of order {order} has gone back. `pnpm shop declaration {declaration}` shows how it stands.',
    },
    changed: 'nothing',
  },
};

/** Behind each refusal after which everything is as it was. */
const UNCHANGED = /*i18n*/ { id: 'refusal.unchanged', message: 'Nothing was changed.' };

const REFUSALS: Catalog = { fr: french, en: english };

/** An amount of cents as sentences about money show it. */
const euros = (cents: number, locale: Locale) =>
  `${(cents / 100).toFixed(2).replace('.', locale === 'fr' ? ',' : '.')} €`;

/** Why an operation was not done: one reason as sentences, several a line each. */
export function refusalWords(locale: Locale, refusals: readonly Refusal[]): string {
  const i18n = createI18n(locale, REFUSALS);
  const text = ({ id }: MessageDescriptor, facts: Record<string, unknown> = {}) =>
    i18n._(id, facts);
  const said = refusals.map((refusal) => {
    const { says, remedy, changed } = REFUSAL_TEXTS[refusal.code];
    const facts = factsOf(refusal, locale);
    return {
      what: text(says, facts),
      unchanged: changed === undefined ? [] : [text(UNCHANGED)],
      remedy: remedy === undefined ? [] : [text(remedy, facts)],
    };
  });
  const [first] = said;
  if (first !== undefined && said.length === 1) {
    return [first.what, ...first.unchanged, ...first.remedy].join(' ');
  }
  return [...said.map(({ what, remedy }) => [what, ...remedy].join(' ')), text(UNCHANGED)].join(
    '\n',
  );
}

/** Facts as the texts name them: sums in euros, and for a fact that may be empty whether it is there. */
function factsOf(refusal: Refusal, locale: Locale): Record<string, unknown> {
  const facts = Object.entries(refusal).map(([name, fact]): [string, unknown] => [
    name,
    name.endsWith('Cents') && typeof fact === 'number' ? euros(fact, locale) : fact,
  ]);
  const has = (name: string) => (facts.some(([key, fact]) => key === name && fact) ? 'yes' : 'no');
  return { ...Object.fromEntries(facts), isDated: has('on'), isNamed: has('by') };
}
