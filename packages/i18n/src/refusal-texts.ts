import type { Locale } from '@agres/domain/locale';
import type { Refusal, RefusalCode } from '@agres/domain/refusals';
import type { MessageDescriptor } from '@lingui/core';

import { createI18n, type Catalog } from './create-i18n.ts';
import { formatPrice, TAGS } from './formats.ts';
import { messages as english } from './locales/en/refusals.ts';
import { messages as french } from './locales/fr/refusals.ts';
import { messages } from './messages.ts';

// The text of every refusal code of the owner's operations, with a remedy that is shown last as `….remedy`. The
// English is here, for extraction; the French in `locales/fr/refusals.po`. No page of the shop loads them.

/** These refusals also say that nothing was changed. */
const LEFT_UNCHANGED = messages('refusal', {
  stock_not_enough:
    '{remaining} left: {units, plural, one {{units} unit} other {{units} units}} cannot be removed.',
  stock_count_below_sold:
    'You counted {counted}, but {taken} are sold and have not left: {toSend, plural, one {{toSend} order} other {{toSend} orders}} to send, {held, plural, one {{held} purchase} other {{held} purchases}} under way. Mark the parcels that have left as sent first.',
  return_order_unknown: 'There is no order {order}.',
  return_of_other_option: 'Order {order} was of option {option}.',
  return_repeated: 'The unit of order {order} came back on {at} already.',
  changed_since:
    '{by} changed this on {at}, after you opened it. Look at the change, then save yours.',
  item_price_far:
    'The price of item {item} would go from {beforeCents} to {afterCents}, a change of more than 30%. If that is right, confirm it.',
  item_rank_taken:
    'Item {other} is best seller {rank} already. To give that rank to two items, confirm it.',
  item_shown:
    'Item {item} is or was on the site, so it can’t be deleted: orders and links may name it. Unpublish it instead.',
  article_shown:
    'Article {article} is or was published, so it can’t be deleted: others may link to it. Unpublish it instead.',
  relay_columns_missing: 'Line 1: these columns are missing: {columns}.',
  relay_cells_wrong:
    'Line {line} has {cells, plural, one {# value} other {# values}} for {columns} columns.',
  relay_id_invalid: 'Line {line}: id must be 1 to 32 letters, digits and hyphens.',
  relay_country_invalid: 'Line {line}: country must be a two-letter code, such as FR.',
  relay_text_invalid: 'Line {line}: {column} must be 1 to {max} characters.',
  relay_postcode_wrong:
    'Line {line}: {postcode} is not a postcode of {country}. They look like {example}.',
  relay_postcode_elsewhere: 'Line {line}: {postcode} lies in {found}, not in {country}.',
  relay_repeated: 'Line {line}: {id} is the id of line {before} too.',
  relays_missing: 'There is no point in the file.',
  relay_faults_more: '{more, plural, one {# more line is wrong.} other {# more lines are wrong.}}',
  relays_preview:
    '{after, plural, one {# point} other {# points}} would replace {before}: {added} new, {gone} gone, {changed} changed.',
  'relays_preview.remedy': 'If the file is complete, confirm it.',
  setting_changed: 'Another person has changed this since. Reload to see it, then save again.',
  mediator_incomplete: 'Enter the name, address and website of the mediator, or none of them.',
  delivery_days:
    'Enter both days, the first no later than the last, or leave both empty. The usual time must not end after the promised one.',
  faq_entry_unknown: 'There is no question {entry} in the FAQ.',
  faq_full: 'The FAQ has {most} questions of your own, the most it can hold. Remove one first.',
  faq_entry_of_site:
    'The site always answers question {entry}, at the top of the page. You can change its text.',
  faq_entry_at_end:
    'This question is {direction, select, up {the first} other {the last}} already.',
  vat_rate_missing: 'Enter the rate of VAT that your prices include.',
  payments_unreadable:
    'Stripe does not list the payments of {account, select, main {the main account} other {the second account}}. Try again.',
  payment_not_listed: 'Payment {payment} is not in that period. Choose an earlier day.',
  payment_has_order: 'Payment {payment} already has an order, so there is nothing to decide.',
  payments_undecided:
    '{count, plural, one {{count} payment without an order waits} other {{count} payments without an order wait}} for your decision: {payments}. Rebuild or refund each first.',
  staff_last_owner: '{name} is the only owner who can sign in. Invite another owner first.',
  staff_last_device: '“{label}” is your only device. Add another one first.',
  day_before_order: 'Order {order} was bought on {bought}, after {day}.',
  'day_before_order.remedy': 'Choose {bought} or a later day.',
  day_before_sending: 'Order {order} was sent on {sent}, after {day}.',
  'day_before_sending.remedy': 'Choose {sent} or a later day.',
  order_cancelled: 'Order {order} was cancelled on {on}, so its parcel stays here.',
  'order_cancelled.remedy': 'Nothing is left to do with it.',
  order_delivered: 'Order {order} was delivered {isDated, select, yes {on {on}.} other {already.}}',
  'order_delivered.remedy': 'If it has not arrived, open the order and undo the delivery first.',
  order_delivered_already:
    'Order {order} was delivered {isDated, select, yes {on {on}.} other {already.}}',
  'order_delivered_already.remedy':
    'Leave this order out. If it has not arrived, open it and undo the delivery.',
  order_delivered_undo_first:
    'Order {order} is marked as delivered, so its sending cannot be undone yet.',
  'order_delivered_undo_first.remedy': 'Undo the delivery first, then the sending.',
  order_held:
    'Order {order} is held because of {heldFor, select, withdrawal {a withdrawal} late {a late delivery} refund {a refund} dispute {a dispute} other {{heldFor}}}.',
  'order_held.remedy':
    'If its parcel has left, open the order and mark it as sent there. If it is still here, release or cancel the order.',
  order_held_not_sent:
    'Order {order} is held because of {heldFor, select, withdrawal {a withdrawal} late {a late delivery} refund {a refund} dispute {a dispute} other {{heldFor}}}, so it cannot be marked as delivered yet.',
  'order_held_not_sent.remedy':
    'If its parcel has left, open the order, mark it as sent there, then as delivered. If it is still here, release or cancel the order.',
  order_held_otherwise:
    'Order {order} is now held because of {heldFor, select, withdrawal {a withdrawal} late {a late delivery} refund {a refund} dispute {a dispute} other {{heldFor}}}.',
  'order_held_otherwise.remedy': 'Read the order again, then decide.',
  order_declared:
    'A withdrawal or cancellation that is still open (request {declaration}) may be about order {order}.',
  'order_declared.remedy':
    'Decide on request {declaration} first. If the order is to leave all the same, open it and send it on its own.',
  order_not_held: 'Order {order} is not held.',
  order_sent: 'Order {order} was sent on {on} already.',
  'order_sent.remedy': 'If its parcel is still here, open the order and undo the sending.',
  order_not_sent: 'Order {order} is not marked as sent yet.',
  'order_not_sent.remedy': 'Mark it as sent first: the tracking number is given then.',
  order_refund_on_way: 'A refund of order {order} is on its way.',
  'order_refund_on_way.remedy':
    'Open the order later: it shows what came of the refund. Then decide whether the parcel leaves.',
  order_money_open:
    'The money of order {order} is open: the buyer’s bank decides about a dispute, or a refund failed.',
  'order_money_open.remedy':
    'Wait for the bank, or pay the refund first. Then decide whether a parcel leaves.',
  order_replaced: 'Order {order} has a replacement, so its first sending cannot be undone.',
  'order_replaced.remedy': 'Cancel the replacement first.',
  order_returned: 'The goods of order {order} came back, so its sending cannot be undone.',
  'order_returned.remedy': 'To send it once more, create a replacement.',
  order_not_prepared: 'Order {order} is not prepared, or its parcel has left.',
  'order_not_prepared.remedy': 'Prepare the parcel first, then export it for the carrier.',
  order_given_back: 'Order {order} was refunded in full, so its parcel stays here.',
  'order_given_back.remedy': 'Cancel the order: it leaves the list of parcels.',
  order_withdrawn:
    'The buyer withdrew from order {order} (request {declaration}), so it is refunded instead.',
  replacement_before_parcel: 'Order {order} has not been sent: only a sent parcel can be replaced.',
  'replacement_before_parcel.remedy': 'If its parcel has left, mark the order as sent first.',
  replacement_of_other_item: 'Option {option} does not belong to the item of order {order}.',
  replacement_waiting: 'A replacement for order {order} is already waiting to be sent.',
  replacements_all_used: 'Order {order} has {most} replacements already, the most it can have.',
  'replacements_all_used.remedy': 'Refund the order instead.',
  replacement_cancelled: 'Replacement {replacement} was cancelled on {on}.',
  replacement_sent: 'Replacement {replacement} was sent on {on}.',
  replacement_not_sent: 'Replacement {replacement} is not marked as sent.',
  replacement_delivered: 'Replacement {replacement} was delivered on {on}.',
  'replacement_delivered.remedy': 'If it has not arrived, undo the delivery first.',
  replacement_announced:
    'The buyer has been emailed that replacement {replacement} was sent, so its sending can no longer be undone.',
  order_other_area:
    'The address is in another delivery area than the one that was paid for order {order}. Cancel the order if it has to go there.',
  tracking_line_unreadable: 'Line {line} is not an order and its tracking number: “{text}”.',
  tracking_line_unknown: 'Line {line}: no order or replacement has the number {order}.',
  tracking_line_twice: 'Line {line}: the number {order} is in the file twice.',
  tracking_file_empty: 'The file has no line with an order and its tracking number.',
  refund_of_unsent:
    'Order {order} was not sent. Cancel it to refund everything and keep the parcel, or refund a part.',
  transfer_recorded:
    'A transfer with the reference “{reference}” is already recorded. Enter the reference of the other transfer.',
  transfer_nothing_owed: 'Order {order} has no refund that failed and is still owed.',
  refund_of_payment_not_owed:
    'Payment {payment} has no failed refund that is still owed. The refund of an order is requested on the order.',
  already_sent:
    '{paid, select, order {Order {number}} other {Payment {number}}}: its parcel has left. You can still refund the order.',
  over_the_rest:
    '{paid, select, order {Order {number}} other {Payment {number}}}: that is more than is left to refund. Enter a smaller amount.',
  refund_in_flight:
    '{paid, select, order {Order {number}} other {Payment {number}}}: another refund is on its way. Wait for its outcome.',
  disputed:
    '{paid, select, order {Order {number}} other {Payment {number}}}: the buyer’s bank is deciding on a dispute, or has already returned the money, so nothing can be refunded.',
  never_paid:
    '{paid, select, order {Order {number}} other {Payment {number}}} is demonstration data: no one paid, so there is nothing to refund.',
  changed_meanwhile:
    '{paid, select, order {Order {number}} other {Payment {number}}}: money was refunded in the meantime. Reload the page.',
  member_active:
    'The account of member {member} is active already. If they cannot log in, send a link for a new password.',
  member_email_limit:
    'Member {member} was sent three of these emails within an hour. Try again in an hour.',
  declaration_changed: 'Request {declaration} has changed since: look at it again.',
  declaration_closed:
    'Request {declaration} was closed on {on}{isNamed, select, yes { by {by}} other {}}.',
  declaration_of_other_kind:
    'Request {declaration} is {kind, select, withdrawal {a withdrawal} other {a cancellation}}: it cannot be about {noun, select, order {an order} other {a subscription}}.',
  declaration_contract_unknown:
    'There is no {noun, select, order {order {contract}} other {subscription {contract}}}.',
  declaration_attached:
    'Request {declaration} is about {noun, select, order {order {contract}} other {subscription {contract}}} already.',
  declaration_other_open:
    'Request {other} is already open for {noun, select, order {order {contract}} other {subscription {contract}}}. Close request {declaration} and give that as the reason.',
  declaration_unmatched:
    'Request {declaration} was made without logging in: choose the order or subscription that it is about.',
  declaration_nothing_to_accept:
    'Request {declaration} needs no acceptance: the shop follows it automatically.',
  declaration_accepted: 'Request {declaration} was accepted on {on} by {by}.',
  declaration_is_followed:
    'Request {declaration} was made in time: the shop follows it automatically. If the item is missing or not ours, record that the item is back as “not ours”.',
  declaration_contested: 'Request {declaration} was rejected on {on} by {by}.',
  declaration_order_undecided:
    'Order {order} waits for a decision. If its parcel has left, mark it as sent although held; if it is here, cancel the order.',
  declaration_goes_on:
    'Request {declaration} is being handled automatically and will close on its own. There is nothing to do.',
  declaration_of_no_flood:
    'Request {declaration} is not one of many from the same network. Close it on its own.',
  goods_kept_over_price:
    'The item of request {declaration} cost {goodsCents}. You can’t keep more than that, and delivery is always refunded.',
  goods_kept_over_rest: 'Only {leftCents} is left to refund, so you can’t keep more than that.',
  goods_noted: 'The return of request {declaration} was recorded on {on} by {by}.',
  goods_noted_elsewhere: 'The return of order {order} was recorded with request {declaration}.',
  goods_of_no_order: 'Request {declaration} is about no order that can come back.',
  goods_not_sent:
    'Order {order} is not marked as sent. If its parcel has left, mark it as sent; if it is still here, cancel the order.',
  goods_not_accepted:
    'Request {declaration} is not accepted, or was made after its last day. Accept it first.',
  goods_closed_before:
    'Request {declaration} was closed before it was accepted. You can still refund order {order}.',
  goods_given_back: 'The money of order {order} was refunded.',
});

const OTHERS = messages('refusal', {
  option_unknown: 'There is no option {option}.',
  item_unknown: 'There is no item {item}.',
  item_without_option: 'Item {item} has no option, so it cannot be bought. Add an option first.',
  item_options_unnamed:
    'First enter the name of the choice of item {item} in both languages, such as “Size”.',
  item_option_called_single:
    'The item has several options, and one is still called “{title}”: rename that one first.',
  item_related_to_itself: 'Item {item} can’t be related to itself. Remove it from the list.',
  item_repeated: 'Item {item} is in the list twice. Name each item once.',
  item_change_empty: 'There is nothing to change. Fill in at least one field.',
  item_maker_incomplete:
    'The manufacturer’s name, address and contact belong together: enter all three or none.',
  item_reference_without_maker:
    'A model reference is the manufacturer’s own: enter the manufacturer too.',
  item_warnings_without_french: 'The warnings in French are missing: enter them in both languages.',
  item_warnings_without_english:
    'The warnings in English are missing: enter them in both languages.',
  item_option_titles_missing:
    'The name of the choice between the options, such as “Size”, is missing.',
  item_option_title_without_french:
    'The name of the choice in French is missing: enter it in both languages.',
  item_option_title_without_english:
    'The name of the choice in English is missing: enter it in both languages.',
  item_picture_option_unknown:
    'A picture names the option “{title}”, which the item does not have. The item has: {options}.',
  item_in_one_language:
    'On the site an item has its title, its description and the names of its options in French and in English. Enter what is missing.',
  title_missing: 'Enter a title, in French or in English.',
  picture_too_large:
    'This file is larger than {megabytes} MB. Choose a smaller one, or export the photo at a lower quality.',
  picture_not_taken:
    'This is not a JPEG, PNG or WebP picture. Export it as JPEG first: a phone may take photos as HEIC.',
  picture_too_many_pixels:
    'This picture has more than {megapixels} million pixels. Make it smaller first.',
  picture_broken: 'This file is damaged: it cannot be read to its end. Export the picture again.',
  article_unknown: 'There is no article {article}.',
  article_title_taken: 'Another article has that title. Change the title, or edit that article.',
  article_in_one_language:
    'On the site an article has its title and its text in French and in English. Enter what is missing.',
  article_title_empty: 'A title needs letters or digits: its address is made of them.',
  article_change_empty: 'There is nothing to change. Fill in at least one field.',
  messages_unknown: 'There is no message {messages}.',
  review_unknown: 'There is no review {review}. Its author may have deleted it.',
  staff_unknown: 'There is no staff member {staff}.',
  staff_email_taken: '{email} is suspended. Restore their access first, then invite them again.',
  staff_device_unknown: '{name} has no such device.',
  gift_not_earned: 'Member {member} has not earned the parallettes: three referrals must count.',
  gift_sent: 'The parallettes of member {member} were sent on {on}.',
  orders_unknown:
    '{count, plural, one {There is no order {orders}.} other {There are no orders {orders}.}}',
  day_to_come: '{day} is in the future. Choose today or an earlier day.',
  order_waiting_already: 'Order {order} is not marked as delivered: there is nothing to undo.',
  order_not_archived:
    'The name and address of order {order} are not in the archive: the order still shows them.',
  order_recipient_gone:
    'Name and address of order {order} are erased: the retention period has ended.',
  replacement_unknown: 'There is no replacement {replacement}.',
  replacement_not_delivered:
    'Replacement {replacement} is not marked as delivered: there is nothing to undo.',
  refund_nothing_left: 'Order {order} has already been refunded in full.',
  refund_by_bank:
    'Order {order}: the buyer’s bank has given {bankCents} back, after a dispute. Nothing is left to refund.',
  subscription_contract_unknown:
    'No subscription matches “{named}”. Check the number, the name or the email address.',
  member_address_other: 'Account {member} has another address. Nothing was done.',
  member_number_unknown: 'No account has the address or number {who}. Nothing was done.',
  declaration_unknown: 'There is no request {declaration}.',
});

/** Both tables together, because the type requires a text for every code. */
export const REFUSAL_TEXTS: Readonly<
  Record<RefusalCode, MessageDescriptor> & Record<string, MessageDescriptor>
> = { ...LEFT_UNCHANGED, ...OTHERS };

const { unchanged: UNCHANGED } = messages('refusal', { unchanged: 'Nothing was changed.' });

const REFUSALS: Catalog = { fr: french, en: english };

/** Formats refusals as text: a single one as sentences, several as one line each. */
export function refusalWords(locale: Locale, refusals: readonly Refusal[]): string {
  const i18n = createI18n(locale, REFUSALS);
  const nothingChanged = i18n._(UNCHANGED.id);
  const said = refusals.map((refusal) => {
    const { code } = refusal;
    const remedy = REFUSAL_TEXTS[`${code}.remedy`];
    const facts = factsOf(refusal, locale);
    return {
      what: i18n._(REFUSAL_TEXTS[code].id, facts),
      unchanged: code in LEFT_UNCHANGED ? [nothingChanged] : [],
      remedy: remedy === undefined ? [] : [i18n._(remedy.id, facts)],
    };
  });
  const [first] = said;
  if (first !== undefined && said.length === 1) {
    return [first.what, ...first.unchanged, ...first.remedy].join(' ');
  }
  return [...said.map(({ what, remedy }) => [what, ...remedy].join(' ')), nothingChanged].join(
    '\n',
  );
}

/** Matches a day, or a day with a time. */
const DAY_AHEAD = /^\d{4}-\d{2}-\d{2}(?=$| \d{2}:\d{2}$)/;

const formatDay = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(day),
  );

/** Returns the values for a refusal's text: amounts and days in words, and whether optional values are present. */
function factsOf(refusal: Refusal, locale: Locale): Record<string, unknown> {
  const facts = Object.entries(refusal).map(([name, fact]): [string, unknown] => [
    name,
    name.endsWith('Cents') && typeof fact === 'number'
      ? formatPrice(locale, fact)
      : typeof fact === 'string'
        ? fact.replace(DAY_AHEAD, (day) => formatDay(locale, day))
        : fact,
  ]);
  const has = (name: string) => (facts.some(([key, fact]) => key === name && fact) ? 'yes' : 'no');
  return { ...Object.fromEntries(facts), isDated: has('on'), isNamed: has('by') };
}
