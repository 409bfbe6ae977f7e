import { countrySchema, findRelaysSchema, relayPointSchema } from '@shop/domain/relays.schema';
import { z } from 'zod';

import { requireRateLimit } from '../limits/require-rate-limit.ts';
import { publicProcedure, router } from '../trpc.ts';
import { storedRelays } from './relay-directory.ts';

export const relaysRouter = router({
  find: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/relays',
        tags: ['shop'],
        summary: 'Pickup points of a postcode or town',
      },
      errorCodes: { 400: ['invalid_fields'] },
    })
    .input(findRelaysSchema)
    .output(z.array(relayPointSchema))
    .query(async ({ ctx, input }) => {
      // guard: the list of pickup points is not read out by one address
      await requireRateLimit(ctx, { limit: 'relaysByIp', key: ctx.clientIp });
      return storedRelays(ctx.deps.db).find(input);
    }),

  countries: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/relays/countries',
        tags: ['shop'],
        summary: 'The countries that pickup points are known in',
      },
    })
    .output(z.array(countrySchema))
    .query(({ ctx }) => storedRelays(ctx.deps.db).countries()),
});
