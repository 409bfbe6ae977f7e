import { publicProcedure } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';
import { itemSchema } from '@agres/domain/shapes.schema';
import { readByIdSchema } from '@agres/domain/shop.schema';
import { findItem, listItems } from '@agres/money/catalogue/items';
import { z } from 'zod';

/** The catalogue, two of the procedures of `shop`. */
export const itemProcedures = {
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
};
