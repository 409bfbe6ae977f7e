import type { OperationCode } from './errors.ts';

type OrderRef = { order: number };
/** Something paid: an order, or a payment without one. */
type PaymentRef = { paid: 'order'; number: number } | { paid: 'payment'; number: string };
type ReplacementRef = { replacement: number };
type DeclarationRef = { declaration: number };
type OptionRef = { option: number; item: string; title: string };
type ContractRef = { noun: 'order' | 'subscription'; contract: number };
/** An earlier decision: its day in Paris and its author. */
type EarlierDecision = DeclarationRef & { on: string; by: string };

/**
 * The reasons why an owner's operation is refused: each code with the values for its text. Days are in
 * Paris. The texts are in `@agres/i18n`.
 */
export type RefusalFacts = {
  option_unknown: { option: number };
  stock_not_enough: OptionRef & { units: number; remaining: number };
  stock_count_below_sold: OptionRef & {
    counted: number;
    taken: number;
    toSend: number;
    held: number;
  };
  return_order_unknown: OrderRef;
  return_of_other_option: OrderRef & { option: number };
  return_repeated: OrderRef & { at: string };

  item_unknown: { item: number };
  item_without_option: { item: number };
  item_options_unnamed: { item: number };
  /** With several options, one still has the name of an only option. */
  item_option_called_single: { title: string };
  item_related_to_itself: { item: number };
  item_repeated: { item: number };
  item_change_empty: object;
  changed_since: { by: string; at: string };
  item_price_far: { item: number; beforeCents: number; afterCents: number };
  item_rank_taken: { rank: number; other: number };
  item_maker_incomplete: object;
  item_reference_without_maker: object;
  item_warnings_without_french: object;
  item_warnings_without_english: object;
  item_option_titles_missing: object;
  item_option_title_without_french: object;
  item_option_title_without_english: object;
  item_picture_option_unknown: { title: string; options: string };
  /** On the site, every text exists in French and in English. */
  item_in_one_language: object;
  /** A draft has a title in neither language. */
  title_missing: object;

  picture_too_large: { megabytes: number };
  picture_not_taken: object;
  picture_too_many_pixels: { megapixels: number };
  picture_broken: object;

  article_unknown: { article: number };
  article_title_taken: object;
  article_title_empty: object;
  article_change_empty: object;
  article_in_one_language: object;
  article_shown: { article: number };
  item_shown: { item: number };

  /** The faults of a file of pickup points, each with its line. */
  relay_columns_missing: { columns: string };
  relay_cells_wrong: { line: number; cells: number; columns: number };
  relay_id_invalid: { line: number };
  relay_country_invalid: { line: number };
  relay_text_invalid: { line: number; column: string; max: number };
  relay_postcode_wrong: { line: number; postcode: string; country: string; example: string };
  relay_postcode_elsewhere: { line: number; postcode: string; found: string; country: string };
  relay_repeated: { line: number; id: string; before: number };
  relays_missing: object;
  relay_faults_more: { more: number };
  /** What an unconfirmed import would change. */
  relays_preview: { before: number; after: number; added: number; gone: number; changed: number };

  /** Another person saved the setting after the form was loaded. */
  setting_changed: object;
  mediator_incomplete: object;
  delivery_days: object;
  faq_entry_unknown: { entry: number };
  faq_full: { most: number };
  /** Only the words of one of the site's questions can be changed. */
  faq_entry_of_site: { entry: number };
  /** The entry is already first or last. */
  faq_entry_at_end: { direction: 'up' | 'down' };
  vat_rate_missing: object;

  payments_unreadable: { account: 'main' | 'bis' };
  /** No such payment exists in the searched period. */
  payment_not_listed: { payment: string };
  /** The payment has an order, or its purchase is in progress. */
  payment_has_order: { payment: string };
  payments_undecided: { count: number; payments: string };

  messages_unknown: { messages: string };
  review_unknown: { review: number };

  staff_unknown: { staff: number };
  staff_email_taken: { email: string };
  staff_last_owner: { name: string };
  staff_device_unknown: { name: string };
  staff_last_device: { label: string };

  gift_not_earned: { member: number };
  gift_sent: { member: number; on: string };

  orders_unknown: { orders: string; count: number };
  day_to_come: { day: string };
  day_before_order: OrderRef & { bought: string; day: string };
  day_before_sending: OrderRef & { sent: string; day: string };
  order_cancelled: OrderRef & { on: string };
  /** `on` is empty for an earlier order without that day. */
  order_delivered: OrderRef & { on: string };
  order_delivered_already: OrderRef & { on: string };
  order_delivered_undo_first: OrderRef;
  order_waiting_already: OrderRef;
  order_held: OrderRef & { heldFor: string };
  order_held_not_sent: OrderRef & { heldFor: string };
  order_held_otherwise: OrderRef & { heldFor: string };
  order_declared: OrderRef & DeclarationRef;
  order_not_held: OrderRef;
  order_sent: OrderRef & { on: string };
  order_not_sent: OrderRef;
  order_refund_on_way: OrderRef;
  order_money_open: OrderRef;
  order_replaced: OrderRef;
  order_returned: OrderRef;
  order_not_prepared: OrderRef;
  order_given_back: OrderRef;
  order_not_archived: OrderRef;
  order_recipient_gone: OrderRef;
  order_other_area: OrderRef;
  order_withdrawn: OrderRef & DeclarationRef;
  replacement_unknown: ReplacementRef;
  replacement_before_parcel: OrderRef;
  replacement_of_other_item: OrderRef & { option: number };
  replacement_waiting: OrderRef;
  replacements_all_used: OrderRef & { most: number };
  replacement_cancelled: ReplacementRef & { on: string };
  replacement_sent: ReplacementRef & { on: string };
  replacement_not_sent: ReplacementRef;
  replacement_delivered: ReplacementRef & { on: string };
  replacement_not_delivered: ReplacementRef;
  /** The buyer has already received the email about the parcel. */
  replacement_announced: ReplacementRef;
  /** Lines of a carrier's file, counted from 1; `order` is a number, or the reference of a replacement. */
  tracking_line_unreadable: { line: number; text: string };
  tracking_line_unknown: { line: number; order: number | string };
  tracking_line_twice: { line: number; order: number | string };
  tracking_file_empty: object;
  refund_nothing_left: OrderRef;
  refund_of_unsent: OrderRef;
  transfer_recorded: { reference: string };
  transfer_nothing_owed: OrderRef;
  refund_by_bank: OrderRef & { bankCents: number };
  refund_of_payment_not_owed: { payment: string };
  already_sent: PaymentRef;

  subscription_contract_unknown: { named: string };
  member_number_unknown: { who: string };
  /** The typed address is not that of the account, which may have changed since the page was shown. */
  member_address_other: { member: number };
  member_active: { member: number };
  /** Three of these emails went to the address within an hour. */
  member_email_limit: { member: number };

  declaration_unknown: DeclarationRef;
  declaration_changed: DeclarationRef;
  /** `by` is empty for a declaration that was closed automatically. */
  declaration_closed: EarlierDecision;
  declaration_of_other_kind: DeclarationRef & {
    kind: 'withdrawal' | 'termination';
    noun: ContractRef['noun'];
  };
  declaration_contract_unknown: ContractRef;
  declaration_attached: DeclarationRef & ContractRef;
  declaration_other_open: DeclarationRef & ContractRef & { other: number };
  declaration_unmatched: DeclarationRef;
  declaration_nothing_to_accept: DeclarationRef;
  declaration_accepted: EarlierDecision;
  declaration_is_followed: DeclarationRef;
  declaration_contested: EarlierDecision;
  declaration_order_undecided: OrderRef;
  declaration_goes_on: DeclarationRef;
  declaration_of_no_flood: DeclarationRef;
  goods_kept_over_price: DeclarationRef & { goodsCents: number };
  goods_kept_over_rest: { leftCents: number };
  goods_noted: EarlierDecision;
  goods_noted_elsewhere: OrderRef & DeclarationRef;
  goods_of_no_order: DeclarationRef;
  goods_not_sent: OrderRef;
  goods_not_accepted: DeclarationRef;
  goods_closed_before: DeclarationRef & OrderRef;
  goods_given_back: DeclarationRef & OrderRef;
} & Record<OperationCode, PaymentRef>;

export type RefusalCode = keyof RefusalFacts;

export type Refusal = { [Code in RefusalCode]: { code: Code } & RefusalFacts[Code] }[RefusalCode];

/** Refusals of a request that is invalid in any state of the shop; all others are about that state. */
export const INPUT_REFUSALS: ReadonlySet<RefusalCode> = new Set([
  'item_related_to_itself',
  'item_repeated',
  'item_change_empty',
  'item_maker_incomplete',
  'item_reference_without_maker',
  'item_warnings_without_french',
  'item_warnings_without_english',
  'item_option_titles_missing',
  'item_option_title_without_french',
  'item_option_title_without_english',
  'item_picture_option_unknown',
  'item_in_one_language',
  'title_missing',
  'picture_too_large',
  'picture_not_taken',
  'picture_too_many_pixels',
  'picture_broken',
  'article_title_empty',
  'article_change_empty',
  'article_in_one_language',
  'relay_columns_missing',
  'relay_cells_wrong',
  'relay_id_invalid',
  'relay_country_invalid',
  'relay_text_invalid',
  'relay_postcode_wrong',
  'relay_postcode_elsewhere',
  'relay_repeated',
  'relays_missing',
  'relay_faults_more',
  'mediator_incomplete',
  'delivery_days',
  'vat_rate_missing',
]);
