import { itemSchema } from '@shop/domain/shapes.schema';
import { z } from 'zod';

import { publicProcedure, router } from '../trpc.ts';
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
});
