import type { Tracking } from './carriers.ts';
import type { Day } from './days.ts';
import type { DeliveryArea, DeliveryDetails } from './delivery.ts';
import type { MessageCode } from './errors.ts';
import type { Locale, Localized } from './locale.ts';

/** The objects that the calls answer with (contract, section 3). Prices in euros, dates ISO 8601 UTC. */
export type ItemOption = { title: Localized; remainingStock: number };

/** `optionIndex` counts the item's options from 0; null: the picture shows what all of them share. */
export type ItemImage = { url: string; optionIndex: number | null };

/** Who answers for a product's safety (Regulation 2023/988, art. 19). */
export type Maker = {
  name: string;
  /** Where a letter reaches them. */
  address: string;
  /** An e-mail address, or an address that begins with `https://`. */
  contact: string;
  /** What they call the product. */
  reference: string | null;
};

/** What an item is for. */
export const ITEM_USES = ['strength', 'balance', 'mobility', 'juggling', 'endurance'] as const;
export type ItemUse = (typeof ITEM_USES)[number];

export function isItemUse(value: unknown): value is ItemUse {
  return ITEM_USES.some((use) => use === value);
}

/** What is shown of an item's reviews together. */
export type Rating = {
  /** Of 1 to 5, to one decimal. */
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
  /** Null where the shop does not know them. */
  maker: Maker | null;
  /** Text, a warning a line; null: none is known. */
  warnings: Localized | null;
  /** Null where the shop does not say it. */
  use: ItemUse | null;
  /** The items that the owner shows beside it, in this order; one of them may have left the shop. */
  relatedItemIds: number[];
  options: ItemOption[];
  /** The sum of the options' stock. */
  remainingStock: number;
  /** Null where no review is published. */
  rating: Rating | null;
};

export const ORDER_STATUSES = ['waiting', 'delivered'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The shop sells in one currency. */
export const CURRENCIES = ['eur'] as const;
export type Currency = (typeof CURRENCIES)[number];

export type Order = {
  id: number;
  status: OrderStatus;
  orderDate: string;
  /** When its parcel was given to the carrier, and how it can be followed. */
  sentDate: string | null;
  tracking: Tracking | null;
  postDate: string | null;
  /** When it was cancelled: its parcel never leaves. */
  cancelledDate: string | null;
  area: DeliveryArea | null;
  firstName: string;
  lastName: string;
  shippingAddress: string;
  /** The relay point that was chosen; null where it was typed, or one of its fields was. */
  relayId: string | null;
  chosenOptionTitle: Localized | null;
  /** What was bought, as the catalogue knows it; null once it is gone. */
  itemId: number | null;
  optionId: number | null;
  /** What the card was charged. */
  amountCents: number;
  currency: Currency;
  /** What was given back of it. */
  refundedCents: number;
  /** The last day of the promised delivery, in Paris: `2026-12-22`. */
  promisedBy: string;
  /** When the buyer asked for a parcel that is late, and to cancel the order. */
  deliveryRequestedDate: string | null;
  cancellationRequestedDate: string | null;
  /** The hash of the terms that were accepted; null where they were not kept. */
  contractText: string | null;
  /** The item as it was when bought. */
  item: { title: Localized; description: Localized; optionTitle: Localized | null; price: number };
};

/** Where a person's last parcel went and to whom, field by field. */
export type SavedDelivery = DeliveryDetails & {
  area: DeliveryArea;
  firstName: string;
  lastName: string;
  /** Of the relay point, where it was chosen and not typed. */
  relayId: string | null;
};

/** Whether purchases of a member leave their delivery for the next one, and the last that they left. */
export type KeptDelivery = { isKept: boolean; delivery: SavedDelivery | null };

/** An option with a stock alert of the member. */
export type StockRequest = { itemId: number; optionIndex: number; askedDate: string };

/** A review as shoppers see it. Days are of Paris. */
export type Review = {
  id: number;
  rating: number;
  text: string;
  firstName: string;
  /** The language that it is written in. */
  locale: Locale;
  publishedOn: Day;
  /** When its author last changed it; null: never. */
  changedOn: Day | null;
  boughtOn: Day;
  isDemonstration: boolean;
};

/** Some of an item's reviews, the newest first, and where the next ones begin. */
export type ReviewPage = { reviews: Review[]; nextCursor: string | null };

export const REVIEW_STATES = ['pending', 'published', 'declined'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A review as its author sees it. */
export type OwnReview = Pick<Review, 'rating' | 'text' | 'firstName'> & {
  itemId: number;
  state: ReviewState;
  /** Why it was declined; null else. */
  reason: string | null;
  writtenDate: string;
};

/** What a member wrote, and about which items they may write: those that they received. */
export type OwnReviews = { reviews: OwnReview[]; receivedItemIds: number[] };

/** The documents of an order; they can be read at `/invoices/ID`. */
export type OrderInvoices = {
  invoices: { id: number; number: string; kind: 'invoice' | 'credit_note' }[];
};

/** Some of a person's orders, newest first, and where the next ones begin. */
export type OrderPage = { orders: Order[]; nextCursor: string | null };

export const PLANS = ['monthly', 'yearly'] as const;
export type Plan = (typeof PLANS)[number];

export function isPlan(value: unknown): value is Plan {
  return PLANS.some((plan) => plan === value);
}

export type Subscription = {
  subscriptionDate: string;
  /** Whether the second account at the payment provider serves this subscriber. */
  isStripeBis: boolean;
  plan: Plan;
  /** Null until the subscription is ended. */
  accessEndsOn: string | null;
  /** The hash of the terms that were accepted; null where they were not kept. */
  contractText: string | null;
};

/** How a subscription stands, beyond the fields of the user. */
export type SubscriptionStanding = {
  /** End of the last paid period: the day of the next debit, or the last one of access. */
  paidUntil: string;
  /** Whether the last debit failed; the provider retries over the next days. */
  isPastDue: boolean;
  /** How many different people subscribed with this person's code, and count. */
  referrals: number;
  /** How many more will count once the withdrawal period of their contract is over. */
  waitingReferrals: number;
};

export type User = {
  id: number;
  email: string;
  /** The address that waits to be confirmed by the link sent to it. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  personalDiscountCode: string;
  orders: Order[];
  subscription: Subscription | null;
};

/** A row as it is kept. */
export type PersonalRow = Record<string, unknown>;

/** Everything that is kept about one person, by parts: the account, orders, messages and others. */
export type PersonalData = { copiedAt: string; data: Record<string, PersonalRow[]> };

export type Article = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  content: Localized;
  tags: string[];
  coverPictureUrl: string | null;
  creationDate: string;
  /** The item that it ends with, which may have left the shop. */
  itemId: number | null;
};

export type Home = { items: Item[]; lastArticle: Article | null };

export type ConnectionStatus = { isConnected: boolean; user: User | null };

/** What contracts are made on at present in a language. */
export type PresentContractText = { locale: Locale; hash: string; since: string };

/** Everything that contracts of a day were made on, as plain text. */
export type ContractText = {
  locale: Locale;
  hash: string;
  since: string;
  terms: string;
  notice: string;
  form: string;
};

/** The key with which the browser makes card tokens for the account that will charge this session. */
export type PaymentConfig = { publishableKey: string };

/** What a card is known by to whom it belongs: never its number. */
export type PayingCard = {
  /** The provider's word for it: `visa`, `mastercard` or another one. */
  brand: string;
  last4: string;
  /** 1 to 12. It is good until the end of this month. */
  expMonth: number;
  expYear: number;
};

export type Subscribed = { message: 'subscribed'; subscription: Subscription };

export type Unsubscribed = { message: 'unsubscribed'; accessEndsOn: string };

/** Every code with its text in every display language. */
export type ErrorTexts = Record<MessageCode, Localized>;

/** The two accounts at the payment provider. */
export const PAYMENT_ACCOUNTS = ['main', 'bis'] as const;
export type PaymentAccount = (typeof PAYMENT_ACCOUNTS)[number];

/**
 * The account of a stored name.
 * @throws RangeError for a name unknown to this release: a guess would use the wrong account
 */
export function paymentAccountOfName(name: string): PaymentAccount {
  const account = PAYMENT_ACCOUNTS.find((known) => known === name);
  // guard: an unknown account is not the main one
  if (account === undefined) throw new RangeError(`no such payment account: ${name}`);
  return account;
}
