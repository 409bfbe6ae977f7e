import { BOOKS_KEPT_FROM, eraseRows, type RetentionRule } from '@agres/core/run-retention';
import { Prisma } from '@agres/db/db';

/**
 * Anonymizes ended subscriptions and attempts after ten years: erases the account and the provider's ids.
 * Plan, dates and accepted terms stay.
 */
export const subscriptionRetention: readonly RetentionRule[] = [
  {
    name: 'subscriptions',
    run: async ({ db }) => {
      const attempts = await eraseRows(db, 'subscription_attempt', {
        set: Prisma.sql`user_id = NULL, referrer_id = NULL, stripe_intent_id = NULL,
          request_hash = ''::bytea, card_hash = NULL`,
        where: Prisma.sql`updated_at < ${BOOKS_KEPT_FROM} AND state IN ('done', 'refused', 'expired')
            AND (user_id IS NOT NULL OR request_hash <> ''::bytea)`,
      });
      const subscriptions = await eraseRows(db, 'subscription', {
        set: Prisma.sql`user_id = NULL, referrer_id = NULL, stripe_customer_id = '',
          stripe_subscription_id = NULL`,
        where: Prisma.sql`(paid_until < ${BOOKS_KEPT_FROM}
              OR (paid_until IS NULL AND created_at < ${BOOKS_KEPT_FROM}))
            AND state = 'ended' AND stripe_customer_id <> ''`,
      });
      return attempts + subscriptions;
    },
  },
];
