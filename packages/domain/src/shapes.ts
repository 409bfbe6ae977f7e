import type { MessageCode } from './errors.ts';
import type { Localized } from './locale.ts';
import type { DeliveryArea } from './shop.ts';

/** The objects that the calls answer with (contract, section 3). Prices in euros, dates ISO 8601 UTC. */
export type ItemOption = { title: Localized; remainingStock: number };

/** `optionIndex` counts the item's options from 0; null: the picture shows what all of them share. */
export type ItemImage = { url: string; optionIndex: number | null };

export type Item = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  description: Localized;
  /** As stored, in euros: 30 is shown as 29.99. */
  price: number;
  images: ItemImage[];
  optionTitle: Localized | null;
  options: ItemOption[];
  /** The sum of the options' stock. */
  remainingStock: number;
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
  postDate: string | null;
  area: DeliveryArea | null;
  firstName: string;
  lastName: string;
  shippingAddress: string;
  chosenOptionTitle: Localized | null;
  /** What was bought, as the catalogue knows it; null once it is gone. */
  itemId: number | null;
  optionId: number | null;
  /** What the card was charged. */
  amountCents: number;
  currency: Currency;
  /** What was given back of it. */
  refundedCents: number;
  /** The item as it was when bought. */
  item: { title: Localized; description: Localized; optionTitle: Localized | null; price: number };
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
};

/** How a subscription stands, beyond what everybody who asks for the user is told. */
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

export type Article = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  content: Localized;
  tags: string[];
  coverPictureUrl: string | null;
  creationDate: string;
};

export type Home = { items: Item[]; lastArticle: Article | null };

export type ConnectionStatus = { isConnected: boolean; user: User | null };

/** The key with which the browser makes card tokens for the account that will charge this session. */
export type PaymentConfig = { publishableKey: string };

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
  // guard: an account that nobody knows is not the main one
  if (account === undefined) throw new RangeError(`no such payment account: ${name}`);
  return account;
}
