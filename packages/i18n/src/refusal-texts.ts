import type { Locale } from '@agres/domain/locale';
import type { Refusal, RefusalCode } from '@agres/domain/refusals';
import type { MessageDescriptor } from '@lingui/core';

import { createI18n, type Catalog } from './create-i18n.ts';
import { messages as english } from './locales/en/refusals.ts';
import { messages as french } from './locales/fr/refusals.ts';

/** The text of a refusal. */
type RefusalText = {
  says: MessageDescriptor;
  /** A remedy, shown last. */
  remedy?: MessageDescriptor;
  /** Whether to add that nothing was changed. */
  changed?: 'nothing';
};

/**
 * The text of every refusal code of the owner's operations. The English is here, for extraction; the French
 * in `locales/fr/refusals.po`. No page of the shop loads them.
 *
 * @public Read by `pnpm i18n`.
 */
export const REFUSAL_TEXTS: Readonly<Record<RefusalCode, RefusalText>> = {
  option_unknown: {
    says: /*i18n*/ {
      id: 'refusal.option_unknown',
      message: 'There is no option {option}.',
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
        'You counted {lie}, but {taken} of option {option} ({item}, {title}) are sold and have not left: {toSend, plural, one {{toSend} order} other {{toSend} orders}} to send, {held, plural, one {{held} purchase} other {{held} purchases}} under way. Mark the parcels that have left as sent first.',
    },
    changed: 'nothing',
  },
  return_order_unknown: {
    says: /*i18n*/ {
      id: 'refusal.return_order_unknown',
      message: 'There is no order {order}.',
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
      message: 'There is no item {item}.',
    },
  },
  item_without_option: {
    says: /*i18n*/ {
      id: 'refusal.item_without_option',
      message: 'Item {item} has no option, so it cannot be bought. Add an option first.',
    },
  },
  item_options_unnamed: {
    says: /*i18n*/ {
      id: 'refusal.item_options_unnamed',
      message:
        'First enter the name of the choice of item {item} in both languages, such as “Size”.',
    },
  },
  item_related_to_itself: {
    says: /*i18n*/ {
      id: 'refusal.item_related_to_itself',
      message: 'Item {item} stands beside others, not beside itself.',
    },
  },
  item_repeated: {
    says: /*i18n*/ {
      id: 'refusal.item_repeated',
      message: 'Item {item} stands in the list twice. Name each item once.',
    },
  },
  changed_since: {
    says: /*i18n*/ {
      id: 'refusal.changed_since',
      message:
        '{by} changed this on {at}, after you opened it. Look at the change, then save yours.',
    },
    changed: 'nothing',
  },
  item_change_empty: {
    says: /*i18n*/ {
      id: 'refusal.item_change_empty',
      message: 'There is nothing to change. Fill in at least one field.',
    },
  },
  item_price_far: {
    says: /*i18n*/ {
      id: 'refusal.item_price_far',
      message:
        'The price of item {item} would go from {beforeCents} to {afterCents}, more than 30 %. If that is right, confirm it.',
    },
    changed: 'nothing',
  },
  item_rank_taken: {
    says: /*i18n*/ {
      id: 'refusal.item_rank_taken',
      message:
        'Item {other} is best seller {rank} already. To give that rank to two items, confirm it.',
    },
    changed: 'nothing',
  },
  item_maker_incomplete: {
    says: /*i18n*/ {
      id: 'refusal.item_maker_incomplete',
      message: 'The maker’s name, address and contact belong together: enter all three or none.',
    },
  },
  item_reference_without_maker: {
    says: /*i18n*/ {
      id: 'refusal.item_reference_without_maker',
      message: 'A model reference is the maker’s own: enter the maker too.',
    },
  },
  item_warnings_without_french: {
    says: /*i18n*/ {
      id: 'refusal.item_warnings_without_french',
      message: 'The warnings in French are missing: enter them in both languages.',
    },
  },
  item_warnings_without_english: {
    says: /*i18n*/ {
      id: 'refusal.item_warnings_without_english',
      message: 'The warnings in English are missing: enter them in both languages.',
    },
  },
  item_option_titles_missing: {
    says: /*i18n*/ {
      id: 'refusal.item_option_titles_missing',
      message: 'The name of the choice between the options, such as “Size”, is missing.',
    },
  },
  item_option_title_without_french: {
    says: /*i18n*/ {
      id: 'refusal.item_option_title_without_french',
      message: 'The name of the choice in French is missing: enter it in both languages.',
    },
  },
  item_option_title_without_english: {
    says: /*i18n*/ {
      id: 'refusal.item_option_title_without_english',
      message: 'The name of the choice in English is missing: enter it in both languages.',
    },
  },
  item_picture_option_unknown: {
    says: /*i18n*/ {
      id: 'refusal.item_picture_option_unknown',
      message:
        'A picture names the option “{title}”, which the item does not have. The item has: {options}.',
    },
  },
  item_in_one_language: {
    says: /*i18n*/ {
      id: 'refusal.item_in_one_language',
      message:
        'On the site an item has its title, its description and the names of its options in French and in English. Enter what is missing.',
    },
  },
  title_missing: {
    says: /*i18n*/ {
      id: 'refusal.title_missing',
      message: 'Enter a title, in French or in English.',
    },
  },
  picture_too_large: {
    says: /*i18n*/ {
      id: 'refusal.picture_too_large',
      message:
        'This file is larger than {megabytes} MB. Choose a smaller one, or export the photo at a lower quality.',
    },
  },
  picture_not_taken: {
    says: /*i18n*/ {
      id: 'refusal.picture_not_taken',
      message:
        'This is not a JPEG, PNG or WebP picture. Export it as JPEG first: a phone may take photos as HEIC.',
    },
  },
  picture_too_many_pixels: {
    says: /*i18n*/ {
      id: 'refusal.picture_too_many_pixels',
      message: 'This picture has more than {megapixels} million pixels. Make it smaller first.',
    },
  },
  picture_broken: {
    says: /*i18n*/ {
      id: 'refusal.picture_broken',
      message: 'This file is damaged: it cannot be read to its end. Export the picture again.',
    },
  },
  article_unknown: {
    says: /*i18n*/ {
      id: 'refusal.article_unknown',
      message: 'There is no article {article}.',
    },
  },
  article_title_taken: {
    says: /*i18n*/ {
      id: 'refusal.article_title_taken',
      message: 'Another article has that title. Change the title, or edit that article.',
    },
  },
  article_in_one_language: {
    says: /*i18n*/ {
      id: 'refusal.article_in_one_language',
      message:
        'On the site an article has its title and its text in French and in English. Enter what is missing.',
    },
  },
  article_title_empty: {
    says: /*i18n*/ {
      id: 'refusal.article_title_empty',
      message: 'A title needs letters or digits: its address is made of them.',
    },
  },
  article_shown: {
    says: /*i18n*/ {
      id: 'refusal.article_shown',
      message:
        'Article {article} is published or was: it is not deleted, because others may link to it. Unpublish it.',
    },
    changed: 'nothing',
  },
  article_change_empty: {
    says: /*i18n*/ {
      id: 'refusal.article_change_empty',
      message: 'There is nothing to change. Fill in at least one field.',
    },
  },
  relays_faulty: {
    says: /*i18n*/ {
      id: 'refusal.relays_faulty',
      message:
        '{faults}{more, plural, =0 {} one { # more line is wrong.} other { # more lines are wrong.}}',
    },
    changed: 'nothing',
  },
  relays_preview: {
    says: /*i18n*/ {
      id: 'refusal.relays_preview',
      message:
        '{after, plural, one {# point} other {# points}} would replace {before}: {added} new, {gone} gone, {changed} changed.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.relays_preview.remedy',
      message: 'If the file is complete, confirm it.',
    },
    changed: 'nothing',
  },
  setting_changed: {
    says: /*i18n*/ {
      id: 'refusal.setting_changed',
      message: 'Another person has changed this meanwhile. Reload to see it, then save again.',
    },
    changed: 'nothing',
  },
  mediator_incomplete: {
    says: /*i18n*/ {
      id: 'refusal.mediator_incomplete',
      message: 'Enter the name, address and website of the mediator, or none of them.',
    },
    changed: 'nothing',
  },
  delivery_days: {
    says: /*i18n*/ {
      id: 'refusal.delivery_days',
      message:
        'Enter the first and the last day, in this order, or neither. The usual time ends no later than the promised one.',
    },
    changed: 'nothing',
  },
  faq_entry_unknown: {
    says: /*i18n*/ {
      id: 'refusal.faq_entry_unknown',
      message: 'There is no question {entry} in the FAQ.',
    },
    changed: 'nothing',
  },
  faq_full: {
    says: /*i18n*/ {
      id: 'refusal.faq_full',
      message: 'The FAQ has {most} questions of your own, the most it can hold. Remove one first.',
    },
    changed: 'nothing',
  },
  faq_entry_of_site: {
    says: /*i18n*/ {
      id: 'refusal.faq_entry_of_site',
      message:
        'The site always answers question {entry}, at the top of the page. You can change its words.',
    },
    changed: 'nothing',
  },
  faq_entry_at_end: {
    says: /*i18n*/ {
      id: 'refusal.faq_entry_at_end',
      message: 'This question is {direction, select, up {the first} other {the last}} already.',
    },
    changed: 'nothing',
  },
  vat_rate_missing: {
    says: /*i18n*/ {
      id: 'refusal.vat_rate_missing',
      message: 'Enter the rate of VAT that your prices include.',
    },
    changed: 'nothing',
  },
  payments_unreadable: {
    says: /*i18n*/ {
      id: 'refusal.payments_unreadable',
      message:
        'The payment provider does not list the payments of {account, select, main {the main account} other {the second account}}. Try again.',
    },
    changed: 'nothing',
  },
  payment_not_listed: {
    says: /*i18n*/ {
      id: 'refusal.payment_not_listed',
      message: 'There is no payment {payment} in that time. Choose an earlier day.',
    },
    changed: 'nothing',
  },
  payment_has_order: {
    says: /*i18n*/ {
      id: 'refusal.payment_has_order',
      message: 'Payment {payment} is not without an order: nothing can be decided about it.',
    },
    changed: 'nothing',
  },
  payments_undecided: {
    says: /*i18n*/ {
      id: 'refusal.payments_undecided',
      message:
        '{count, plural, one {{count} payment without an order waits} other {{count} payments without an order wait}} for your decision: {payments}. Rebuild or refund each first.',
    },
    changed: 'nothing',
  },
  messages_unknown: {
    says: /*i18n*/ {
      id: 'refusal.messages_unknown',
      message: 'There is no message {messages}.',
    },
  },
  review_unknown: {
    says: /*i18n*/ {
      id: 'refusal.review_unknown',
      message: 'There is no review {review}. Its author may have deleted it.',
    },
  },
  staff_unknown: {
    says: /*i18n*/ {
      id: 'refusal.staff_unknown',
      message: 'Nobody of the shop has the number {staff}.',
    },
  },
  staff_email_taken: {
    says: /*i18n*/ {
      id: 'refusal.staff_email_taken',
      message: '{email} is suspended. Restore their access first, then invite them again.',
    },
  },
  staff_last_owner: {
    says: /*i18n*/ {
      id: 'refusal.staff_last_owner',
      message: '{name} is the only owner who can sign in. Invite another owner first.',
    },
    changed: 'nothing',
  },
  staff_device_unknown: {
    says: /*i18n*/ {
      id: 'refusal.staff_device_unknown',
      message: '{name} has no such device.',
    },
  },
  staff_last_device: {
    says: /*i18n*/ {
      id: 'refusal.staff_last_device',
      message: '“{label}” is your only device. Add another one first.',
    },
    changed: 'nothing',
  },
  gift_not_earned: {
    says: /*i18n*/ {
      id: 'refusal.gift_not_earned',
      message: 'Member {member} has not earned the parallettes: three referrals must count.',
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
        '{count, plural, one {There is no order {orders}.} other {There are no orders {orders}.}}',
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
    remedy: /*i18n*/ {
      id: 'refusal.day_before_order.remedy',
      message: 'Choose {bought} or a later day.',
    },
    changed: 'nothing',
  },
  day_before_sending: {
    says: /*i18n*/ {
      id: 'refusal.day_before_sending',
      message: 'Order {order} was sent on {sent}, after {day}.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.day_before_sending.remedy',
      message: 'Choose {sent} or a later day.',
    },
    changed: 'nothing',
  },
  order_cancelled: {
    says: /*i18n*/ {
      id: 'refusal.order_cancelled',
      message: 'Order {order} was cancelled on {on}, so its parcel stays here.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_cancelled.remedy',
      message: 'Nothing is left to do with it.',
    },
    changed: 'nothing',
  },
  order_delivered: {
    says: /*i18n*/ {
      id: 'refusal.order_delivered',
      message: 'Order {order} was delivered {isDated, select, yes {on {on}.} other {already.}}',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_delivered.remedy',
      message: 'If it has not arrived, open the order and undo the delivery first.',
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
      message: 'Leave this order out. If it has not arrived, open it and undo the delivery.',
    },
    changed: 'nothing',
  },
  order_delivered_undo_first: {
    says: /*i18n*/ {
      id: 'refusal.order_delivered_undo_first',
      message: 'Order {order} is marked as delivered, so its sending cannot be undone yet.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_delivered_undo_first.remedy',
      message: 'Undo the delivery first, then the sending.',
    },
    changed: 'nothing',
  },
  order_waiting_already: {
    says: /*i18n*/ {
      id: 'refusal.order_waiting_already',
      message: 'Order {order} is not marked as delivered: there is nothing to undo.',
    },
  },
  order_held: {
    says: /*i18n*/ {
      id: 'refusal.order_held',
      message:
        'Order {order} is held because of {heldFor, select, withdrawal {a withdrawal} late {a late delivery} refund {a refund} dispute {a dispute} other {{heldFor}}}.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_held.remedy',
      message:
        'If its parcel has left, open the order and mark it as sent there. If it is still here, release or cancel the order.',
    },
    changed: 'nothing',
  },
  order_held_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.order_held_not_sent',
      message:
        'Order {order} is held because of {heldFor, select, withdrawal {a withdrawal} late {a late delivery} refund {a refund} dispute {a dispute} other {{heldFor}}}, so it cannot be marked as delivered yet.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_held_not_sent.remedy',
      message:
        'If its parcel has left, open the order, mark it as sent there, then as delivered. If it is still here, release or cancel the order.',
    },
    changed: 'nothing',
  },
  order_declared: {
    says: /*i18n*/ {
      id: 'refusal.order_declared',
      message:
        'A withdrawal or termination that is still open (declaration {declaration}) may be about order {order}.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_declared.remedy',
      message:
        'Decide on declaration {declaration} first. If the order is to leave all the same, open it and send it on its own.',
    },
    changed: 'nothing',
  },
  order_not_held: {
    says: /*i18n*/ { id: 'refusal.order_not_held', message: 'Order {order} is not held.' },
    changed: 'nothing',
  },
  order_sent: {
    says: /*i18n*/ {
      id: 'refusal.order_sent',
      message: 'Order {order} was sent on {on} already.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_sent.remedy',
      message: 'If its parcel is still here, open the order and undo the sending.',
    },
    changed: 'nothing',
  },
  order_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.order_not_sent',
      message: 'Order {order} is not marked as sent yet.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_not_sent.remedy',
      message: 'Mark it as sent first: the tracking number is given then.',
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
      message:
        'Open the order later: it shows what came of the refund. Then decide whether the parcel leaves.',
    },
    changed: 'nothing',
  },
  order_money_open: {
    says: /*i18n*/ {
      id: 'refusal.order_money_open',
      message:
        'The money of order {order} is open: the buyer’s bank decides about a dispute, or a refund failed.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_money_open.remedy',
      message: 'Wait for the bank, or pay the refund first. Then decide whether a parcel leaves.',
    },
    changed: 'nothing',
  },
  order_replaced: {
    says: /*i18n*/ {
      id: 'refusal.order_replaced',
      message: 'Order {order} has a replacement, so its first sending cannot be undone.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_replaced.remedy',
      message: 'Cancel the replacement first.',
    },
    changed: 'nothing',
  },
  order_given_back: {
    says: /*i18n*/ {
      id: 'refusal.order_given_back',
      message: 'Order {order} was refunded in full, so its parcel stays here.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.order_given_back.remedy',
      message: 'Cancel the order: it leaves the list of parcels.',
    },
    changed: 'nothing',
  },
  order_not_archived: {
    says: /*i18n*/ {
      id: 'refusal.order_not_archived',
      message:
        'The name and address of order {order} are not in the archive: the order still shows them.',
    },
  },
  order_recipient_gone: {
    says: /*i18n*/ {
      id: 'refusal.order_recipient_gone',
      message: 'Name and address of order {order} are gone: their term is over.',
    },
  },
  order_withdrawn: {
    says: /*i18n*/ {
      id: 'refusal.order_withdrawn',
      message:
        'The buyer withdrew from order {order} (declaration {declaration}), so its money goes back instead.',
    },
    changed: 'nothing',
  },
  replacement_unknown: {
    says: /*i18n*/ {
      id: 'refusal.replacement_unknown',
      message: 'There is no replacement {replacement}.',
    },
  },
  replacement_before_parcel: {
    says: /*i18n*/ {
      id: 'refusal.replacement_before_parcel',
      message: 'Order {order} has not been sent: only a sent parcel can be replaced.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.replacement_before_parcel.remedy',
      message: 'If its parcel has left, mark the order as sent first.',
    },
    changed: 'nothing',
  },
  replacement_of_other_item: {
    says: /*i18n*/ {
      id: 'refusal.replacement_of_other_item',
      message: 'Option {option} does not belong to the item of order {order}.',
    },
    changed: 'nothing',
  },
  replacement_waiting: {
    says: /*i18n*/ {
      id: 'refusal.replacement_waiting',
      message: 'A replacement for order {order} is already waiting to be sent.',
    },
    changed: 'nothing',
  },
  replacements_all_used: {
    says: /*i18n*/ {
      id: 'refusal.replacements_all_used',
      message: 'Order {order} has {most} replacements already, the most it can have.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.replacements_all_used.remedy',
      message: 'Refund the order instead.',
    },
    changed: 'nothing',
  },
  replacement_cancelled: {
    says: /*i18n*/ {
      id: 'refusal.replacement_cancelled',
      message: 'Replacement {replacement} was cancelled on {on}.',
    },
    changed: 'nothing',
  },
  replacement_sent: {
    says: /*i18n*/ {
      id: 'refusal.replacement_sent',
      message: 'Replacement {replacement} was sent on {on}.',
    },
    changed: 'nothing',
  },
  replacement_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.replacement_not_sent',
      message: 'Replacement {replacement} is not marked as sent.',
    },
    changed: 'nothing',
  },
  replacement_delivered: {
    says: /*i18n*/ {
      id: 'refusal.replacement_delivered',
      message: 'Replacement {replacement} was delivered on {on}.',
    },
    remedy: /*i18n*/ {
      id: 'refusal.replacement_delivered.remedy',
      message: 'If it has not arrived, undo the delivery first.',
    },
    changed: 'nothing',
  },
  replacement_not_delivered: {
    says: /*i18n*/ {
      id: 'refusal.replacement_not_delivered',
      message: 'Replacement {replacement} is not marked as delivered: there is nothing to undo.',
    },
  },
  replacement_announced: {
    says: /*i18n*/ {
      id: 'refusal.replacement_announced',
      message:
        'The buyer has been emailed that replacement {replacement} was sent, so its sending can no longer be undone.',
    },
    changed: 'nothing',
  },
  order_other_area: {
    says: /*i18n*/ {
      id: 'refusal.order_other_area',
      message:
        'The address is in another delivery area than the one that was paid for order {order}. Cancel the order if it has to go there.',
    },
    changed: 'nothing',
  },
  tracking_line_unreadable: {
    says: /*i18n*/ {
      id: 'refusal.tracking_line_unreadable',
      message: 'Line {line} is not an order and its tracking number: “{text}”.',
    },
    changed: 'nothing',
  },
  tracking_line_unknown: {
    says: /*i18n*/ {
      id: 'refusal.tracking_line_unknown',
      message: 'Line {line}: no order or replacement has the number {order}.',
    },
    changed: 'nothing',
  },
  tracking_line_twice: {
    says: /*i18n*/ {
      id: 'refusal.tracking_line_twice',
      message: 'Line {line}: the number {order} is in the file twice.',
    },
    changed: 'nothing',
  },
  tracking_file_empty: {
    says: /*i18n*/ {
      id: 'refusal.tracking_file_empty',
      message: 'The file has no line with an order and its tracking number.',
    },
    changed: 'nothing',
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
        'Order {order} was not sent. Cancel it to refund everything and keep the parcel, or refund a part.',
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
        'Payment {payment} has no failed refund that is still owed. The refund of an order is requested on the order.',
    },
    changed: 'nothing',
  },
  already_sent: {
    says: /*i18n*/ {
      id: 'refusal.already_sent',
      message:
        '{paid, select, order {Order {number}} other {Payment {number}}}: its parcel has left. You can still refund the order.',
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
  member_active: {
    says: /*i18n*/ {
      id: 'refusal.member_active',
      message:
        'The account of member {member} is active already. If they cannot sign in, send a recovery email.',
    },
    changed: 'nothing',
  },
  member_email_limit: {
    says: /*i18n*/ {
      id: 'refusal.member_email_limit',
      message:
        'Member {member} was sent three of these emails within an hour. Try again in an hour.',
    },
    changed: 'nothing',
  },
  declaration_unknown: {
    says: /*i18n*/ {
      id: 'refusal.declaration_unknown',
      message: 'There is no declaration {declaration}.',
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
        'Declaration {declaration} was made without a login: choose the order or subscription that it is about.',
    },
    changed: 'nothing',
  },
  declaration_nothing_to_accept: {
    says: /*i18n*/ {
      id: 'refusal.declaration_nothing_to_accept',
      message: 'Declaration {declaration} needs no acceptance: the shop follows it automatically.',
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
        'Declaration {declaration} was made in time: the shop follows it automatically. If the goods are missing or not ours, record that the goods are back as “not ours”.',
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
        'Order {order} waits for a decision. If its parcel has left, mark it as sent although held; if it is here, cancel the order.',
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
        'Declaration {declaration} is below the limit of its network: close it on its own, without its network.',
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
      message: 'Declaration {declaration} is about no order that can come back.',
    },
    changed: 'nothing',
  },
  goods_not_sent: {
    says: /*i18n*/ {
      id: 'refusal.goods_not_sent',
      message:
        'Order {order} is not marked as sent. If its parcel has left, mark it as sent; if it is still here, cancel the order.',
    },
    changed: 'nothing',
  },
  goods_not_accepted: {
    says: /*i18n*/ {
      id: 'refusal.goods_not_accepted',
      message:
        'Declaration {declaration} is not accepted, or was made after its last day. Accept it first.',
    },
    changed: 'nothing',
  },
  goods_closed_before: {
    says: /*i18n*/ {
      id: 'refusal.goods_closed_before',
      message:
        'Declaration {declaration} was closed before it was accepted. You can still refund order {order}.',
    },
    changed: 'nothing',
  },
  goods_given_back: {
    says: /*i18n*/ {
      id: 'refusal.goods_given_back',
      message: 'The money of order {order} was refunded.',
    },
    changed: 'nothing',
  },
};

/** Added to each refusal that left everything unchanged. */
const UNCHANGED = /*i18n*/ { id: 'refusal.unchanged', message: 'Nothing was changed.' };

const REFUSALS: Catalog = { fr: french, en: english };

/** Formats cents for texts about money. */
const euros = (cents: number, locale: Locale) =>
  `${(cents / 100).toFixed(2).replace('.', locale === 'fr' ? ',' : '.')} €`;

/** Formats refusals as text: a single one as sentences, several as one line each. */
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

/**
 * Returns the values for a refusal's text: amounts in euros, and for values that may be empty whether they
 * are present.
 */
function factsOf(refusal: Refusal, locale: Locale): Record<string, unknown> {
  const facts = Object.entries(refusal).map(([name, fact]): [string, unknown] => [
    name,
    name.endsWith('Cents') && typeof fact === 'number' ? euros(fact, locale) : fact,
  ]);
  const has = (name: string) => (facts.some(([key, fact]) => key === name && fact) ? 'yes' : 'no');
  return { ...Object.fromEntries(facts), isDated: has('on'), isNamed: has('by') };
}
