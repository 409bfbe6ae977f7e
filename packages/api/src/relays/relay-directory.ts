import { Prisma, type Db } from '@shop/db/db';
import type { CountryCode } from '@shop/domain/countries';
import { RELAYS_FOUND, relaySearchOf, type RelayPoint } from '@shop/domain/relays';
import type { FindRelays } from '@shop/domain/relays.schema';

/** Where parcels can be fetched, whoever keeps the list of it. */
export type RelayDirectory = {
  /** The points of a postcode or town, ten at most, by postcode and name. */
  find: (search: FindRelays) => Promise<RelayPoint[]>;
  /** The countries that it knows a point of. */
  countries: () => Promise<CountryCode[]>;
};

/** Greater than every character of a key. */
const LAST = '\u{10FFFF}';

/** The directory of the points that the owner imported (`relays:import`). */
export function storedRelays(db: Db): RelayDirectory {
  return {
    find: async ({ country, near }) => {
      const search = relaySearchOf(near);
      if (search === null) return [];
      const key = search.by === 'postcode' ? Prisma.sql`postcode_key` : Prisma.sql`town_key`;
      return db.$queryRaw<RelayPoint[]>`
        SELECT id, country, name, number, street, postcode, town, hours FROM relay_point
        WHERE country = ${country}::char(2)
          AND ${key} >= ${search.key} AND ${key} < ${search.key + LAST}
        ORDER BY ${key}, postcode_key, name, id LIMIT ${RELAYS_FOUND}::int`;
    },
    countries: async () => {
      const rows = await db.$queryRaw<{ country: CountryCode }[]>`
        WITH RECURSIVE known AS (
          (SELECT country FROM relay_point ORDER BY country LIMIT 1)
          UNION ALL
          SELECT next.country FROM known, LATERAL (
            SELECT country FROM relay_point WHERE country > known.country
            ORDER BY country LIMIT 1) next)
        SELECT country FROM known`;
      return rows.map(({ country }) => country);
    },
  };
}
