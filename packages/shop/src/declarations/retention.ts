import { eraseRows, type RetentionRule } from '@agres/core/run-retention';
import { Prisma, type Tx } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';
import { emailKeyOf } from '@agres/domain/users';

/** Earlier releases named an account without a name by its address; no declared name contains an `@`. */
const HAS_ADDRESS_AS_NAME = Prisma.sql`name LIKE '%@%'`;
const WITHOUT_ADDRESS = Prisma.sql`email = NULL,
  name = CASE WHEN ${HAS_ADDRESS_AS_NAME} THEN NULL ELSE name END,
  statement = CASE WHEN ${HAS_ADDRESS_AS_NAME} THEN NULL ELSE statement END`;

/**
 * Erases the email addresses from an account's closed declarations, in the transaction that locks and deletes
 * the account. A declaration whose receipt is still due keeps its address until `declaration_addresses` runs.
 */
export async function eraseAddresses(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET ${WITHOUT_ADDRESS}
    WHERE closed_at IS NOT NULL AND next_check_at IS NULL AND email IS NOT NULL
      AND order_id IN (SELECT id FROM orders WHERE user_id = ${userId}::int)`;
  await tx.$executeRaw`
    UPDATE declaration SET ${WITHOUT_ADDRESS}
    WHERE closed_at IS NOT NULL AND next_check_at IS NULL AND email IS NOT NULL
      AND subscription_id IN (SELECT id FROM subscription WHERE user_id = ${userId}::int)`;
  // Declarations that match no contract are found by the address alone.
  await tx.$executeRaw`
    UPDATE declaration SET ${WITHOUT_ADDRESS}
    WHERE closed_at IS NOT NULL AND next_check_at IS NULL AND receipt <> 'waiting'
      AND lower(email) = ${emailKeyOf(email)}`;
}

/**
 * Terms start when a declaration is closed, so an open one keeps its text (docs/LAW.md). Its events hold no
 * personal data and remain.
 */
export const declarationRetention: readonly RetentionRule[] = [
  {
    name: 'order_withdrawal_marks',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM withdrawal_mark
      WHERE noun = 'order'
        AND at < now() - make_interval(days => ${RETENTION.orderWithdrawalHashDays}::int)`,
  },
  {
    name: 'subscription_withdrawal_marks',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM withdrawal_mark
      WHERE noun = 'subscription'
        AND at < now() - make_interval(years => ${RETENTION.withdrawalHashYears}::int)`,
  },
  {
    name: 'declarations',
    run: ({ db }) =>
      eraseRows(db, 'declaration', {
        set: Prisma.sql`name = NULL, reference = NULL, email = NULL, statement = NULL,
        numbers = '{}', return_tracking = NULL, flood = NULL,
        -- The hash of name and address goes with them.
        key = uuid_send(gen_random_uuid())`,
        where: Prisma.sql`statement IS NOT NULL
          AND closed_at < now() - make_interval(years => ${RETENTION.declarationYears}::int)`,
      }),
  },
  {
    name: 'declaration_addresses',
    run: ({ db }) =>
      eraseRows(db, 'declaration', {
        set: WITHOUT_ADDRESS,
        where: Prisma.sql`statement IS NOT NULL AND (email IS NOT NULL OR ${HAS_ADDRESS_AS_NAME})
          AND closed_at < now() - make_interval(days => ${RETENTION.declarationAddressDays}::int)
          AND (declaration.order_id IS NOT NULL OR declaration.subscription_id IS NOT NULL)
          AND (SELECT o.user_id FROM orders o WHERE o.id = declaration.order_id) IS NULL
          AND (SELECT s.user_id FROM subscription s WHERE s.id = declaration.subscription_id) IS NULL`,
      }),
  },
];
