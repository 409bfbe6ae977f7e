import { memberProcedure, router } from '@agres/core/trpc';
import {
  subscribedSchema,
  subscriptionInvoicesSchema,
  subscriptionStandingSchema,
  unsubscribedSchema,
} from '@agres/domain/shapes.schema';
import { subscribeSchema } from '@agres/domain/subscription.schema';
import { subscribe } from '@agres/money/subscription/subscribe';
import { subscriberProcedure } from '@agres/money/subscription/subscriber-procedure';
import { listSubscriptionInvoices } from '@agres/money/subscription/subscription-payments';

import { readProgramme } from './programme.ts';
import { unsubscribe } from './terminate.ts';

export const programmesRouter = router({
  current: subscriberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programsPerso',
        tags: ['subscription'],
        summary: 'The caller’s subscription',
        description:
          'The end of the paid period, whether the last debit was refused, and how many people have subscribed with the code of the caller.',
      },
    })
    .output(subscriptionStandingSchema)
    .query(({ ctx }) => readProgramme(ctx.deps, ctx.session.userId)),

  invoices: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programsPerso/invoices',
        tags: ['subscription'],
        summary: 'The caller’s subscription payments with their invoices, newest first',
      },
    })
    .output(subscriptionInvoicesSchema)
    .query(async ({ ctx: { deps, session } }) => ({
      invoices: await listSubscriptionInvoices(deps.db, session.userId),
    })),

  subscribe: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programsPerso/subscribe',
        tags: ['subscription'],
        summary: 'Subscribe to the personal programme, or resume the subscription',
        description:
          'Charges the first period of the plan. Repeating a call never charges twice: the header `Idempotency-Key`, else the card token, names the attempt. With 402 and `requiresAction` the bank asks for 3-D Secure: once it is done, the same call with the same key finishes. While a subscription that was ended still runs, the call makes it go on with its plan and its card, without a charge; only then may `stripeToken` be left out.',
      },
      takesIdempotencyKey: true,
      errorCodes: {
        400: ['invalid_fields'],
        402: ['invalid_card', 'insufficient_funds'],
        409: ['already_subscribed', 'purchase_in_progress', 'terms_changed'],
        422: ['invalid_fields'],
        503: ['error_message', 'sales_paused'],
      },
    })
    .input(subscribeSchema)
    .output(subscribedSchema)
    .mutation(async ({ ctx, input }) => ({
      message: 'subscribed' as const,
      subscription: await subscribe(ctx, input),
    })),

  unsubscribe: subscriberProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/programsPerso/unsubscribe',
        tags: ['subscription'],
        summary: 'Cancel the subscription at the end of the paid period',
        description:
          'Access lasts until `accessEndsOn`, and nothing is debited any more. Repeating the call changes nothing.',
      },
    })
    .output(unsubscribedSchema)
    .mutation(async ({ ctx }) => ({
      message: 'unsubscribed' as const,
      accessEndsOn: (await unsubscribe(ctx)).toISOString(),
    })),
});
