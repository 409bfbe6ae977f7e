import { memberProcedure } from '@agres/core/trpc';
import { orderSchema } from '@agres/domain/shapes.schema';
import { buySchema } from '@agres/domain/shop.schema';
import { buyItem } from '@agres/money/purchase/buy-item';

export const purchaseProcedures = {
  buy: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/items/buy',
        tags: ['shop'],
        summary: 'Buy one unit of an item; repeating a call never charges twice',
      },
      takesIdempotencyKey: true,
      errorCodes: {
        402: ['invalid_card', 'insufficient_funds'],
        409: ['sold_out_item', 'purchase_in_progress', 'terms_changed', 'price_changed'],
        422: ['invalid_fields'],
        500: ['failed_purchase_contact_admin'],
        503: ['error_message', 'sales_paused'],
      },
    })
    .input(buySchema)
    .output(orderSchema)
    .mutation(async ({ ctx, input }) => {
      try {
        return await buyItem(ctx, input);
      } finally {
        // A refused card releases a unit, and an open 3-D Secure challenge holds one.
        ctx.contentChanged();
      }
    }),
};
