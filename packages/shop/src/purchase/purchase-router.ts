import { memberProcedure } from '@agres/core/trpc';
import { orderSchema } from '@agres/domain/shapes.schema';
import { buySchema } from '@agres/domain/shop.schema';
import { buyItem } from '@agres/money/purchase/buy-item';

/** The purchase, one of the procedures of `shop`. */
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
        // A card that is refused gives a unit back, and an open challenge holds one.
        ctx.contentChanged();
      }
    }),
};
