import { Prisma, type Tx } from '@shop/db/db';
import type { PaymentAccount } from '@shop/domain/shapes';
import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@shop/domain/subscription';

import { enqueue } from '../jobs/enqueue.ts';
import { localeOf } from '../localized.ts';

/** Somebody whose first invoice is paid, and who sent them. */
export type Referral = { ownerId: number; referredUserId: number };

/**
 * Writes down what a referral earns, once for each person brought: the credit, its letter and its
 * passing on, and with the third person the pair of parallettes. In the transaction of the first paid
 * invoice; nothing for an owner who has left.
 */
export async function earnReferral(tx: Tx, { ownerId, referredUserId }: Referral): Promise<void> {
  const owner = await lockOwner(tx, ownerId);
  if (owner === null) return;
  const [credit] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO referral_credit (owner_id, referred_user_id, kind, amount_cents)
    VALUES (${ownerId}::int, ${referredUserId}::int, 'credit', ${REFERRAL_CREDIT_CENTS}::int)
    ON CONFLICT (referred_user_id) DO NOTHING
    RETURNING id`;
  if (credit === undefined) return;
  const referrals = await tx.referralCredit.count({ where: { ownerId, kind: 'credit' } });
  const reader = { userId: ownerId, locale: localeOf(owner.locale) };
  await enqueue(tx, {
    kind: 'mail',
    payload: { letter: 'referralCredited', ...reader, referrals },
    dedupe: `referral_credited:${credit.id}`,
  });
  if (referrals >= REFERRALS_FOR_GIFT) await earnGift(tx, reader);
  await promisePassingOn(tx, ownerId);
}

type Reader = { userId: number; locale: 'fr' | 'en' };

async function earnGift(tx: Tx, reader: Reader): Promise<void> {
  const isNew = await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents)
    VALUES (${reader.userId}::int, 'gift', 0)
    ON CONFLICT DO NOTHING`;
  if (isNew === 0) return;
  await enqueue(tx, {
    kind: 'mail',
    payload: { letter: 'giftEarned', ...reader },
    dedupe: `gift:${reader.userId}`,
  });
}

/**
 * Promises to pass on every credit that waits, if its owner has a customer at the provider: on the
 * account that debits them now, else on the main one. The caller holds the owner's row, so that a
 * credit and a customer that come to be at the same time see each other.
 */
export async function promisePassingOn(tx: Tx, ownerId: number): Promise<void> {
  const [customer] = await tx.$queryRaw<{ account: PaymentAccount; customerId: string }[]>`
    SELECT p.stripe_account AS "account", p.stripe_customer_id AS "customerId"
    FROM payment_customer p
    LEFT JOIN subscription s ON s.user_id = p.user_id AND s.state IN ('active', 'past_due')
      AND s.stripe_account = p.stripe_account
    WHERE p.user_id = ${ownerId}::int
    ORDER BY s.id IS NULL, p.stripe_account = 'bis' LIMIT 1`;
  if (customer === undefined) return;
  const waiting = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM referral_credit c WHERE owner_id = ${ownerId}::int AND ${isWaiting}`;
  for (const { id: creditId } of waiting) {
    await enqueue(tx, {
      kind: 'pass_credit_on',
      payload: { creditId, ...customer },
      dedupe: `pass_credit_on:${creditId}`,
    });
  }
}

/** SQL for a credit, read as `c`, that has not been passed on. */
const isWaiting = Prisma.sql`c.kind = 'credit'
  AND NOT EXISTS (SELECT FROM referral_credit d WHERE d.credit_id = c.id)`;

async function lockOwner(tx: Tx, ownerId: number): Promise<{ locale: string } | null> {
  const [owner] = await tx.$queryRaw<{ locale: string }[]>`
    SELECT locale FROM users WHERE id = ${ownerId}::int FOR NO KEY UPDATE`;
  return owner ?? null;
}
