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
        summary: 'What the caller is told of once it is in stock again',
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
        summary: 'Ask to be told once an option is in stock again, or take it back',
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
        summary: 'Ask the same by an address, without an account',
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
        summary: 'Confirm what was asked by an address, by the link of its email',
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
        summary: 'Take back everything that one is told of, by the link of an email',
      },
      errorCodes: { 400: ['incorrect_activation_code'] },
    })
    .input(stockLinkSchema)
    .output(stockRequestsEndedSchema)
    .mutation(async ({ ctx, input }) => ({ ended: await endStockRequests(ctx, input) })),
});
