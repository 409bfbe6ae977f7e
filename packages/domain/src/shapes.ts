import type { Tracking } from './carriers.ts';
import type { Day } from './days.ts';
import type { DeliveryArea, DeliveryDetails } from './delivery.ts';
import type { MessageCode } from './errors.ts';
import type { Locale, Localized } from './locale.ts';
import type { Replacement } from './replacements.ts';

/** The objects in API responses (docs/api/README.md). Prices are in euros, dates ISO 8601 in UTC. */
export type ItemOption = { title: Localized; remainingStock: number };

/** `optionIndex` counts the item's options from 0; null: the picture shows all of them. */
export type ItemImage = { url: string; optionIndex: number | null };

/** The party responsible for a product's safety (Regulation 2023/988, art. 19). */
export type Maker = {
  name: string;
  /** A postal address. */
  address: string;
  /** An email address, or a URL that begins with `https://`. */
  contact: string;
  /** The maker's reference for the product. */
  reference: string | null;
};

/** The intended uses of items. */
export const ITEM_USES = ['strength', 'balance', 'mobility', 'juggling', 'endurance'] as const;
export type ItemUse = (typeof ITEM_USES)[number];

export function isItemUse(value: unknown): value is ItemUse {
  return ITEM_USES.some((use) => use === value);
}

/** The summary of an item's reviews. */
export type Rating = {
  /** From 1 to 5, to one decimal. */
  average: number;
  count: number;
  /** Whether one of them is invented, for the demonstration. */
  isDemonstration: boolean;
};

export type Item = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  description: Localized;
  /** As stored, in euros: 30 is shown as 29.99. */
  price: number;
  images: ItemImage[];
  optionTitle: Localized | null;
  /** Null if unknown. */
  maker: Maker | null;
  /** Text, one warning per line; null if unknown. */
  warnings: Localized | null;
  /** Null if unknown. */
  use: ItemUse | null;
  /** The items that the owner shows beside it, in this order; some may no longer be in the shop. */
  relatedItemIds: number[];
  options: ItemOption[];
  /** The sum of the options' stock. */
  remainingStock: number;
  /** Null without a published review. */
  rating: Rating | null;
};

export const ORDER_STATUSES = ['waiting', 'delivered'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The shop's only currency. */
export const CURRENCIES = ['eur'] as const;
export type Currency = (typeof CURRENCIES)[number];

export type Order = {
  id: number;
  status: OrderStatus;
  orderDate: string;
  /** When the carrier received the parcel, and its tracking details. */
  sentDate: string | null;
  tracking: Tracking | null;
  postDate: string | null;
  /** When the order was cancelled; a cancelled order is never sent. */
  cancelledDate: string | null;
  area: DeliveryArea | null;
  firstName: string;
  lastName: string;
  shippingAddress: string;
  /** The selected pickup point; null if its fields were typed or edited. */
  relayId: string | null;
  chosenOptionTitle: Localized | null;
  /** The bought item and option in the catalogue; null once deleted. */
  itemId: number | null;
  optionId: number | null;
  /** The amount charged to the card. */
  amountCents: number;
  currency: Currency;
  /** The refunded part of that amount. */
  refundedCents: number;
  /** The last day of the promised delivery, in Paris: `2026-12-22`. */
  promisedBy: string;
  /** When the buyer requested delivery of a late parcel, and cancellation of the order. */
  deliveryRequestedDate: string | null;
  cancellationRequestedDate: string | null;
  /** The parcels sent free of charge in place of its own, oldest first. */
  replacements: Replacement[];
  /** The hash of the accepted terms; null if they were not stored. */
  contractText: string | null;
  /** The item as it was when bought. */
  item: { title: Localized; description: Localized; optionTitle: Localized | null; price: number };
};

/** The address and recipient of a member's last parcel, field by field. */
export type SavedDelivery = DeliveryDetails & {
  area: DeliveryArea;
  firstName: string;
  lastName: string;
  /** The pickup point's id, if it was selected and not typed. */
  relayId: string | null;
};

/** Whether a member's purchases save their delivery for the next one, and the last saved one. */
export type SavedDeliverySetting = { isKept: boolean; delivery: SavedDelivery | null };

/** An option for which the member has a stock alert. */
export type StockRequest = { itemId: number; optionIndex: number; askedDate: string };

/** A review as shoppers see it. Days are in Paris. */
export type Review = {
  id: number;
  rating: number;
  text: string;
  firstName: string;
  /** The language it is written in. */
  locale: Locale;
  publishedOn: Day;
  /** When its author last changed it; null: never. */
  changedOn: Day | null;
  boughtOn: Day;
  isDemonstration: boolean;
};

/** A page of an item's reviews, newest first, and the cursor of the next page. */
export type ReviewPage = { reviews: Review[]; nextCursor: string | null };

export const REVIEW_STATES = ['pending', 'published', 'declined'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A review as its author sees it. */
export type OwnReview = Pick<Review, 'rating' | 'text' | 'firstName'> & {
  itemId: number;
  state: ReviewState;
  /** The reason for declining it, otherwise null. */
  reason: string | null;
  writtenDate: string;
};

/** A member's reviews, and the items that they may review: those that they received. */
export type OwnReviews = { reviews: OwnReview[]; receivedItemIds: number[] };

/** The invoices and credit notes of an order; they can be read at `/invoices/ID`. */
export type OrderInvoices = {
  invoices: { id: number; number: string; kind: 'invoice' | 'credit_note' }[];
};

/** The card payments of a member's subscriptions; their invoices open at `/invoices/subscription/ID`. */
export type SubscriptionInvoices = {
  invoices: { id: string; paidAt: string; amountCents: number }[];
};

/** A page of a member's orders, newest first, and the cursor of the next page. */
export type OrderPage = { orders: Order[]; nextCursor: string | null };

export const PLANS = ['monthly', 'yearly'] as const;
export type Plan = (typeof PLANS)[number];

export function isPlan(value: unknown): value is Plan {
  return PLANS.some((plan) => plan === value);
}

export type Subscription = {
  subscriptionDate: string;
  /** Whether the subscriber uses the second account at the payment provider. */
  isStripeBis: boolean;
  plan: Plan;
  /** Null until the subscription is ended. */
  accessEndsOn: string | null;
  /** The hash of the accepted terms; null if they were not stored. */
  contractText: string | null;
};

/** The state of a subscription, beyond the fields of the user. */
export type SubscriptionStanding = {
  /** The end of the last paid period: the day of the next debit, or the last day of access. */
  paidUntil: string;
  /** Whether the last debit failed; the provider retries over the next days. */
  isPastDue: boolean;
  /** The number of different people who subscribed with this member's code and count. */
  referrals: number;
  /** The number of people who will count once the withdrawal period of their contract is over. */
  waitingReferrals: number;
};

export type User = {
  id: number;
  email: string;
  /** A new address that awaits confirmation by the link sent to it. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  personalDiscountCode: string;
  orders: Order[];
  subscription: Subscription | null;
};

/** A row as stored. */
export type PersonalRow = Record<string, unknown>;

/** All stored data about one person, by part: the account, orders, messages and others. */
export type PersonalData = { copiedAt: string; data: Record<string, PersonalRow[]> };

export type Article = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  content: Localized;
  tags: string[];
  coverPictureUrl: string | null;
  creationDate: string;
  /** The item shown at its end, which may no longer be in the shop. */
  itemId: number | null;
};

export type Home = { items: Item[]; lastArticle: Article | null };

export type ConnectionStatus = { isConnected: boolean; user: User | null };

/** The current contract text in a language. */
export type PresentContractText = { locale: Locale; hash: string; since: string };

/** The full contract text of a period, as plain text. */
export type ContractText = {
  locale: Locale;
  hash: string;
  since: string;
  terms: string;
  notice: string;
  form: string;
};

/** The key with which the browser creates card tokens, of the account that will charge this session. */
export type PaymentConfig = { publishableKey: string };

/** A card as shown to its owner, never with its full number. */
export type PayingCard = {
  /** The provider's name of it: `visa`, `mastercard` or another one. */
  brand: string;
  last4: string;
  /** 1 to 12. The card is valid until the end of this month. */
  expMonth: number;
  expYear: number;
};

export type Subscribed = { message: 'subscribed'; subscription: Subscription };

export type Unsubscribed = { message: 'unsubscribed'; accessEndsOn: string };

/** All codes with their texts in every display language. */
export type ErrorTexts = Record<MessageCode, Localized>;

/** The two accounts at the payment provider. */
export const PAYMENT_ACCOUNTS = ['main', 'bis'] as const;
export type PaymentAccount = (typeof PAYMENT_ACCOUNTS)[number];

/**
 * Returns the account with a stored name.
 * @throws RangeError for a name unknown to this release: a guess would use the wrong account
 */
export function paymentAccountOfName(name: string): PaymentAccount {
  const account = PAYMENT_ACCOUNTS.find((known) => known === name);
  // guard: an unknown account is not the main one
  if (account === undefined) throw new RangeError(`no such payment account: ${name}`);
  return account;
}
