import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { publicProcedure, router } from '@agres/core/trpc';
import { countrySchema, findRelaysSchema, relayPointSchema } from '@agres/domain/relays.schema';
import { storedRelays } from '@agres/money/relays/relay-directory';
import { z } from 'zod';

export const relaysRouter = router({
  find: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/relays',
        tags: ['shop'],
        summary: 'Find pickup points by postcode or town',
      },
      errorCodes: { 400: ['invalid_fields'] },
    })
    .input(findRelaysSchema)
    .output(z.array(relayPointSchema))
    .query(async ({ ctx, input }) => {
      // guard: searches for pickup points are rate-limited by IP address
      await requireRateLimit(ctx, { limit: 'relaysByIp', key: ctx.clientIp });
      return storedRelays(ctx.deps.db).find(input);
    }),

  countries: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/relays/countries',
        tags: ['shop'],
        summary: 'The countries with known pickup points',
      },
    })
    .output(z.array(countrySchema))
    .query(({ ctx }) => storedRelays(ctx.deps.db).countries()),
});
