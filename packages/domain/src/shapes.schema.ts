import { z } from 'zod';

import {
  ERROR_CODES,
  ERROR_REASONS,
  SUCCESS_CODES,
  type MessageCode,
  type SuccessCode,
} from './errors.ts';
import type { Locale } from './locale.ts';
import {
  CURRENCIES,
  ORDER_STATUSES,
  PLANS,
  type Article,
  type ConnectionStatus,
  type ErrorTexts,
  type Home,
  type Item,
  type Order,
  type OrderPage,
  type PaymentConfig,
  type Subscribed,
  type Subscription,
  type SubscriptionStanding,
  type Unsubscribed,
  type User,
} from './shapes.ts';
import { DELIVERY_AREAS } from './shop.ts';

/**
 * The answers of the calls as schemas, for the procedures and their document. A type test keeps
 * them equal to the types of `shapes.ts`.
 */
const idSchema = z.int().positive();
const momentSchema = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const priceSchema = z.number().nonnegative().meta({ description: 'Euros, as stored' });

const centsSchema = z.int().nonnegative();

const localizedSchema = z
  .object({ fr: z.string(), en: z.string() } satisfies Record<Locale, z.ZodString>)
  .meta({ id: 'Localized' });

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
    options: z.array(z.object({ title: localizedSchema, remainingStock: z.int().nonnegative() })),
    remainingStock: z.int().nonnegative().meta({ description: 'The sum of the options' }),
  })
  .meta({ id: 'Item' }) satisfies z.ZodType<Item>;

export const orderSchema = z
  .object({
    id: idSchema,
    status: z.enum(ORDER_STATUSES),
    orderDate: momentSchema,
    postDate: momentSchema.nullable(),
    area: z.literal(DELIVERY_AREAS).nullable(),
    firstName: z.string(),
    lastName: z.string(),
    shippingAddress: z.string(),
    chosenOptionTitle: localizedSchema.nullable(),
    itemId: idSchema
      .nullable()
      .meta({ description: 'The item, of GET /items; null once it is gone' }),
    optionId: idSchema.nullable().meta({ description: 'Its option; null once it is gone' }),
    amountCents: centsSchema.meta({ description: 'What the card was charged, in cents' }),
    currency: z.enum(CURRENCIES),
    refundedCents: centsSchema.meta({ description: 'What of it was given back, in cents' }),
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

export const orderPageSchema = z
  .object({
    orders: z.array(orderSchema),
    nextCursor: z.string().nullable().meta({
      description: '`cursor` of the call that answers the next ones; null after the last',
    }),
  })
  .meta({ id: 'OrderPage' }) satisfies z.ZodType<OrderPage>;

const subscriptionSchema = z
  .object({
    subscriptionDate: momentSchema,
    isStripeBis: z.boolean(),
    plan: z.enum(PLANS),
    accessEndsOn: momentSchema.nullable(),
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

export const articleSchema = z
  .object({
    id: idSchema,
    title: localizedSchema,
    content: localizedSchema.meta({ description: 'Safe HTML' }),
    tags: z.array(z.string()),
    coverPictureUrl: z.string().nullable(),
    creationDate: momentSchema,
  })
  .meta({ id: 'Article' }) satisfies z.ZodType<Article>;

export const homeSchema = z
  .object({ items: z.array(itemSchema), lastArticle: articleSchema.nullable() })
  .meta({ id: 'Home' }) satisfies z.ZodType<Home>;

export const connectionStatusSchema = z
  .object({ isConnected: z.boolean(), user: userSchema.nullable() })
  .meta({ id: 'ConnectionStatus' }) satisfies z.ZodType<ConnectionStatus>;

export const paymentConfigSchema = z
  .object({ publishableKey: z.string() })
  .meta({ id: 'PaymentConfig' }) satisfies z.ZodType<PaymentConfig>;

export const subscribedSchema = z
  .object({ message: z.literal('subscribed'), subscription: subscriptionSchema })
  .meta({ id: 'Subscribed' }) satisfies z.ZodType<Subscribed>;

export const unsubscribedSchema = z
  .object({ message: z.literal('unsubscribed'), accessEndsOn: momentSchema })
  .meta({ id: 'Unsubscribed' }) satisfies z.ZodType<Unsubscribed>;

/** The answer of a call that only confirms. */
export function successSchema<Code extends SuccessCode>(code: Code) {
  return z.object({ message: z.literal(code) });
}

const MESSAGE_CODES: readonly MessageCode[] = [...ERROR_CODES, ...SUCCESS_CODES];

/** Every code with its text: the answer of GET /api/errors. */
export const errorTextsSchema = z
  .record(z.enum(MESSAGE_CODES), localizedSchema)
  .meta({ id: 'ErrorTexts' }) satisfies z.ZodType<ErrorTexts>;

/** The body of every error (contract, section 3). */
export const errorAnswerSchema = z
  .object({
    message: z.enum(ERROR_CODES),
    code: z.enum(ERROR_REASONS),
    issues: z.array(z.object({ path: z.string(), message: z.enum(ERROR_CODES) })).optional(),
    requiresAction: z.literal(true).optional(),
    clientSecret: z.string().optional(),
    attemptId: z.string().optional(),
  })
  .meta({ id: 'Refusal' });
