import { DomainError } from '@shop/domain/errors';
import { orderPageSchema, orderSchema } from '@shop/domain/shapes.schema';
import { ordersQuerySchema, readByIdSchema } from '@shop/domain/shop.schema';

import { memberProcedure, router } from '../trpc.ts';
import { findOrder, listOrders } from './list-orders.ts';

export const ordersRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders',
        tags: ['shop'],
        summary: 'The orders of the caller, newest first',
      },
      errorCodes: { 400: ['invalid_fields'] },
    })
    .input(ordersQuerySchema)
    .output(orderPageSchema)
    .query(({ ctx: { deps, session }, input }) => listOrders(deps, session.userId, input)),

  byId: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}',
        tags: ['shop'],
        summary: 'One order of the caller; every other id is not found',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(orderSchema)
    .query(async ({ ctx: { deps, session }, input }) => {
      const order = await findOrder(deps, { userId: session.userId, id: input.id });
      if (order === null) throw new DomainError('not_found');
      return order;
    }),
});
