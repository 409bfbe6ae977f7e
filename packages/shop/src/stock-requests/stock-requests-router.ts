import { memberProcedure, publicProcedure, router } from '@agres/core/trpc';
import {
  stockRequestAskedSchema,
  stockRequestConfirmedSchema,
  stockRequestsEndedSchema,
  stockRequestsSchema,
} from '@agres/domain/shapes.schema';
import {
  askForStockSchema,
  setStockRequestSchema,
  stockLinkSchema,
} from '@agres/domain/shop.schema';

import { endStockRequests, listStockRequests, setStockRequest } from './stock-requests.ts';
import { askForStock, confirmStockRequest } from './visitor-requests.ts';

export const stockRequestsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stock-requests',
        tags: ['shop'],
        summary: 'The caller’s stock alerts',
      },
    })
    .output(stockRequestsSchema)
    .query(({ ctx: { deps, session } }) => listStockRequests(deps, session)),

  set: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/stock-requests',
        tags: ['shop'],
        summary: 'Create or delete a stock alert',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(setStockRequestSchema)
    .output(stockRequestsSchema)
    .mutation(async ({ ctx, input }) => {
      await setStockRequest(ctx, input);
      return listStockRequests(ctx.deps, ctx.session);
    }),

  ask: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stock-requests',
        tags: ['shop'],
        summary: 'Create a stock alert for an email address, without an account',
      },
      errorCodes: {
        400: ['invalid_email_message', 'invalid_email_domain_message'],
        404: ['not_found'],
      },
    })
    .input(askForStockSchema)
    .output(stockRequestAskedSchema)
    .mutation(async ({ ctx, input }) => ({ isAsked: await askForStock(ctx, input) })),

  confirm: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stock-requests/confirm',
        tags: ['shop'],
        summary: 'Confirm a stock alert with the link of its email',
      },
      errorCodes: { 400: ['incorrect_activation_code'] },
    })
    .input(stockLinkSchema)
    .output(stockRequestConfirmedSchema)
    .mutation(({ ctx, input }) => confirmStockRequest(ctx, input)),

  end: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stock-requests/end',
        tags: ['shop'],
        summary: 'Delete all stock alerts of an email address with the link of an email',
      },
      errorCodes: { 400: ['incorrect_activation_code'] },
    })
    .input(stockLinkSchema)
    .output(stockRequestsEndedSchema)
    .mutation(async ({ ctx, input }) => ({ ended: await endStockRequests(ctx, input) })),
});
