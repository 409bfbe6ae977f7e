import { payingCardSchema, paymentConfigSchema, successSchema } from '@shop/domain/shapes.schema';
import { updateCardSchema } from '@shop/domain/subscription.schema';

import { findPayer } from '../subscription/payment-account.ts';
import { subscriberProcedure } from '../subscription/subscriber-procedure.ts';
import { publicProcedure, router } from '../trpc.ts';
import { readCard } from './read-card.ts';
import { updateCard } from './update-card.ts';

export const paymentsRouter = router({
  config: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/payment/config',
        tags: ['payment'],
        summary: 'The publishable key of the account that will charge this session',
      },
    })
    .output(paymentConfigSchema)
    .query(async ({ ctx: { deps, session } }) => {
      const payer = session === null ? null : await findPayer(deps, session.userId);
      return { publishableKey: deps.payments.publishableKey(payer?.account ?? 'main') };
    }),

  card: subscriberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/payment/card',
        tags: ['payment'],
        summary: 'The card that pays for the subscription now',
      },
    })
    .output(payingCardSchema.nullable())
    .query(({ ctx }) => readCard(ctx)),

  updateCard: subscriberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/updateMobileAppPaymentMethod',
        tags: ['payment'],
        summary: 'Put a new card on the subscription; no money moves',
      },
      takesIdempotencyKey: true,
      errorCodes: {
        402: ['invalid_card', 'insufficient_funds'],
        422: ['invalid_fields'],
      },
    })
    .input(updateCardSchema)
    .output(successSchema('banking_information_updated'))
    .mutation(async ({ ctx, input }) => {
      await updateCard(ctx, input);
      return { message: 'banking_information_updated' as const };
    }),
});
