import {
  BOOKS_KEPT_FROM,
  inParts,
  RETENTION_BATCH_SIZE,
  type RetentionRule,
} from '@agres/core/run-retention';

/**
 * Anonymizes ended subscriptions and attempts after ten years: erases the account and the provider's ids.
 * Plan, dates and accepted terms stay.
 */
export const subscriptionRetention: readonly RetentionRule[] = [
  {
    name: 'subscriptions',
    run: async ({ db }) => {
      const attempts = await inParts(
        () => db.$executeRaw`
        UPDATE subscription_attempt SET user_id = NULL, referrer_id = NULL, stripe_intent_id = NULL,
          request_hash = ''::bytea, card_hash = NULL
        WHERE id IN (
          SELECT id FROM subscription_attempt
          WHERE updated_at < ${BOOKS_KEPT_FROM} AND state IN ('done', 'refused', 'expired')
            AND (user_id IS NOT NULL OR request_hash <> ''::bytea)
          LIMIT ${RETENTION_BATCH_SIZE}::int FOR UPDATE SKIP LOCKED)`,
      );
      const subscriptions = await inParts(
        () => db.$executeRaw`
        UPDATE subscription SET user_id = NULL, referrer_id = NULL, stripe_customer_id = '',
          stripe_subscription_id = NULL
        WHERE id IN (
          SELECT id FROM subscription
          WHERE (paid_until < ${BOOKS_KEPT_FROM}
              OR (paid_until IS NULL AND created_at < ${BOOKS_KEPT_FROM}))
            AND state = 'ended' AND stripe_customer_id <> ''
          LIMIT ${RETENTION_BATCH_SIZE}::int FOR UPDATE SKIP LOCKED)`,
      );
      return attempts + subscriptions;
    },
  },
];
