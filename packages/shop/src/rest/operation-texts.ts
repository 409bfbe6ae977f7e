import type { inferRouterInputs } from '@trpc/server';

import type { AppRouter } from '../router.ts';

type Inputs = inferRouterInputs<AppRouter>;
type NameOf<Noun extends keyof Inputs> = `${Noun}.${Extract<keyof Inputs[Noun], string>}`;
/** The dotted name of every procedure. */
type ProcedureName = { [Noun in keyof Inputs]: NameOf<Noun> }[keyof Inputs];

/** Procedures that only the site's own pages call, over tRPC. */
type PagesOnly = 'faq.entries' | 'shop.pause' | 'users.takeGreeting' | 'users.isLogInRecent';

/** The text of the document about a call, beside its summary. */
export type OperationText = {
  description: string;
  /** An example of the call's request body. */
  example?: Readonly<Record<string, unknown>>;
  /** Whether its answer has an `ETag`, because it is the same for all callers. */
  hasEtag?: true;
};

const EMAIL = 'member@agres.test';
const PASSWORD = 'Demo1234!';
const LINK_SECRET = 'V1StGXR8Z5jdHi6BmyTq9w';

/**
 * The description of every call, and an example body where it takes one; a test validates each against its
 * schema.
 */
export const OPERATION_TEXTS: Readonly<Record<Exclude<ProcedureName, PagesOnly>, OperationText>> = {
  'blog.list': {
    description: 'Texts in both languages; the content is HTML that is safe to show.',
    hasEtag: true,
  },
  'blog.article': {
    description: 'As the list has it. One that is not published is not found.',
    hasEtag: true,
  },
  'contact.send': {
    description:
      'The shop answers to the address of the account, or to `email`, which a visitor must give.',
    example: {
      subject: 'Une question',
      message: 'Quelle longueur ont les sangles ?',
      email: EMAIL,
    },
  },
  'contractTexts.current': {
    description:
      'Show the text of this hash (the address of the terms on the site, or the next call) to whoever buys, and send the hash as `contractText` of the purchase or subscription.',
  },
  'contractTexts.byHash': {
    description: 'A text that was ever offered is kept, so that each contract has its own.',
  },
  'declarations.withdraw': {
    description:
      'Name one contract: `orderId` or `subscription` of the caller, else `reference`, with or without a log-in. Always stored, with the hour of the server; the answer says nothing of the contract. One about an own contract is followed at once, any other is decided by the shop. The answer is the receipt; an email to `email` repeats it, within a day. The header `Idempotency-Key` names a declaration about a chosen contract; else the same content within 24 hours is the same.',
    example: { name: 'Camille Roussel', email: EMAIL, reference: 'commande 12' },
  },
  'declarations.terminate': {
    description:
      'As a withdrawal, for the subscription: it ends with the period that is paid. Whoever is logged in and needs no answer in a form of their own calls DELETE /programsPerso/unsubscribe.',
    example: { name: 'Camille Roussel', email: EMAIL, reference: 'Abonnement mensuel' },
  },
  'declarations.rights': {
    description:
      'Orders and the subscription, with the last day to withdraw and what would follow a withdrawal now.',
  },
  'declarations.announceReturn': {
    description:
      'Proves that the goods were sent: from then on the money is due. Another number replaces it.',
    example: { tracking: '6A12345678901' },
  },
  'home.get': {
    description: 'What the home page shows of the shop and of the blog.',
    hasEtag: true,
  },
  'orders.list': {
    description:
      'A page of orders, and in `nextCursor` where the next one begins. Orders that come meanwhile stand before the first page, and move nothing.',
  },
  'orders.byId': {
    description: 'With the item as it was when bought, what was charged and what was given back.',
  },
  'orders.invoices': {
    description:
      'Empty until they are made, and for an order of another person. Each is a page to print at `/invoices/{id}` of the site, for the same session.',
  },
  'orders.keptDelivery': {
    description:
      'Kept once a purchase that brought `delivery` is paid, instead of the one before. Fill your form in with it when the buyer asks you to, never by itself.',
  },
  'orders.keepDelivery': {
    description:
      'With `isKept` false what is kept is forgotten at once, and no purchase leaves anything until it is true again.',
    example: { isKept: false },
  },
  'orders.askForDelivery': {
    description:
      'Possible once `promisedBy` has passed and nothing was sent, else 409 with `possibleFrom`. Buyer and shop are told by email. The same again answers the same.',
  },
  'orders.askToCancel': {
    description:
      'Possible 14 whole days after the parcel was asked for, or a month after `promisedBy`. The order is held until the shop has looked whether the parcel left; it is then cancelled and refunded, or shown as sent.',
  },
  'payments.config': {
    description:
      'Make card tokens with this key: it belongs to the account that will charge this session.',
  },
  'payments.card': {
    description:
      'Asked of the payment provider at this moment, and kept nowhere. `null` where the provider does not say it in time, or knows of none: do without it then.',
  },
  'payments.updateCard': {
    description: 'The next debits of the subscription use the card of this token.',
    example: { stripeToken: 'tok_visa' },
  },
  'programmes.invoices': {
    description:
      'Of the present subscription and of earlier ones; a payment stands here some minutes after its debit. Each opens at `/invoices/subscription/{id}` of the site, for the same session, which leads to the page of the payment provider.',
  },
  'programmes.current': {
    description:
      'Until when the subscription is paid, whether a debit failed, and who came by its code.',
  },
  'programmes.subscribe': {
    description:
      'Charges the first period. After an unsubscription whose period still runs it resumes that one, charges nothing and needs no token.',
    example: { stripeToken: 'tok_visa', plan: 'monthly', discountCode: 'ABCD2345' },
  },
  'programmes.unsubscribe': {
    description: 'Access goes on until the end of what is paid; nothing is debited any more.',
  },
  'shop.delivery': {
    description:
      'The card is charged the price, plus the fee of the area, minus one cent: the sum to send as `shownAmountCents`.',
  },
  'shop.items': { description: 'With the stock of every option at this moment.', hasEtag: true },
  'shop.item': {
    description: 'As the list has it. One that is not for sale is not found.',
    hasEtag: true,
  },
  'relays.find': {
    description:
      'At most ten, by postcode and name; none where the shop knows none there. Fill the fields of your form in, let the buyer change them, and send the `id` as `relayId` of the purchase as long as nothing of the point was changed.',
  },
  'relays.countries': {
    description: 'Empty where the shop keeps no list: then the buyer types the point.',
  },
  'reviews.list': {
    description:
      'The newest first, ten at a time. Each is of a person who received the item, and was read by the shop before it was published. Good and bad ones are published alike; nothing is paid for them.',
  },
  'reviews.mine': {
    description:
      'An item counts as received once an order of it is delivered, and neither cancelled, nor given back in full, nor withdrawn from.',
  },
  'reviews.set': {
    description:
      'One for each item: again it changes the one that is there. It is shown once the shop has read it; one that is changed waits again. HTML and addresses are refused (`text_with_links`). Answers all that you wrote.',
    example: {
      rating: 5,
      text: 'Stable sur le carrelage, et le bois est doux dans la main.',
      firstName: 'Camille',
    },
  },
  'reviews.remove': {
    description: 'Also where it is published or declined. Answers what is left of yours.',
  },
  'shop.buy': {
    description:
      'Charges the card, and answers with the order once that is done. The server reads the price: price and fee of the area, less one cent. Send the total that the buyer was shown as `shownAmountCents`, and no other sum is charged.',
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
    description: 'The first asked first. What you were told of is no longer in it.',
  },
  'stockRequests.set': {
    description:
      'One email, once there are units: of so many units so many people are told, the first asked first. Kept for 90 days. Of an option that is in stock nothing is kept. Answers all that you wait for.',
    example: { itemId: 3, optionIndex: 1, isAsked: true },
  },
  'stockRequests.ask': {
    description:
      'An email to the address leads to a page with a button, and only once that is pressed the alert counts: its language is that of the call. Unconfirmed it is kept for 7 days, confirmed for 90, and until a day after its email. Three such emails a day leave for an address; the answer is the same after them.',
    example: { itemId: 3, optionIndex: 1, email: EMAIL },
  },
  'stockRequests.confirm': {
    description:
      'With both parts of the link in the first email. Answers what is waited for; the same again answers the same.',
    example: { id: 7, nonce: LINK_SECRET },
  },
  'stockRequests.end': {
    description:
      'With both parts of the link in the email, without a log-in. The same again answers 0.',
    example: { id: 7, nonce: LINK_SECRET },
  },
  'users.signIn': {
    description: 'Sets the cookie of a new session, and with it another XSRF token.',
    example: { email: EMAIL, mdp: PASSWORD },
  },
  'users.signOut': {
    description:
      'Ends this session; answers the same where there is none. From pages of this site alone.',
  },
  'users.signOutEverywhere': { description: 'Ends every session of the caller, this one too.' },
  'users.status': {
    description: 'Who is logged in, if anybody. A good first call: it sets the XSRF token.',
  },
  'users.register': {
    description:
      'Sends an email with a link; the account can be used once that was followed. `locale` is the language of its emails.',
    example: { email: 'camille@agres.test', mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' },
  },
  'users.update': {
    description:
      'A new address waits in `pendingEmail` until the link sent to it is followed. `mdp` is the present password, which changes nothing, or a new one.',
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
      'Ends sessions and subscription, and frees the address. Orders stay, without the person. Where `currentMdp` is sent it must be right.',
    example: { currentMdp: PASSWORD },
  },
  'users.export': {
    description:
      'The account with its orders, purchases, subscriptions, messages, sessions and emails, as they are kept; of other people nothing. An email tells the account of it. Three a day.',
    example: { currentMdp: PASSWORD },
  },
  'users.activate': {
    description:
      'With both parts of the link in the email; again with the same ones it succeeds too, and tells no address.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.resendActivation': {
    description:
      'Sends the link again where an account waits for it; answers the same where none does.',
    example: { email: 'camille@agres.test' },
  },
  'users.forgotPassword': {
    description: 'Sends an email with a link to choose a new password.',
    example: { email: EMAIL },
  },
  'users.retrievePassword': {
    description: 'Sets a new password with both parts of the link, and ends every session.',
    example: { id: 12, retrieve: LINK_SECRET, mdp: PASSWORD, mdp2: PASSWORD },
  },
  'users.confirmEmail': {
    description:
      'Makes the address that waited the address of the account, by whoever is logged in to it.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.cancelEmailChange': {
    description:
      'Gives up an address that waits: by the link sent to the old one, or by the member without both.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.undoEmailChange': {
    description:
      'Gives the account its earlier address back, by the link sent there, and ends every session.',
    example: { id: 12, nonce: LINK_SECRET },
  },
  'users.byId': { description: 'With orders and subscription.' },
};
