import type { MessageCode } from './errors.ts';
import type { Localized } from './locale.ts';
import type { DeliveryArea } from './shop.ts';

/** The objects that the calls answer with (contract, section 3). Prices in euros, dates ISO 8601 UTC. */
export type ItemOption = { title: Localized; remainingStock: number };

export type Item = {
  id: number;
  title: Localized;
  /** Safe HTML. */
  description: Localized;
  /** As stored, in euros: 30 is shown as 29.99. */
  price: number;
  images: { url: string }[];
  optionTitle: Localized | null;
  options: ItemOption[];
  /** The sum of the options' stock. */
  remainingStock: number;
};

export const ORDER_STATUSES = ['waiting', 'delivered'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

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
  /** The item as it was when bought. */
  item: { title: Localized; description: Localized; optionTitle: Localized | null; price: number };
};

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
  /** Whether the last debit was refused; the provider tries again over the next days. */
  isPastDue: boolean;
  /** How many different people have subscribed with this person's code. */
  referrals: number;
};

export type User = {
  id: number;
  email: string;
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
