import type { Deps } from '@agres/core/context';
import { Prisma } from '@agres/db/db';
import { deliveryAreaOf } from '@agres/domain/delivery';
import type { SavedDeliverySetting } from '@agres/domain/shapes';

type MemberId = { userId: number };

/** SQL for an upsert that replaces every field of a saved delivery. */
const REPLACED = Prisma.sql`
  area = EXCLUDED.area, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
  relay_name = EXCLUDED.relay_name, relay_number = EXCLUDED.relay_number,
  relay_street = EXCLUDED.relay_street, relay_zip_code = EXCLUDED.relay_zip_code,
  relay_city = EXCLUDED.relay_city, relay_country = EXCLUDED.relay_country,
  number = EXCLUDED.number, street = EXCLUDED.street, zip_code = EXCLUDED.zip_code,
  city = EXCLUDED.city, country = EXCLUDED.country, relay_id = EXCLUDED.relay_id`;

/** Returns the delivery of a member's last purchase, for the next one. Saving is on by default. */
export async function readSavedDelivery(
  { db }: Pick<Deps, 'db'>,
  { userId }: MemberId,
): Promise<SavedDeliverySetting> {
  // guard: a saved delivery is returned only to its owner
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
 * Turns saving on or off for a member's next purchases. Turning saving off also deletes the saved delivery:
 * the upsert overwrites its fields with NULL. A concurrent purchase then saves nothing.
 */
export async function setDeliverySaving(
  { db }: Pick<Deps, 'db'>,
  { userId, isKept }: MemberId & { isKept: boolean },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO saved_delivery (user_id, is_kept) VALUES (${userId}::int, ${isKept}::boolean)
    ON CONFLICT (user_id) DO UPDATE
    SET is_kept = EXCLUDED.is_kept, at = clock_timestamp(), ${REPLACED}
    WHERE saved_delivery.is_kept IS DISTINCT FROM EXCLUDED.is_kept`;
}

/**
 * SQL that saves the delivery of a paid attempt for its buyer's next purchase, if the call contained its
 * fields, the buyer has an account, and saving is on.
 */
export function saveDeliverySql(attemptId: string): Prisma.Sql {
  // guard: a delivery is not saved while saving is off
  return Prisma.sql`
    INSERT INTO saved_delivery (user_id, area, first_name, last_name,
      relay_name, relay_number, relay_street, relay_zip_code, relay_city, relay_country,
      number, street, zip_code, city, country, relay_id)
    SELECT user_id, area, recipient->>'firstName', recipient->>'lastName',
      typed->>'relayName', typed->>'number', typed->>'name', typed->>'zipCode', typed->>'city',
      typed->>'relayCountry', typed->>'clientNumber', typed->>'clientName', typed->>'clientZipCode',
      typed->>'clientCity', typed->>'clientCountry', recipient->>'relayId'
    FROM (SELECT *, recipient->'delivery' AS typed FROM purchase_attempt) attempt
    WHERE id = ${attemptId}::uuid AND user_id IS NOT NULL AND area IS NOT NULL
      AND typed IS NOT NULL
    ON CONFLICT (user_id) DO UPDATE SET at = clock_timestamp(), ${REPLACED}
    WHERE saved_delivery.is_kept`;
}
