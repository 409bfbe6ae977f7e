import { z } from 'zod';

import { DELIVERY_AREAS } from './delivery.ts';
import { ERROR_CODES, SHARING_REASONS, type ErrorReason, type MessageCode } from './errors.ts';
import { LOCALES, type Locale } from './locale.ts';
import { CURRENCIES, ITEM_USES, ORDER_STATUSES, PLANS, REVIEW_STATES } from './shape-values.ts';
import { SUCCESS_CODES, type SuccessCode } from './success-codes.ts';

// The schemas of API responses, for the procedures and the OpenAPI document. `shapes.ts` has their types.

const idSchema = z.int().positive();
export const momentSchema = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
/** A price as stored: 30 is shown and charged as 29.99. */
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
    description: 'The promised days after the order; null means within 30 days',
  }),
  usualDays: deliveryDaysSchema.nullable().meta({ description: 'The usual days, without promise' }),
});

const makerSchema = z
  .object({
    name: z.string(),
    address: z.string(),
    contact: z.string().meta({ description: 'An email address or an https URL' }),
    reference: z.string().nullable().meta({ description: 'The maker’s model reference' }),
  })
  .meta({ id: 'Maker' });

const ratingSchema = z
  .object({
    average: z.number().min(1).max(5).meta({ description: 'Rounded to one decimal' }),
    count: z.int().positive(),
    isDemonstration: z.boolean().meta({
      description: 'Whether there are only demonstration reviews; they do not count beside others',
    }),
  })
  .meta({ id: 'Rating' });

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
          description: 'Index of the option that the picture shows, from 0; null for all',
        }),
      }),
    ),
    optionTitle: localizedSchema.nullable(),
    maker: makerSchema.nullable().meta({ description: 'Null if unknown' }),
    warnings: localizedSchema
      .nullable()
      .meta({ description: 'One warning per line; null if none is known' }),
    use: z
      .enum(ITEM_USES)
      .nullable()
      .meta({ description: 'What the item is for; null if not stated' }),
    relatedItemIds: z.array(idSchema).meta({
      description: 'Ids of related items; one may no longer be for sale',
    }),
    options: z.array(z.object({ title: localizedSchema, remainingStock: z.int().nonnegative() })),
    remainingStock: z.int().nonnegative().meta({ description: 'The sum over all options' }),
    rating: ratingSchema
      .nullable()
      .meta({ description: 'Count and average of the published reviews; null without reviews' }),
  })
  .meta({ id: 'Item' });

const contractHashSchema = z.string().nullable().meta({
  description: 'The hash of the accepted terms; null if not stored',
});

export const trackingSchema = z.object({
  carrier: z.string().nullable().meta({ description: 'The carrier’s name; null if unknown' }),
  number: z.string(),
  url: z.string().nullable().meta({ description: 'The tracking page' }),
});

const RECIPIENT = 'Empty from three years after the order on: kept apart then, for the accounts';

export const orderSchema = z
  .object({
    id: idSchema,
    status: z.enum(ORDER_STATUSES),
    orderDate: momentSchema,
    sentDate: momentSchema
      .nullable()
      .meta({ description: 'When the carrier received the parcel: ISO 8601, UTC' }),
    tracking: trackingSchema
      .nullable()
      .meta({ description: 'The tracking; null without a tracking number' }),
    postDate: momentSchema.nullable(),
    cancelledDate: momentSchema.nullable().meta({
      description: 'When the order was cancelled: ISO 8601, UTC. Its `status` stays `waiting`.',
    }),
    area: z.literal(DELIVERY_AREAS).nullable(),
    firstName: z.string().meta({ description: RECIPIENT }),
    lastName: z.string().meta({ description: RECIPIENT }),
    shippingAddress: z.string().meta({ description: RECIPIENT }),
    relayId: z
      .string()
      .nullable()
      .meta({ description: 'The chosen point of GET /relays; null if it was typed' }),
    chosenOptionTitle: localizedSchema.nullable(),
    itemId: idSchema
      .nullable()
      .meta({ description: 'The item’s id in GET /items; null once it is deleted' }),
    optionId: idSchema
      .nullable()
      .meta({ description: 'The option’s index; null once it is deleted' }),
    amountCents: centsSchema.meta({ description: 'The charged amount, in cents' }),
    currency: z.enum(CURRENCIES),
    refundedCents: centsSchema.meta({ description: 'The refunded amount, in cents' }),
    promisedBy: z.iso.date().meta({ description: 'The last promised delivery day, in Paris time' }),
    deliveryRequestedDate: momentSchema
      .nullable()
      .meta({ description: 'When the buyer demanded the late delivery' }),
    cancellationRequestedDate: momentSchema
      .nullable()
      .meta({ description: 'When the buyer asked to cancel the late order' }),
    replacements: z
      .array(
        z.object({
          sentDate: momentSchema.nullable().meta({ description: 'Null until it is sent' }),
          tracking: trackingSchema.nullable(),
          chosenOptionTitle: localizedSchema.nullable(),
        }),
      )
      .meta({
        description: 'Replacement parcels, oldest first',
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
  .meta({ id: 'Order' });

export const savedDeliverySettingSchema = z
  .object({
    isKept: z
      .boolean()
      .meta({ description: 'Whether purchases store their delivery details; true by default' }),
    delivery: z
      .object({
        area: z.literal(DELIVERY_AREAS),
        firstName: z.string(),
        lastName: z.string(),
        relayId: z
          .string()
          .nullable()
          .meta({ description: 'The pickup point, if it was chosen from the list' }),
        relayName: z.string(),
        number: z.string().meta({ description: 'The street number of the pickup point' }),
        name: z.string().meta({ description: 'Its street' }),
        zipCode: z.string(),
        city: z.string(),
        relayCountry: z.string(),
        clientNumber: z.string().meta({ description: 'The street number of the recipient' }),
        clientName: z.string().meta({ description: 'The recipient’s street' }),
        clientZipCode: z.string(),
        clientCity: z.string(),
        clientCountry: z.string(),
      })
      .nullable()
      .meta({ description: 'The delivery details of the last purchase; null if none are stored' }),
  })
  .meta({ id: 'KeptDelivery' });

export const stockRequestsSchema = z.array(
  z
    .object({
      itemId: z.int().positive(),
      optionIndex: z.int().meta({ description: 'Index of the option, from 0' }),
      askedDate: momentSchema,
    })
    .meta({ id: 'StockRequest' }),
);

export const stockRequestAskedSchema = z
  .object({
    isAsked: z
      .boolean()
      .meta({ description: 'False if the option is in stock; no request is stored then' }),
  })
  .meta({ id: 'StockRequestAsked' });

export const stockRequestConfirmedSchema = z
  .object({
    itemId: z.int().positive(),
    optionIndex: z.int().meta({ description: 'Index of the option, from 0' }),
  })
  .meta({ id: 'StockRequestConfirmed' });

export const stockRequestsEndedSchema = z
  .object({ ended: z.int().meta({ description: 'The number of alerts that were deleted' }) })
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
          locale: z.enum(LOCALES).meta({ description: 'The language of the text' }),
          publishedOn: daySchema,
          changedOn: daySchema
            .nullable()
            .meta({ description: 'When its author last changed it; null if never' }),
          boughtOn: daySchema,
          isDemonstration: z
            .boolean()
            .meta({ description: 'Whether it is a demonstration review' }),
        })
        .meta({ id: 'Review' }),
    ),
    nextCursor: z.string().nullable().meta({
      description: 'The `cursor` for the next page; null on the last page',
    }),
  })
  .meta({ id: 'ReviewPage' });

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
            .meta({ description: 'The shop reads each review before it is published' }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'Why it was declined; otherwise null' }),
          writtenDate: momentSchema,
        })
        .meta({ id: 'OwnReview' }),
    ),
    receivedItemIds: z
      .array(idSchema)
      .meta({ description: 'Ids of the items that the caller can review' }),
  })
  .meta({ id: 'OwnReviews' });

export const orderPageSchema = z
  .object({
    orders: z.array(orderSchema),
    nextCursor: z.string().nullable().meta({
      description: 'The `cursor` for the next page; null on the last page',
    }),
  })
  .meta({ id: 'OrderPage' });

export const orderInvoicesSchema = z
  .object({
    invoices: z.array(
      z.object({
        id: idSchema,
        number: z.string().meta({ description: 'Year and number, such as `2026-00012`' }),
        kind: z.enum(['invoice', 'credit_note']),
      }),
    ),
  })
  .meta({ id: 'OrderInvoices' });

export const subscriptionInvoicesSchema = z
  .object({
    invoices: z.array(
      z.object({
        id: z.string(),
        paidAt: momentSchema,
        amountCents: z.int().meta({ description: 'The paid amount, in cents' }),
      }),
    ),
  })
  .meta({ id: 'SubscriptionInvoices' });

const subscriptionSchema = z
  .object({
    subscriptionDate: momentSchema,
    // Whether it is paid through the second account at the payment provider.
    isStripeBis: z.boolean(),
    plan: z.enum(PLANS),
    // Null until the subscription is ended.
    accessEndsOn: momentSchema.nullable(),
    contractText: contractHashSchema,
  })
  .meta({ id: 'Subscription' });

export const subscriptionStandingSchema = z
  .object({
    // The day of the next debit, or the last day of access.
    paidUntil: momentSchema,
    // The last debit failed; the provider retries over the next days.
    isPastDue: z.boolean(),
    referrals: z.int().meta({ description: 'Members whose subscription counts for this code' }),
    waitingReferrals: z.int().meta({
      description: 'Members who will count once their 14-day withdrawal period ends',
    }),
  })
  .meta({ id: 'SubscriptionStanding' });

export const userSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    pendingEmail: z
      .string()
      .nullable()
      .meta({ description: 'The new address, until it is confirmed by its link' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    personalDiscountCode: z.string(),
    orders: z.array(orderSchema),
    subscription: subscriptionSchema.nullable(),
  })
  .meta({ id: 'User' });

export const personalDataSchema = z
  .object({
    copiedAt: momentSchema,
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      description:
        'The parts by name, each a list of rows with the stored fields. New parts and fields may be added.',
    }),
  })
  .meta({ id: 'PersonalData' });

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
      .meta({ description: 'The item shown at its end, which may no longer be for sale; or null' }),
  })
  .meta({ id: 'Article' });

export const homeSchema = z
  .object({ items: z.array(itemSchema), lastArticle: articleSchema.nullable() })
  .meta({ id: 'Home' });

export const connectionStatusSchema = z
  .object({ isConnected: z.boolean(), user: userSchema.nullable() })
  .meta({ id: 'ConnectionStatus' });

export const presentContractTextSchema = z
  .object({
    locale: z.enum(LOCALES),
    hash: z
      .string()
      .meta({ description: 'Send it as `contractText` once the buyer has seen the text' }),
    since: z.iso.datetime().meta({ description: 'Since when the shop uses this text' }),
  })
  .meta({ id: 'PresentContractText' });

export const contractTextSchema = presentContractTextSchema
  .extend({ terms: z.string(), notice: z.string(), form: z.string() })
  .meta({
    id: 'ContractText',
    description: 'The terms, the withdrawal information and the withdrawal form, as plain text',
  });

export const paymentConfigSchema = z
  .object({ publishableKey: z.string() })
  .meta({ id: 'PaymentConfig' });

export const payingCardSchema = z
  .object({
    brand: z
      .string()
      .meta({ description: 'The provider’s brand name, such as `visa` or `mastercard`' }),
    last4: z.string().meta({ description: 'The last four digits' }),
    expMonth: z.int().min(1).max(12).meta({ description: 'The month in which it expires' }),
    expYear: z.int(),
  })
  .meta({ id: 'PayingCard' });

export const subscribedSchema = z
  .object({ message: z.literal('subscribed'), subscription: subscriptionSchema })
  .meta({ id: 'Subscribed' });

export const unsubscribedSchema = z
  .object({ message: z.literal('unsubscribed'), accessEndsOn: momentSchema })
  .meta({ id: 'Unsubscribed' });

/** Returns the schema of a response that only confirms. */
export function successSchema<Code extends SuccessCode>(code: Code) {
  return z.object({ message: z.literal(code) });
}

export const accountActivatedSchema = successSchema('account_activated').extend({
  email: z.string().nullable().meta({
    description: 'The address that this call activated; null if it was active before',
  }),
});

const MESSAGE_CODES: readonly MessageCode[] = [...ERROR_CODES, ...SUCCESS_CODES];

/** All codes with their texts: the response of GET /api/errors. */
export const errorTextsSchema = z
  .record(z.enum(MESSAGE_CODES), localizedSchema)
  .meta({ id: 'ErrorTexts' });

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
    possibleFrom: z.iso.date().optional().meta({
      description: 'With `not_possible_yet`: the first day on which it is possible, in Paris time',
    }),
    // This is not `Localized`, because the OpenAPI document would contain both a `$ref` to it and an inline
    // copy.
    sentence: z.object({ fr: z.string(), en: z.string() }).optional().meta({
      description:
        'With `sales_paused`: the shop’s message to display. If a language is empty, use the text of the code.',
    }),
  })
  .meta({ id: 'Refusal' });
