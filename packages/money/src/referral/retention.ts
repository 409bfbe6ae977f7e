import type { RetentionRule } from '@agres/core/run-retention';
import { RETENTION } from '@agres/domain/retention';

/**
 * Removes the keyed hashes from the ledger after their retention period (decision 064), except from
 * referrals that are still to be decided. The address and the card could count again afterwards.
 */
export const referralRetention: readonly RetentionRule[] = [
  {
    name: 'referral_hashes',
    run: ({ db }) => db.$executeRaw`
      UPDATE referral_credit r SET address_hash = NULL, owner_address_hash = NULL, card_hash = NULL
      WHERE (address_hash IS NOT NULL OR card_hash IS NOT NULL)
        AND at < now() - make_interval(years => ${RETENTION.referralHashYears}::int)
        AND (kind <> 'referral' OR owner_id IS NULL
          OR (SELECT count(*) FROM referral_credit s WHERE s.referral_id = r.id) > 0)`,
  },
];
