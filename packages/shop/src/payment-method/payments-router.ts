import { publicProcedure, router, succeedWith } from '@agres/core/trpc';
import { payingCardSchema, paymentConfigSchema, successSchema } from '@agres/domain/shapes.schema';
import { updateCardSchema } from '@agres/domain/subscription.schema';
import { readCard } from '@agres/money/payment-method/read-card';
import { updateCard } from '@agres/money/payment-method/update-card';
import { findPayer } from '@agres/money/subscription/find-payer';
import { subscriberProcedure } from '@agres/money/subscription/subscriber-procedure';

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
        summary: 'The card of the subscription',
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
        summary: 'Change the card of the subscription',
      },
      takesIdempotencyKey: true,
      errorCodes: {
        402: ['invalid_card', 'insufficient_funds'],
        422: ['invalid_fields'],
      },
    })
    .input(updateCardSchema)
    .output(successSchema('banking_information_updated'))
    .mutation(succeedWith('banking_information_updated', updateCard)),
});
