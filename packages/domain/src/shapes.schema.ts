import { z } from 'zod';

import type { Tracking } from './carriers.ts';
import { DELIVERY_AREAS } from './delivery.ts';
import { ERROR_CODES, SHARING_REASONS, type ErrorReason, type MessageCode } from './errors.ts';
import { LOCALES, type Locale } from './locale.ts';
import {
  CURRENCIES,
  ITEM_USES,
  ORDER_STATUSES,
  PLANS,
  REVIEW_STATES,
  type Article,
  type ConnectionStatus,
  type ContractText,
  type ErrorTexts,
  type Home,
  type Item,
  type SavedDeliverySetting,
  type StockRequest,
  type Maker,
  type Order,
  type OrderInvoices,
  type OrderPage,
  type OwnReviews,
  type PayingCard,
  type PaymentConfig,
  type PersonalData,
  type PresentContractText,
  type Rating,
  type ReviewPage,
  type Subscribed,
  type Subscription,
  type SubscriptionInvoices,
  type SubscriptionStanding,
  type Unsubscribed,
  type User,
} from './shapes.ts';
import { SUCCESS_CODES, type SuccessCode } from './success-codes.ts';

/**
 * The schemas of API responses, for the procedures and the OpenAPI document. A type test keeps them equal
 * to the types of `shapes.ts`.
 */
const idSchema = z.int().positive();
export const momentSchema = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const priceSchema = z.number().nonnegative().meta({ description: 'Euros, as stored' });

const centsSchema = z.int().nonnegative();

export const localizedSchema = z
  .object({ fr: z.string(), en: z.string() } satisfies Record<Locale, z.ZodString>)
  .meta({ id: 'Localized' });

/** The first and last day, counted from the order. */
const deliveryDaysSchema = z.tuple([z.int(), z.int()]).readonly();

export const deliverySchema = z.object({
  area: z.literal(DELIVERY_AREAS),
  feeCents: centsSchema,
  days: deliveryDaysSchema.nullable().meta({
    description: 'What is promised, in days after the order; null: within 30 days',
  }),
  usualDays: deliveryDaysSchema.nullable().meta({ description: 'What is usual and not promised' }),
});

const makerSchema = z
  .object({
    name: z.string(),
    address: z.string(),
    contact: z
      .string()
      .meta({ description: 'An e-mail address, or one that begins with https://' }),
    reference: z.string().nullable().meta({ description: 'What the maker calls the product' }),
  })
  .meta({ id: 'Maker' }) satisfies z.ZodType<Maker>;

const ratingSchema = z
  .object({
    average: z.number().min(1).max(5).meta({ description: 'To one decimal' }),
    count: z.int().positive(),
    isDemonstration: z
      .boolean()
      .meta({ description: 'Whether one of them is invented, for the demonstration' }),
  })
  .meta({ id: 'Rating' }) satisfies z.ZodType<Rating>;

export const itemSchema = z
  .object({
    id: idSchema,
    title: localizedSchema,
    description: localizedSchema.meta({ description: 'Safe HTML' }),
    price: priceSchema,
    images: z.array(
      z.object({
        url: z.string(),
        optionIndex: z.int().nonnegative().nullable().meta({
          description: 'The option that the picture shows, counted from 0; null for all of them',
        }),
      }),
    ),
    optionTitle: localizedSchema.nullable(),
    maker: makerSchema.nullable().meta({ description: 'Null where the shop does not know it' }),
    warnings: localizedSchema
      .nullable()
      .meta({ description: 'Text, a warning a line; null where none is known' }),
    use: z
      .enum(ITEM_USES)
      .nullable()
      .meta({ description: 'What it is for; null where the shop does not say it' }),
    relatedItemIds: z.array(idSchema).meta({
      description: 'The items that the shop shows beside it; one may have left the shop',
    }),
    options: z.array(z.object({ title: localizedSchema, remainingStock: z.int().nonnegative() })),
    remainingStock: z.int().nonnegative().meta({ description: 'The sum of the options' }),
    rating: ratingSchema
      .nullable()
      .meta({ description: 'What its published reviews say together; null where there is none' }),
  })
  .meta({ id: 'Item' }) satisfies z.ZodType<Item>;

const contractHashSchema = z.string().nullable().meta({
  description: 'The hash of the terms that were accepted; null where they were not kept',
});

/** The tracking details of a parcel. */
export const trackingSchema = z.object({
  carrier: z
    .string()
    .nullable()
    .meta({ description: 'Its name; null for one that the shop has no name of' }),
  number: z.string(),
  url: z.string().nullable().meta({ description: 'Where the parcel can be followed' }),
}) satisfies z.ZodType<Tracking>;

const RECIPIENT = 'Empty from three years after the order on: kept apart then, for the accounts';

export const orderSchema = z
  .object({
    id: idSchema,
    status: z.enum(ORDER_STATUSES),
    orderDate: momentSchema,
    sentDate: momentSchema
      .nullable()
      .meta({ description: 'When the parcel was given to the carrier, ISO 8601, UTC' }),
    tracking: trackingSchema
      .nullable()
      .meta({ description: 'How the parcel can be followed; null without a number' }),
    postDate: momentSchema.nullable(),
    cancelledDate: momentSchema
      .nullable()
      .meta({ description: 'When the order was cancelled: it stays `waiting`, ISO 8601, UTC' }),
    area: z.literal(DELIVERY_AREAS).nullable(),
    firstName: z.string().meta({ description: RECIPIENT }),
    lastName: z.string().meta({ description: RECIPIENT }),
    shippingAddress: z.string().meta({ description: RECIPIENT }),
    relayId: z
      .string()
      .nullable()
      .meta({ description: 'The point of GET /relays that was chosen; null where it was typed' }),
    chosenOptionTitle: localizedSchema.nullable(),
    itemId: idSchema
      .nullable()
      .meta({ description: 'The item, of GET /items; null once it is gone' }),
    optionId: idSchema.nullable().meta({ description: 'Its option; null once it is gone' }),
    amountCents: centsSchema.meta({ description: 'What the card was charged, in cents' }),
    currency: z.enum(CURRENCIES),
    refundedCents: centsSchema.meta({ description: 'What of it was given back, in cents' }),
    promisedBy: z.iso
      .date()
      .meta({ description: 'The last day of the promised delivery, a day in Paris' }),
    deliveryRequestedDate: momentSchema
      .nullable()
      .meta({ description: 'When the buyer asked for a parcel that is late' }),
    cancellationRequestedDate: momentSchema
      .nullable()
      .meta({ description: 'When the buyer asked to cancel it because it is late' }),
    replacements: z
      .array(
        z.object({
          sentDate: momentSchema
            .nullable()
            .meta({ description: 'Null while the shop prepares it' }),
          tracking: trackingSchema.nullable(),
          chosenOptionTitle: localizedSchema.nullable(),
        }),
      )
      .meta({
        description: 'The parcels sent free of charge in place of its own, oldest first',
      }),
    contractText: contractHashSchema,
    item: z
      .object({
        title: localizedSchema,
        description: localizedSchema,
        optionTitle: localizedSchema.nullable(),
        price: priceSchema,
      })
      .meta({ description: 'The item as it was when bought' }),
  })
  .meta({ id: 'Order' }) satisfies z.ZodType<Order>;

export const savedDeliverySettingSchema = z
  .object({
    isKept: z
      .boolean()
      .meta({ description: 'Whether the next purchase leaves its delivery here; true at first' }),
    delivery: z
      .object({
        area: z.literal(DELIVERY_AREAS),
        firstName: z.string(),
        lastName: z.string(),
        relayId: z.string().nullable().meta({ description: 'The point, where it was chosen' }),
        relayName: z.string(),
        number: z.string().meta({ description: 'The street number of the pickup point' }),
        name: z.string().meta({ description: 'Its street' }),
        zipCode: z.string(),
        city: z.string(),
        relayCountry: z.string(),
        clientNumber: z.string().meta({ description: 'The street number of the recipient' }),
        clientName: z.string().meta({ description: 'Their street' }),
        clientZipCode: z.string(),
        clientCity: z.string(),
        clientCountry: z.string(),
      })
      .nullable()
      .meta({ description: 'Where the last parcel went, and to whom; null where none is kept' }),
  })
  .meta({ id: 'KeptDelivery' }) satisfies z.ZodType<SavedDeliverySetting>;

export const stockRequestsSchema = z.array(
  z
    .object({
      itemId: z.int().positive(),
      optionIndex: z.int().meta({ description: 'Which of the options of the item, from 0' }),
      askedDate: momentSchema,
    })
    .meta({ id: 'StockRequest' }) satisfies z.ZodType<StockRequest>,
);

export const stockRequestAskedSchema = z
  .object({
    isAsked: z.boolean().meta({ description: 'false: the option is in stock, nothing is kept' }),
  })
  .meta({ id: 'StockRequestAsked' });

export const stockRequestConfirmedSchema = z
  .object({
    itemId: z.int().positive(),
    optionIndex: z.int().meta({ description: 'Which of the options of the item, from 0' }),
  })
  .meta({ id: 'StockRequestConfirmed' });

export const stockRequestsEndedSchema = z
  .object({ ended: z.int().meta({ description: 'How many options were waited for' }) })
  .meta({ id: 'StockRequestsEnded' });

const starsSchema = z.int().min(1).max(5);
const daySchema = z.iso.date().meta({ description: 'A day in Paris' });

export const reviewPageSchema = z
  .object({
    reviews: z.array(
      z
        .object({
          id: idSchema,
          rating: starsSchema,
          text: z.string().meta({ description: 'Plain text' }),
          firstName: z.string(),
          locale: z.enum(LOCALES).meta({ description: 'The language that it is written in' }),
          publishedOn: daySchema,
          changedOn: daySchema
            .nullable()
            .meta({ description: 'When its author last changed it; null: never' }),
          boughtOn: daySchema,
          isDemonstration: z.boolean().meta({ description: 'Invented, for the demonstration' }),
        })
        .meta({ id: 'Review' }),
    ),
    nextCursor: z.string().nullable().meta({
      description: '`cursor` of the call that answers the next ones; null after the last',
    }),
  })
  .meta({ id: 'ReviewPage' }) satisfies z.ZodType<ReviewPage>;

export const ownReviewsSchema = z
  .object({
    reviews: z.array(
      z
        .object({
          itemId: idSchema,
          rating: starsSchema,
          text: z.string(),
          firstName: z.string(),
          state: z
            .enum(REVIEW_STATES)
            .meta({ description: 'The shop reads each one before it is published' }),
          reason: z.string().nullable().meta({ description: 'Why it was declined; null else' }),
          writtenDate: momentSchema,
        })
        .meta({ id: 'OwnReview' }),
    ),
    receivedItemIds: z
      .array(idSchema)
      .meta({ description: 'The items of GET /items that the caller may write about' }),
  })
  .meta({ id: 'OwnReviews' }) satisfies z.ZodType<OwnReviews>;

export const orderPageSchema = z
  .object({
    orders: z.array(orderSchema),
    nextCursor: z.string().nullable().meta({
      description: '`cursor` of the call that answers the next ones; null after the last',
    }),
  })
  .meta({ id: 'OrderPage' }) satisfies z.ZodType<OrderPage>;

export const orderInvoicesSchema = z
  .object({
    invoices: z.array(
      z.object({
        id: idSchema,
        number: z.string().meta({ description: 'Year and number: `2026-00012`' }),
        kind: z.enum(['invoice', 'credit_note']),
      }),
    ),
  })
  .meta({ id: 'OrderInvoices' }) satisfies z.ZodType<OrderInvoices>;

export const subscriptionInvoicesSchema = z
  .object({
    invoices: z.array(
      z.object({
        id: z.string(),
        paidAt: momentSchema,
        amountCents: z.int().meta({ description: 'What the card paid, in cents' }),
      }),
    ),
  })
  .meta({ id: 'SubscriptionInvoices' }) satisfies z.ZodType<SubscriptionInvoices>;

const subscriptionSchema = z
  .object({
    subscriptionDate: momentSchema,
    isStripeBis: z.boolean(),
    plan: z.enum(PLANS),
    accessEndsOn: momentSchema.nullable(),
    contractText: contractHashSchema,
  })
  .meta({ id: 'Subscription' }) satisfies z.ZodType<Subscription>;

export const subscriptionStandingSchema = z
  .object({
    paidUntil: momentSchema,
    isPastDue: z.boolean(),
    referrals: z.int().meta({ description: 'People whose subscription counts for this code' }),
    waitingReferrals: z.int().meta({
      description: 'People who will count once their 14 days to withdraw are over',
    }),
  })
  .meta({ id: 'SubscriptionStanding' }) satisfies z.ZodType<SubscriptionStanding>;

export const userSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    pendingEmail: z
      .string()
      .nullable()
      .meta({ description: 'A new address, until the link in the letter to it is followed' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    personalDiscountCode: z.string(),
    orders: z.array(orderSchema),
    subscription: subscriptionSchema.nullable(),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<User>;

export const personalDataSchema = z
  .object({
    copiedAt: momentSchema,
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      description:
        'The parts by name, each a list of rows with the fields that are kept; parts and fields are added',
    }),
  })
  .meta({ id: 'PersonalData' }) satisfies z.ZodType<PersonalData>;

export const articleSchema = z
  .object({
    id: idSchema,
    title: localizedSchema,
    content: localizedSchema.meta({ description: 'Safe HTML' }),
    tags: z.array(z.string()),
    coverPictureUrl: z.string().nullable(),
    creationDate: momentSchema,
    itemId: idSchema
      .nullable()
      .meta({ description: 'The item that it ends with, which may have left the shop; or null' }),
  })
  .meta({ id: 'Article' }) satisfies z.ZodType<Article>;

export const homeSchema = z
  .object({ items: z.array(itemSchema), lastArticle: articleSchema.nullable() })
  .meta({ id: 'Home' }) satisfies z.ZodType<Home>;

export const connectionStatusSchema = z
  .object({ isConnected: z.boolean(), user: userSchema.nullable() })
  .meta({ id: 'ConnectionStatus' }) satisfies z.ZodType<ConnectionStatus>;

export const presentContractTextSchema = z
  .object({
    locale: z.enum(LOCALES),
    hash: z.string().meta({ description: 'To be sent as `contractText` once the buyer saw it' }),
    since: z.iso.datetime().meta({ description: 'When the shop began to use this text' }),
  })
  .meta({ id: 'PresentContractText' }) satisfies z.ZodType<PresentContractText>;

export const contractTextSchema = presentContractTextSchema
  .extend({ terms: z.string(), notice: z.string(), form: z.string() })
  .meta({
    id: 'ContractText',
    description:
      'The general terms, the information on withdrawal and a form for it, as plain text',
  }) satisfies z.ZodType<ContractText>;

export const paymentConfigSchema = z
  .object({ publishableKey: z.string() })
  .meta({ id: 'PaymentConfig' }) satisfies z.ZodType<PaymentConfig>;

export const payingCardSchema = z
  .object({
    brand: z
      .string()
      .meta({ description: 'The word of the payment provider: `visa`, `mastercard` or another' }),
    last4: z.string().meta({ description: 'The last four digits of the number' }),
    expMonth: z.int().min(1).max(12).meta({ description: 'Good until the end of this month' }),
    expYear: z.int(),
  })
  .meta({ id: 'PayingCard' }) satisfies z.ZodType<PayingCard>;

export const subscribedSchema = z
  .object({ message: z.literal('subscribed'), subscription: subscriptionSchema })
  .meta({ id: 'Subscribed' }) satisfies z.ZodType<Subscribed>;

export const unsubscribedSchema = z
  .object({ message: z.literal('unsubscribed'), accessEndsOn: momentSchema })
  .meta({ id: 'Unsubscribed' }) satisfies z.ZodType<Unsubscribed>;

/** Returns the schema of a response that only confirms. */
export function successSchema<Code extends SuccessCode>(code: Code) {
  return z.object({ message: z.literal(code) });
}

export const accountActivatedSchema = successSchema('account_activated').extend({
  email: z.string().nullable().meta({
    description: 'The address that this call has proved; null where it was proved before',
  }),
});

const MESSAGE_CODES: readonly MessageCode[] = [...ERROR_CODES, ...SUCCESS_CODES];

/** All codes with their texts: the response of GET /api/errors. */
export const errorTextsSchema = z
  .record(z.enum(MESSAGE_CODES), localizedSchema)
  .meta({ id: 'ErrorTexts' }) satisfies z.ZodType<ErrorTexts>;

/** All error reasons, in the order of the documentation. */
export const ERROR_REASONS = [
  ...ERROR_CODES,
  ...SHARING_REASONS,
] as const satisfies readonly ErrorReason[];

/** The body of every error (docs/api/errors.md). */
export const errorAnswerSchema = z
  .object({
    message: z.enum(ERROR_CODES),
    code: z.enum(ERROR_REASONS),
    issues: z.array(z.object({ path: z.string(), message: z.enum(ERROR_CODES) })).optional(),
    requiresAction: z.literal(true).optional(),
    clientSecret: z.string().optional(),
    attemptId: z.string().optional(),
    possibleFrom: z.iso
      .date()
      .optional()
      .meta({ description: 'With `not_possible_yet`: the first day, in Paris, on which it is' }),
    // Not `Localized`, which the document would both reference and write out.
    sentence: z.object({ fr: z.string(), en: z.string() }).optional().meta({
      description:
        'With `sales_paused`: what the shop says about it, to be shown; a language may be empty, the text of the code stands for it',
    }),
  })
  .meta({ id: 'Refusal' });
