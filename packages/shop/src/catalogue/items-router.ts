import { readSetting, readShopFacts } from '@agres/core/settings';
import { publicProcedure } from '@agres/core/trpc';
import { DELIVERY_AREAS } from '@agres/domain/delivery';
import { DomainError } from '@agres/domain/errors';
import { deliverySchema, itemSchema, localizedSchema } from '@agres/domain/shapes.schema';
import { readByIdSchema } from '@agres/domain/shop.schema';
import { findItem, listItems } from '@agres/money/catalogue/items';
import { z } from 'zod';

export const itemProcedures = {
  /** Returns the sentence that shoppers see while sales are paused, or null. */
  pause: publicProcedure.output(localizedSchema.nullable()).query(async ({ ctx }) => {
    const { value } = await readSetting(ctx.deps.db, 'salesPause');
    return value.isPaused ? value.sentence : null;
  }),

  delivery: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/delivery',
        tags: ['shop'],
        summary: 'Delivery fees and times by area',
      },
    })
    .output(z.array(deliverySchema))
    .query(async ({ ctx }) => {
      const { feesCents, days, usualDays } = (await readShopFacts(ctx.deps.db)).delivery;
      return DELIVERY_AREAS.map((area) => ({
        area,
        feeCents: feesCents[area],
        days: days[area],
        usualDays: usualDays[area],
      }));
    }),

  items: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/items',
        tags: ['shop'],
        summary: 'The items of the shop, in display order',
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
