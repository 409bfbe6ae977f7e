import { memberProcedure, router } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';
import {
  savedDeliverySettingSchema,
  orderInvoicesSchema,
  orderPageSchema,
  orderSchema,
} from '@agres/domain/shapes.schema';
import {
  setDeliverySavingSchema,
  ordersQuerySchema,
  readByIdSchema,
} from '@agres/domain/shop.schema';
import { listInvoicesOf } from '@agres/money/invoices/invoice';
import { readSavedDelivery, setDeliverySaving } from '@agres/money/orders/saved-delivery';

import { askForDelivery, askToCancel } from './late-orders.ts';
import { findOwnOrder, listOwnOrders } from './own-orders.ts';

export const ordersRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders',
        tags: ['shop'],
        summary: 'The caller’s orders, newest first',
      },
      errorCodes: { 400: ['invalid_fields'] },
    })
    .input(ordersQuerySchema)
    .output(orderPageSchema)
    .query(({ ctx: { deps, session }, input }) => listOwnOrders(deps.db, session.userId, input)),

  byId: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}',
        tags: ['shop'],
        summary: 'One order of the caller; 404 for any other id',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(orderSchema)
    .query(async ({ ctx: { deps, session }, input }) => {
      const order = await findOwnOrder(deps.db, { userId: session.userId, id: input.id });
      if (order === null) throw new DomainError('not_found');
      return order;
    }),

  invoices: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}/invoices',
        tags: ['shop'],
        summary: 'The invoice and credit notes of one order of the caller',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(orderInvoicesSchema)
    .query(async ({ ctx: { deps, session }, input }) => ({
      invoices: await listInvoicesOf(deps.db, { orderId: input.id, userId: session.userId }),
    })),

  askForDelivery: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/delivery-notice',
        tags: ['shop'],
        summary: 'Demand the delivery of a late order',
      },
      errorCodes: { 404: ['not_found'], 409: ['already_sent', 'not_possible_yet'] },
    })
    .input(readByIdSchema)
    .output(orderSchema)
    .mutation(({ ctx, input }) => askForDelivery(ctx, input.id)),

  askToCancel: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/cancellation',
        tags: ['shop'],
        summary: 'Cancel a late order',
      },
      errorCodes: { 404: ['not_found'], 409: ['already_sent', 'not_possible_yet'] },
    })
    .input(readByIdSchema)
    .output(orderSchema)
    .mutation(({ ctx, input }) => askToCancel(ctx, input.id)),

  keptDelivery: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/delivery',
        tags: ['shop'],
        summary: 'The caller’s stored delivery details',
      },
    })
    .output(savedDeliverySettingSchema)
    .query(({ ctx: { deps, session } }) => readSavedDelivery(deps, session)),

  keepDelivery: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/delivery',
        tags: ['shop'],
        summary: 'Store delivery details for the next purchase, or delete them',
      },
    })
    .input(setDeliverySavingSchema)
    .output(savedDeliverySettingSchema)
    .mutation(async ({ ctx: { deps, session }, input }) => {
      const { userId } = session;
      await setDeliverySaving(deps, { userId, ...input });
      return readSavedDelivery(deps, { userId });
    }),
});
