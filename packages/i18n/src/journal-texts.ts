import type { Locale } from '@agres/domain/locale';

import { createI18n, type Catalog } from './create-i18n.ts';
import { messages as english } from './locales/en/office.ts';
import { messages as french } from './locales/fr/office.ts';
import { messages } from './messages.ts';

/**
 * The sentence of each journal entry, by the name of its operation. Text in brackets becomes a link. `pnpm check
 * operations` ensures that no operation that writes entries is missing.
 */
const JOURNAL_TEXTS = messages('office.journal', {
  'orders.prepare':
    '{by} {isRepeated, select, yes {printed the slip of [order {subject}] again} other {prepared the parcel of [order {subject}]}}',
  'orders.send': '{by} sent [order {subject}]{carrier, select, none {} other { by {carrier}}}',
  'orders.undoSending': '{by} undid the sending of [order {subject}]',
  'orders.track': '{by} changed the tracking of [order {subject}]',
  'orders.readTracking': '{by} imported the tracking of [order {subject}]',
  'orders.hold':
    '{isAutomatic, select, yes {[Order {subject}] put on hold automatically} other {{by} held [order {subject}] back}}',
  'orders.release': '{by} released [order {subject}]',
  'orders.deliver': '{by} marked [order {subject}] as delivered',
  'orders.undoDelivery': '{by} undid the delivery of [order {subject}]',
  'orders.cancel': '{by} cancelled [order {subject}]',
  'orders.correctAddress': '{by} corrected the address of [order {subject}]',
  'orders.setNote': '{by} changed the note on [order {subject}]',
  'orders.readArchived': '{by} read the archived address of [order {subject}]',
  'orders.askForDelivery': '{by} asked for the delivery of [order {subject}], which is late',
  'orders.askToCancel': '{by} asked to cancel [order {subject}], which is late',
  'replacements.create':
    '{kind, select, item_option {{by} took 1 unit of [{subject}] for a replacement} other {{by} added a replacement to [order {subject}]}}',
  'replacements.prepare': '{by} prepared the replacement of [order {subject}]',
  'replacements.send':
    '{by} sent the replacement of [order {subject}]{carrier, select, none {} other { by {carrier}}}',
  'replacements.undoSending': '{by} undid the sending of the replacement of [order {subject}]',
  'replacements.track': '{by} changed the tracking of the replacement of [order {subject}]',
  'replacements.deliver': '{by} marked the replacement of [order {subject}] as delivered',
  'replacements.undoDelivery': '{by} undid the delivery of the replacement of [order {subject}]',
  'replacements.correctAddress':
    '{by} corrected the address of the replacement of [order {subject}]',
  'replacements.cancel':
    '{kind, select, item_option {{by} put 1 unit of [{subject}] back, as its replacement is cancelled} other {{by} cancelled the replacement of [order {subject}]}}',
  'refunds.request':
    '{kind, select, order {{by} refunded [order {subject}]} subscription {{by} refunded [subscription {subject}]} other {{by} refunded a payment without an order}}',
  'refunds.transfer':
    '{kind, select, order {{by} refunded [order {subject}] by bank transfer} subscription {{by} refunded [subscription {subject}] by bank transfer} other {{by} refunded a payment without an order by bank transfer}}',
  'payments.rebuild': '{by} rebuilt [order {subject}] from its payment',
  'payments.openSales': '{by} opened sales again after the restore of a backup',
  'refunds.requestAgain': '{by} tried the refund of a payment without an order again',
  'refunds.transferPayment': '{by} refunded a payment without an order by bank transfer',
  'declarations.accept':
    '{by} accepted {kind, select, withdrawal {[withdrawal {subject}]} other {[cancellation {subject}]}}',
  'declarations.contest':
    '{by} rejected {kind, select, withdrawal {[withdrawal {subject}]} other {[cancellation {subject}]}}',
  'declarations.close':
    '{by} closed {kind, select, withdrawal {[withdrawal {subject}]} other {[cancellation {subject}]}}',
  'declarations.record':
    '{by} added {kind, select, withdrawal {[withdrawal {subject}]} other {[cancellation {subject}]}}, received by post or email',
  'declarations.noteGoods': '{by} recorded the return of [withdrawal {subject}]',
  'messages.answer': '{by} answered the message [{subject}]',
  'messages.markAnswered': '{by} marked the message [{subject}] as handled',
  'messages.reopen': '{by} reopened the message [{subject}]',
  'reviews.publish': '{by} published a review of [{subject}]',
  'reviews.decline': '{by} declined a review of [{subject}]',
  'stock.adjust':
    '{by} corrected the stock of [{subject}]{before, select, none {} other { from {before} to {after}}}',
  'stock.count':
    '{by} counted the stock of [{subject}]{before, select, none {} other {: {before} before, {after} now}}',
  'items.create': '{by} added the item [{subject}]',
  'items.set': '{by} changed the item [{subject}]',
  'items.relate': '{by} changed the items shown with [{subject}]',
  'items.arrange': '{by} moved [{subject}] in the shop',
  'items.setBestSellers': '{by} changed the place of [{subject}] among the best sellers',
  'items.publish': '{by} published the item [{subject}]',
  'items.unpublish': '{by} took [{subject}] out of the shop',
  'items.delete': '{by} deleted the draft item {subject}',
  'options.add': '{by} added the option [{subject}]',
  'options.set': '{by} renamed the option [{subject}]',
  'pictures.upload': '{by} uploaded a picture',
  'relays.import': '{by} imported the list of [pickup points]',
  'articles.create': '{by} wrote the article [{subject}]',
  'articles.set': '{by} changed the article [{subject}]',
  'articles.publish': '{by} published the article [{subject}]',
  'articles.unpublish': '{by} took the article [{subject}] off the site',
  'articles.delete': '{by} deleted the draft {subject}',
  'members.sendActivation': '{by} sent the activation email to [{subject}]',
  'members.sendRecovery': '{by} sent a link for a new password to [{subject}]',
  'members.endSessions': '{by} logged [{subject}] out on every device',
  'members.export': '{by} exported the data of [{subject}]',
  'members.erase': '{by} deleted the account of member {subject}',
  'gifts.send': '{by} marked the gift of [{subject}] as sent',
  'shop.setPause':
    '{by} {isPaused, select, yes {paused [the sales]} no {resumed [the sales]} other {changed the [pause of sales]}}',
  'shop.setFacts': '{by} changed the [seller’s details]',
  'shop.setDelivery':
    '{by} changed the [{area, select, 0 {delivery to France} 1 {delivery to Europe} other {delivery to the rest of the world}}]',
  'faq.add': '{by} added the question [{subject}] to the FAQ',
  'faq.set': '{by} changed the question [{subject}] of the FAQ',
  'faq.move': '{by} moved the question [{subject}] of the FAQ',
  'faq.remove': '{by} removed the question [{subject}] from the FAQ',
  'books.setVat': '{by} changed the [VAT of the shop]',
  'staff.invite': '{by} invited [{subject}] to the office',
  'staff.enrol': '{by} added a device to open the office',
  'staff.change': '{by} changed the access of [{subject}]',
  'staff.remove': '{by} removed a person from the [team]',
  'staff.removeDevice': '{by} removed a device of [{subject}]',
  'staff.endSessions': '{by} signed [{subject}] out of the office',
  'access.setNotices': '{by} changed their own emails',
  'access.renameDevice': '{by} renamed a device of their own',
  'access.removeDevice': '{by} removed a device of their own',
  'access.endOtherSessions': '{by} signed out their other sessions',
});

/** The labels of fields that only the journal shows, or names differently. */
const JOURNAL_FIELD_TEXTS = messages('office.journalField', {
  feeCents: 'fee',
  givenBackCents: 'refunded in all',
  'heldFor.dispute': 'payment disputed',
  'heldFor.late': 'cancellation requested by the buyer (late parcel)',
  'heldFor.refund': 'refund requested',
  'heldFor.withdrawal': 'withdrawal received',
  readFor: 'for',
  replacementReason: 'reason',
  trackingNumber: 'tracking number',
});

export type JournalFacts = {
  by: string;
  /** The name of the changed row, or its number. */
  subject: string;
  /** The kind of the changed row, such as `order`; of a declaration, what it declares. */
  kind: string;
  /** The number of the delivery area; empty for other rows. */
  area: string;
  /** `yes` if the software acted by itself. */
  isAutomatic: 'yes' | 'no';
  /** `yes` if the same was done before. */
  isRepeated: 'yes' | 'no';
  /** What sales became; empty if the entry neither pauses nor resumes them. */
  isPaused: 'yes' | 'no' | '';
  /** The name of the carrier that took the parcel; `none` without one. */
  carrier: string;
  /** The stock before and after; `none` if the entry is not about it. */
  before: string;
  after: string;
};

const CATALOG: Catalog = { fr: french, en: english };

export type JournalTexts = {
  /** Returns the sentence of an entry; undefined for an unknown operation, for example of an earlier version. */
  sentence: (operation: string, facts: JournalFacts) => string | undefined;
  /** Returns the journal's label of a field; undefined if the label is that of other pages. */
  field: (name: string) => string | undefined;
};

/** Returns the texts of the journal in a language. Create them per call. */
export function journalTexts(locale: Locale): JournalTexts {
  const i18n = createI18n(locale, CATALOG);
  const textIn =
    (texts: Readonly<Record<string, { id: string }>>) =>
    (name: string, facts: Partial<JournalFacts> = {}) => {
      const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
      return text === undefined ? undefined : i18n._(text.id, facts);
    };
  return { sentence: textIn(JOURNAL_TEXTS), field: textIn(JOURNAL_FIELD_TEXTS) };
}
