import { Prisma } from '@shop/db/db';
import { deliveryAreaOf } from '@shop/domain/delivery';
import type { KeptDelivery } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';

type Whose = { userId: number };

/** The columns of a delivery, by the names that the calls give them. */
const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  relayName: 'relay_name',
  number: 'relay_number',
  name: 'relay_street',
  zipCode: 'relay_zip_code',
  city: 'relay_city',
  relayCountry: 'relay_country',
  clientNumber: 'number',
  clientName: 'street',
  clientZipCode: 'zip_code',
  clientCity: 'city',
  clientCountry: 'country',
  relayId: 'relay_id',
} as const satisfies Record<Exclude<keyof NonNullable<KeptDelivery['delivery']>, 'area'>, string>;

const FILLED_IN = ['area', ...Object.values(COLUMNS)];
const [LISTED, OFFERED, NOTHING] = [
  FILLED_IN.map((column) => `"${column}"`),
  FILLED_IN.map((column) => `EXCLUDED."${column}"`),
  FILLED_IN.map(() => 'NULL'),
].map((parts) => Prisma.raw(parts.join(', ')));

/** What a member's last purchase left for the next one. Nobody who never bought has switched it off. */
export async function findKeptDelivery(
  { db }: Pick<Deps, 'db'>,
  { userId }: Whose,
): Promise<KeptDelivery> {
  // guard: a saved delivery is told to its owner alone
  const row = await db.savedDelivery.findUnique({ where: { userId } });
  if (row === null) return { isKept: true, delivery: null };
  const area = deliveryAreaOf(row.area);
  if (area === null) return { isKept: row.isKept, delivery: null };
  return {
    isKept: row.isKept,
    delivery: {
      area,
      firstName: row.firstName ?? '',
      lastName: row.lastName ?? '',
      relayName: row.relayName ?? '',
      number: row.relayNumber ?? '',
      name: row.relayStreet ?? '',
      zipCode: row.relayZipCode ?? '',
      city: row.relayCity ?? '',
      relayCountry: row.relayCountry ?? '',
      clientNumber: row.number ?? '',
      clientName: row.street ?? '',
      clientZipCode: row.zipCode ?? '',
      clientCity: row.city ?? '',
      clientCountry: row.country ?? '',
      relayId: row.relayId,
    },
  };
}

/**
 * Has the next purchases of a member leave their delivery, or not. Whatever was kept is forgotten where
 * they do not; a purchase that ends at the same moment leaves nothing either.
 */
export async function keepDelivery(
  { db }: Pick<Deps, 'db'>,
  { userId, isKept }: Whose & { isKept: boolean },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO saved_delivery (user_id, is_kept) VALUES (${userId}::int, ${isKept}::boolean)
    ON CONFLICT (user_id) DO UPDATE
    SET is_kept = EXCLUDED.is_kept, at = clock_timestamp(), (${LISTED}) = ROW(${NOTHING})
    WHERE saved_delivery.is_kept IS DISTINCT FROM EXCLUDED.is_kept`;
}

/**
 * SQL of a statement that keeps the delivery of a paid attempt for its buyer's next purchase: where the
 * call brought its fields, the buyer has an account, and wants it kept.
 */
export function savingOf(attemptId: string): Prisma.Sql {
  const { firstName: _first, lastName: _last, relayId: _relay, ...address } = COLUMNS;
  const fields = Object.keys(address).map((name) => Prisma.sql`recipient->'delivery'->>${name}`);
  // guard: nothing is kept of a delivery whose buyer wants nothing kept
  return Prisma.sql`
    INSERT INTO saved_delivery (user_id, ${LISTED})
    SELECT user_id, area, recipient->>'firstName', recipient->>'lastName', ${Prisma.join(fields)},
      recipient->>'relayId'
    FROM purchase_attempt
    WHERE id = ${attemptId}::uuid AND user_id IS NOT NULL AND area IS NOT NULL
      AND recipient->'delivery' IS NOT NULL
    ON CONFLICT (user_id) DO UPDATE SET at = clock_timestamp(), (${LISTED}) = ROW(${OFFERED})
    WHERE saved_delivery.is_kept`;
}
