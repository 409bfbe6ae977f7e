import { paymentConfigSchema } from '@shop/domain/shapes.schema';

import { publicProcedure, router } from '../trpc.ts';
import { paymentAccountOf } from './account.ts';

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
      const account = session === null ? 'main' : await paymentAccountOf(deps, session.userId);
      return { publishableKey: deps.payments.publishableKey(account) };
    }),
});
