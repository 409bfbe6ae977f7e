import { itemSchema, orderSchema } from '@shop/domain/shapes.schema';
import { buySchema } from '@shop/domain/shop.schema';
import { z } from 'zod';

import { buyItem } from '../purchase/buy.ts';
import { memberProcedure, publicProcedure, router } from '../trpc.ts';
import { listItems } from './item.ts';

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

  buy: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/items/buy',
        tags: ['shop'],
        summary: 'Buy one unit of an item; repeating a call never charges twice',
      },
      takesIdempotencyKey: true,
      refusals: {
        402: ['invalid_card', 'insufficient_funds'],
        409: ['sold_out_item', 'purchase_in_progress'],
        422: ['invalid_fields'],
        500: ['failed_purchase_contact_admin'],
        503: ['error_message'],
      },
    })
    .input(buySchema)
    .output(orderSchema)
    .mutation(({ ctx, input }) => buyItem(ctx, input)),
});
