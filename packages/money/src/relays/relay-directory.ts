import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { CountryCode } from '@agres/domain/countries';
import { MAX_RELAY_RESULTS, relaySearchOf, type RelayPoint } from '@agres/domain/relays';
import type { FindRelays } from '@agres/domain/relays.schema';

export type RelayDirectory = {
  findById: (id: string) => Promise<RelayPoint | null>;
  /** Returns at most ten points of a postcode or town, ordered by postcode and name. */
  find: (search: FindRelays) => Promise<RelayPoint[]>;
  countries: () => Promise<CountryCode[]>;
};

/** Sorts after every character of a key: the upper bound of a prefix search. */
const LAST = '\u{10FFFF}';

const POINT_COLUMNS = Prisma.sql`id, country, name, number, street, postcode, town, hours`;

/** The first digits of a postcode, which a region shares: the department in France. */
const REGION_DIGITS = 2;

/** Returns the directory of the points that the owner imported (`relays import`). */
export function storedRelays(db: Db | Tx): RelayDirectory {
  return {
    findById: async (id) => {
      const [point] = await db.$queryRaw<RelayPoint[]>`
        SELECT ${POINT_COLUMNS} FROM relay_point WHERE id = ${id}`;
      return point ?? null;
    },
    find: async ({ country, near }) => {
      const search = relaySearchOf(near);
      if (search === null) return [];
      const column = search.by === 'postcode' ? Prisma.sql`postcode_key` : Prisma.sql`town_key`;
      const findByPrefix = (prefix: string) => db.$queryRaw<RelayPoint[]>`
        SELECT ${POINT_COLUMNS} FROM relay_point
        WHERE country = ${country}::char(2)
          AND ${column} >= ${prefix} AND ${column} < ${prefix + LAST}
        ORDER BY ${column}, postcode_key, name, id LIMIT ${MAX_RELAY_RESULTS}::int`;
      const points = await findByPrefix(search.key);
      // A postcode without a point shows the points of its region.
      return points.length > 0 || search.by === 'town'
        ? points
        : findByPrefix(search.key.slice(0, REGION_DIGITS));
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
