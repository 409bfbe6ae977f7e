import type { z } from 'zod';

import type { MessageCode } from './errors.ts';
import type { Localized } from './locale.ts';
import type * as schemas from './shapes.schema.ts';

// The objects in API responses (docs/api/README.md), and the values of their fields. The schemas describe the
// fields: prices are in euros, dates ISO 8601 in UTC.

export type Item = z.output<typeof schemas.itemSchema>;
/** `optionIndex` counts the item's options from 0. Null means that the picture shows all of them. */
export type ItemImage = Item['images'][number];
/** The party responsible for a product's safety (Regulation 2023/988, art. 19). */
export type Maker = NonNullable<Item['maker']>;
export type Rating = NonNullable<Item['rating']>;

/** A page of an item's reviews, newest first, and the cursor of the next page. */
export type ReviewPage = z.output<typeof schemas.reviewPageSchema>;
/** A review as shoppers see it. Days are in Paris. */
export type Review = ReviewPage['reviews'][number];
/** A member's reviews, and the items that they may review: those that they received. */
export type OwnReviews = z.output<typeof schemas.ownReviewsSchema>;
/** A review as its author sees it. */
export type OwnReview = OwnReviews['reviews'][number];

export type Order = z.output<typeof schemas.orderSchema>;
/** A page of a member's orders, newest first, and the cursor of the next page. */
export type OrderPage = z.output<typeof schemas.orderPageSchema>;
/** The invoices and credit notes of an order; they can be read at `/invoices/ID`. */
export type OrderInvoices = z.output<typeof schemas.orderInvoicesSchema>;

/** Whether a member's purchases save their delivery for the next one, and the last saved one. */
export type SavedDeliverySetting = z.output<typeof schemas.savedDeliverySettingSchema>;
/** The address and recipient of a member's last parcel, field by field. */
export type SavedDelivery = NonNullable<SavedDeliverySetting['delivery']>;

/** An option for which the member has a stock alert. */
export type StockRequest = z.output<typeof schemas.stockRequestsSchema>[number];

export type User = z.output<typeof schemas.userSchema>;
export type Subscription = NonNullable<User['subscription']>;
/** The state of a subscription, beyond the fields of the user. */
export type SubscriptionStanding = z.output<typeof schemas.subscriptionStandingSchema>;
/** The card payments of a member's subscriptions; their invoices open at `/invoices/subscription/ID`. */
export type SubscriptionInvoices = z.output<typeof schemas.subscriptionInvoicesSchema>;

/** All stored data about one person, by part: the account, orders, messages and others. */
export type PersonalData = z.output<typeof schemas.personalDataSchema>;
export type PersonalRow = Record<string, unknown>;

export type Article = z.output<typeof schemas.articleSchema>;

/** A card as shown to its owner, never with its full number. It is valid until the end of its month. */
export type PayingCard = z.output<typeof schemas.payingCardSchema>;

export type ErrorTexts = Record<MessageCode, Localized>;

export const PAYMENT_ACCOUNTS = ['main', 'bis'] as const;
export type PaymentAccount = (typeof PAYMENT_ACCOUNTS)[number];

/**
 * Returns the account with a stored name.
 * @throws RangeError for a name unknown to this release: a guess would use the wrong account
 */
export function paymentAccountOfName(name: string): PaymentAccount {
  const account = PAYMENT_ACCOUNTS.find((known) => known === name);
  // guard: an unknown payment account is an error, not the main account
  if (account === undefined) throw new RangeError(`no such payment account: ${name}`);
  return account;
}
