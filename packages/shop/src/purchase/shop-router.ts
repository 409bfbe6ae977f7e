import { memberProcedure, publicProcedure, router } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';
import { itemSchema, orderSchema } from '@agres/domain/shapes.schema';
import { buySchema, readByIdSchema } from '@agres/domain/shop.schema';
import { findItem, listItems } from '@agres/money/catalogue/items';
import { buyItem } from '@agres/money/purchase/buy-item';
import { z } from 'zod';

export const shopRouter = router({
  items: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/items',
        tags: ['shop'],
        summary: 'The items of the shop, in its order',
      },
    })
    .output(z.array(itemSchema))
    .query(({ ctx }) => listItems(ctx.deps)),

  item: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/items/{id}',
        tags: ['shop'],
        summary: 'One item of the shop',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(itemSchema)
    .query(async ({ ctx, input }) => {
      const item = await findItem(ctx.deps, input.id);
      if (item === null) throw new DomainError('not_found');
      return item;
    }),

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
});
