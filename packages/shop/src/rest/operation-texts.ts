import type { inferRouterInputs } from '@trpc/server';

import type { AppRouter } from '../router.ts';

type Inputs = inferRouterInputs<AppRouter>;
type NameOf<Noun extends keyof Inputs> = `${Noun}.${Extract<keyof Inputs[Noun], string>}`;
type ProcedureName = { [Noun in keyof Inputs]: NameOf<Noun> }[keyof Inputs];

/** Procedures that only the site's own pages call, over tRPC. */
type PagesOnly = 'faq.entries' | 'shop.pause' | 'users.takeGreeting';

export type OperationText = {
  description: string;
  example?: Readonly<Record<string, unknown>>;
  /** Whether its answer has an `ETag`: it is then the same for all callers. */
  hasEtag?: true;
};

const EMAIL = 'member@agres.test';
const PASSWORD = 'Demo1234!';
const LINK_SECRET = 'V1StGXR8Z5jdHi6BmyTq9w';

/** A test validates each example against the schema of its call. */
export const OPERATION_TEXTS: Readonly<Record<Exclude<ProcedureName, PagesOnly>, OperationText>> = {
  'blog.list': {
    description: 'Texts are in both languages. `content` is sanitized HTML.',
    hasEtag: true,
  },
  'blog.article': {
    description: 'Same shape as an entry of the list. Returns 404 if the article is not published.',
    hasEtag: true,
  },
  'contact.send': {
    description:
      'The shop replies to the account’s address or, without a log-in, to `email`, which is then required.',
    example: {
      subject: 'Une question',
      message: 'Quelle longueur ont les sangles ?',
      email: EMAIL,
    },
  },
  'contractTexts.current': {
    description:
      'Show the text of this hash to the buyer (the terms page of the site, or the next call), and send the hash as `contractText` of the purchase or subscription.',
  },
  'contractTexts.byHash': {
    description: 'Every text that was ever offered is kept, so that each contract keeps its own.',
  },
  'declarations.withdraw': {
    description:
      'Names one contract: `orderId` or `subscription` of the caller, else `reference`, with or without a log-in. The declaration is always stored with the server’s time; the response says nothing about the contract. A declaration about the caller’s own contract is processed at once; the shop decides any other. The response is the receipt, and an email repeats it to `email` within a day. `Idempotency-Key` identifies a declaration about a chosen contract; otherwise the same content within 24 hours counts as one.',
    example: { name: 'Camille Roussel', email: EMAIL, reference: 'commande 12' },
  },
  'declarations.terminate': {
    description:
      'Like a withdrawal, for a subscription, which ends with the period that is paid. A logged-in member who needs no receipt calls DELETE /programsPerso/unsubscribe.',
    example: { name: 'Camille Roussel', email: EMAIL, reference: 'Abonnement mensuel' },
  },
  'declarations.rights': {
    description:
      'The caller’s orders and subscription, each with the last day to withdraw and the effect of withdrawing now.',
  },
  'declarations.announceReturn': {
    description:
      'Proves that the goods were sent back; the refund is due from then on. Another number replaces the first.',
    example: { tracking: '6A12345678901' },
  },
  'home.get': {
    description: 'The items and articles of the home page.',
    hasEtag: true,
  },
  'orders.list': {
    description:
      'One page of orders; `nextCursor` is the start of the next one. New orders appear before the first page and do not shift the others.',
  },
  'orders.byId': {
    description: 'Includes the item as it was when bought, and the charged and refunded amounts.',
  },
  'orders.invoices': {
    description:
      'Empty until the invoices exist, and for another person’s order. `/invoices/{id}` of the site is the printable page of each, for the same session.',
  },
  'orders.keptDelivery': {
    description:
      'Stored when a purchase with `delivery` is paid; replaces the earlier one. Fill in your form with it only when the buyer asks for it.',
  },
  'orders.keepDelivery': {
    description:
      '`isKept: false` deletes the stored delivery at once; later purchases store none until it is true again.',
    example: { isKept: false },
  },
  'orders.askForDelivery': {
    description:
      'Allowed once `promisedBy` has passed and nothing was sent; otherwise 409 with `possibleFrom`. Emails the buyer and the shop. Idempotent.',
  },
  'orders.askToCancel': {
    description:
      'Allowed 14 full days after the delivery was demanded, or a month after `promisedBy`. The order is held until the shop has checked whether the parcel left; it is then cancelled and refunded, or shown as sent.',
  },
  'payments.config': {
    description:
      'Create card tokens with this key: it belongs to the account that will charge this session.',
  },
  'payments.card': {
    description:
      'Read from the payment provider and stored nowhere. `null` if the provider does not respond in time or has no card: treat it as optional.',
  },
  'payments.updateCard': {
    description: 'The next payments of the subscription use the card of this token.',
    example: { stripeToken: 'tok_visa' },
  },
  'programmes.invoices': {
    description:
      'Of the current subscription and earlier ones. A payment appears some minutes after it is charged. `/invoices/subscription/{id}` of the site redirects the same session to the provider’s invoice.',
  },
  'programmes.current': {
    description:
      'The end of the paid period, whether a payment failed, and the members who used the referral code.',
  },
  'programmes.subscribe': {
    description:
      'Charges the first period. After an unsubscription whose period still runs, resumes that subscription without a charge and without a token.',
    example: { stripeToken: 'tok_visa', plan: 'monthly', discountCode: 'ABCD2345' },
  },
  'programmes.unsubscribe': {
    description: 'Access lasts until the end of the paid period; there are no further charges.',
  },
  'shop.delivery': {
    description:
      'The card is charged the price plus the fee of the area, minus one cent: send that sum as `shownAmountCents`.',
  },
  'shop.items': { description: 'Includes the current stock of every option.', hasEtag: true },
  'shop.item': {
    description: 'Same shape as an entry of the list. Returns 404 if the item is not for sale.',
    hasEtag: true,
  },
  'relays.find': {
    description:
      'At most ten, by postcode and name. Without a point at the postcode, those of its region, which is the first two digits; empty if the shop knows none there. Fill in your form, let the buyer change the fields, and send `id` as `relayId` of the purchase while the fields are unchanged.',
  },
  'relays.countries': {
    description: 'Empty if the shop has no list: the buyer then types the pickup point.',
  },
  'reviews.list': {
    description:
      'Newest first, ten at a time. Only recipients of the item can write one, and the shop reads each before it is published. Good and bad reviews are published alike, and none is paid for.',
  },
  'reviews.mine': {
    description:
      'An item counts as received once one of its orders is delivered and neither cancelled, nor refunded in full, nor withdrawn from.',
  },
  'reviews.set': {
    description:
      'Creates or replaces the caller’s review of an item. The shop reads it before it is published, also after a change. HTML and addresses are refused (`text_with_links`). Returns all reviews of the caller.',
    example: {
      rating: 5,
      text: 'Stable sur le carrelage, et le bois est doux dans la main.',
      firstName: 'Camille',
    },
  },
  'reviews.remove': {
    description: 'Deletes a review in any state. Returns the remaining reviews of the caller.',
  },
  'shop.buy': {
    description:
      'Charges the card and returns the order. The server computes the amount: price plus the fee of the area, minus one cent. Send the total that the buyer saw as `shownAmountCents`; no other amount is charged.',
    example: {
      id: 4,
      optionIndex: 0,
      area: 0,
      countryCode: 'FR',
      firstName: 'Camille',
      lastName: 'Roussel',
      shippingAddress: 'Librairie des Pentes\n12 rue des Tables-Claudiennes\n69001 Lyon\nFrance',
      cgv: true,
      stripeToken: 'tok_visa',
    },
  },
  'stockRequests.list': {
    description: 'Oldest request first, without those that were answered.',
  },
  'stockRequests.set': {
    description:
      'When the option is back in stock, one email per available unit is sent, oldest request first. A request expires after 90 days. Requests for options in stock are ignored. Returns all requests of the caller.',
    example: { itemId: 3, optionIndex: 1, isAsked: true },
  },
  'stockRequests.ask': {
    description:
      'Sends an email with a link to a page with a button; the request counts only once the button is pressed. Its language is that of the call. Kept for 7 days unconfirmed and 90 days confirmed, and deleted a day after its email. At most three of these emails a day go to one address; the response stays the same.',
    example: { itemId: 3, optionIndex: 1, email: EMAIL },
  },
  'stockRequests.confirm': {
    description:
      'Takes both parts of the link in the first email. Returns the requested option. Idempotent.',
    example: { id: 7, nonce: LINK_SECRET },
  },
  'stockRequests.end': {
    description:
      'Takes both parts of the link in the email, without a log-in. Returns 0 if nothing is left to end.',
    example: { id: 7, nonce: LINK_SECRET },
  },
  'users.signIn': {
    description: 'Sets the cookie of a new session and a new XSRF token.',
    example: { email: EMAIL, mdp: PASSWORD },
  },
  'users.signOut': {
    description:
      'Ends this session; returns the same without one. Accepted only from pages of this site.',
  },
  'users.signOutEverywhere': {
    description: 'Ends every session of the caller, including this one.',
  },
  'users.status': {
    description:
      'Whether the caller is logged in, and as whom. A good first call: it sets the XSRF token.',
  },
  'users.register': {
    description:
      'Sends an email with an activation link; the account works once the link was used. `locale` is the language of its emails.',
    example: { email: 'camille@agres.test', mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' },
  },
  'users.update': {
    description:
      'A new address stays in `pendingEmail` until its link is used. `mdp` is the current password, which changes nothing, or a new one.',
    example: {
      email: EMAIL,
      mdp: PASSWORD,
      mdp2: PASSWORD,
      firstName: 'Camille',
      lastName: 'Roussel',
      currentMdp: PASSWORD,
    },
  },
  'users.delete': {
    description:
      'Ends the sessions and the subscription and frees the address. Orders are kept without the person’s data. `currentMdp` is optional, and checked if sent.',
    example: { currentMdp: PASSWORD },
  },
  'users.export': {
    description:
      'The account with its orders, purchases, subscriptions, messages, sessions and emails as stored, and no data of others. Notifies the account by email. Limited to three a day.',
    example: { currentMdp: PASSWORD },
  },
  'users.activate': {
    description: 'Takes both parts of the link in the email. Idempotent; returns no address.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.resendActivation': {
    description: 'Sends the link again if an account waits for it; returns the same if none does.',
    example: { email: 'camille@agres.test' },
  },
  'users.forgotPassword': {
    description: 'Sends an email with a link to choose a new password.',
    example: { email: EMAIL },
  },
  'users.retrievePassword': {
    description: 'Takes both parts of the link. Sets a new password and ends every session.',
    example: { id: 12, retrieve: LINK_SECRET, mdp: PASSWORD, mdp2: PASSWORD },
  },
  'users.confirmEmail': {
    description:
      'Confirms the pending email address. The caller must be logged in to the same account.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.cancelEmailChange': {
    description:
      'Cancels a pending email change. Takes both parts of the link sent to the old address, or neither if the caller is logged in.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.undoEmailChange': {
    description:
      'Restores the earlier address with the link that was sent there, and ends every session.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.byId': { description: 'Includes orders and subscription.' },
};
