import { enqueueEmail } from '@agres/core/jobs/email';
import { enqueue } from '@agres/core/jobs/job';
import { loadKeyedHash } from '@agres/core/keyed-hash';
import type { RetentionRule } from '@agres/core/run-retention';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { addDays, type Day, startOfDay } from '@agres/domain/days';
import { localeOf } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import type { PaymentAccount } from '@agres/domain/shapes';
import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@agres/domain/subscription';

import { giftEarnedEmail, referralCreditedEmail } from './emails.ts';
import { findCustomerToCredit, passCreditOnJob } from './pass-credit-on.ts';

/** A subscriber whose first invoice is paid, and their referrer. */
export type Referral = {
  referrerId: number;
  referredUserId: number;
  /** The referred person's contract, and the last day to withdraw from it. */
  subscriptionId: number;
  lastDay: Day;
  /** Null if credit covered the first invoice. */
  payment: FirstPayment | null;
};

export type FirstPayment = { account: PaymentAccount; intentId: string };

/**
 * Records a referral, to be decided once the withdrawal period is over, in the transaction of the first paid
 * invoice. Does nothing if the referrer's account was deleted, if the person counted before by account or
 * address, or if two people refer each other.
 */
export async function recordReferral(
  tx: Tx,
  { referrerId, referredUserId, subscriptionId, lastDay, payment }: Referral,
): Promise<void> {
  const referrer = await lockReferrer(tx, referrerId);
  const referred = await tx.user.findUnique({
    where: { id: referredUserId },
    select: { emailKey: true },
  });
  if (referrer === null || referred === null) return;
  const hash = await loadKeyedHash(tx, 'referral');
  // guard: a referred address counts once, even after its account was deleted
  const addressHash = hash(addressText(referred.emailKey));
  const referrerAddressHash = hash(addressText(referrer.emailKey));
  const dueAt = startOfDay(addDays(lastDay, 1));
  await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, referred_user_id, kind, amount_cents, due_at,
      subscription_id, address_hash, owner_address_hash, first_payment_account, first_payment_id)
    SELECT ${referrerId}::int, ${referredUserId}::int, 'referral', ${REFERRAL_CREDIT_CENTS}::int,
      ${dueAt}, ${subscriptionId}::int, ${addressHash}::bytea, ${referrerAddressHash}::bytea,
      ${payment?.account ?? null}::text, ${payment?.intentId ?? null}::text
    WHERE NOT EXISTS (
      SELECT FROM referral_credit r
      WHERE (r.owner_id = ${referredUserId}::int OR r.owner_address_hash = ${addressHash}::bytea)
        AND (r.referred_user_id = ${referrerId}::int OR r.address_hash = ${referrerAddressHash}::bytea))
    ON CONFLICT DO NOTHING`;
}

/** SQL for the contract of a referral `r`. The previous release stored none: falls back to its payment. */
const contractOf = Prisma.sql`coalesce(r.subscription_id,
  (SELECT a.subscription_id FROM subscription_attempt a WHERE a.stripe_intent_id = r.first_payment_id))`;

/** SQL that joins the subscription `s` of a referral `r`. */
export const JOIN_CONTRACT = Prisma.sql`LEFT JOIN subscription s ON s.id = ${contractOf}`;

/** SQL for disputes that returned the payment to the cardholder. */
export const IS_LOST_DISPUTE = Prisma.sql`status IN ('lost', 'prevented')`;

/**
 * SQL for whether the contract of a referral `r`, with `JOIN_CONTRACT`, is undone: its first payment was or is
 * being refunded or was lost to a dispute, or the subscriber withdrew. An open dispute undoes nothing yet,
 * because a reversal is final. Uses count(*) instead of EXISTS, with which PostgreSQL may scan each table in
 * full.
 */
// guard: a referral of a refunded, disputed or withdrawn contract does not count
export const IS_UNDONE = Prisma.sql`(
  (SELECT count(*) FROM refund f
    WHERE f.payment_intent_id = r.first_payment_id AND f.state <> 'failed') > 0
  OR (SELECT count(*) FROM dispute d
    WHERE d.payment_intent_id = r.first_payment_id AND ${IS_LOST_DISPUTE}) > 0
  OR (SELECT count(*) FROM declaration w JOIN declaration_event e ON e.declaration_id = w.id
    WHERE w.subscription_id = s.id AND w.kind = 'withdrawal' AND e.kind = 'ended') > 0)`;

/** SQL for whether the contract has an open declaration that its subscriber made or the owner accepted. */
// guard: a referral waits while a declaration about its contract is open
export const IS_DECLARED_ABOUT = Prisma.sql`((SELECT count(*) FROM declaration w
  WHERE w.subscription_id = s.id AND w.closed_at IS NULL AND (w.proof <> 'none'
    OR EXISTS (SELECT FROM declaration_event e WHERE e.declaration_id = w.id AND e.kind = 'accepted'))) > 0)`;

export type ReferralDecision =
  | { outcome: 'counts'; cardHash: Uint8Array<ArrayBuffer> | null }
  /** Its contract is undone, or the card is the referrer's own. */
  | { outcome: 'falls_away' };

/**
 * Applies the decision about a referral, once. If it counts, writes a credit, enqueues its email and transfer
 * to the provider and, with the third one, the pair of parallettes. Otherwise, or if the address has become
 * the referrer's own or the card has counted before, writes a lapse. Does nothing if the referrer's account
 * was deleted.
 */
export async function applyReferralDecision(
  tx: Tx,
  { id, referrerId }: { id: number; referrerId: number },
  decision: ReferralDecision,
): Promise<void> {
  const referrer = await lockReferrer(tx, referrerId);
  if (referrer === null) return;
  const hash = await loadKeyedHash(tx, 'referral');
  const ownAddressHash = hash(addressText(referrer.emailKey));
  const [credit] =
    decision.outcome === 'falls_away'
      ? []
      : await tx.$queryRaw<{ id: number }[]>`
          INSERT INTO referral_credit (owner_id, kind, amount_cents, referral_id, card_hash)
          SELECT owner_id, 'credit', amount_cents, id, ${decision.cardHash}::bytea
          FROM referral_credit
          WHERE id = ${id}::int AND address_hash <> ${ownAddressHash}::bytea
          ON CONFLICT DO NOTHING
          RETURNING id`;
  if (credit !== undefined) {
    await rewardReferrer(tx, { referrerId, locale: referrer.locale, creditId: credit.id });
    return;
  }
  await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents, referral_id)
    SELECT owner_id, 'lapse', amount_cents, id FROM referral_credit WHERE id = ${id}::int
    ON CONFLICT DO NOTHING`;
}

type EarnedCredit = { referrerId: number; locale: string; creditId: number };

async function rewardReferrer(
  tx: Tx,
  { referrerId, locale, creditId }: EarnedCredit,
): Promise<void> {
  const referrals = await countReferrals(tx, referrerId);
  const reader = { userId: referrerId, locale: localeOf(locale) };
  await enqueueEmail(tx, {
    email: referralCreditedEmail,
    request: { ...reader, referrals },
    dedupe: `referral_credited:${creditId}`,
  });
  if (referrals >= REFERRALS_FOR_GIFT) await earnGift(tx, { reader, referrals, creditId });
  await enqueuePassCreditOn(tx, referrerId);
}

type Reader = { userId: number; locale: 'fr' | 'en' };

type EarnedGift = { reader: Reader; referrals: number; creditId: number };

/**
 * Records the gift, once. A gift lost before it was sent is earned again when three referrals count again.
 */
async function earnGift(tx: Tx, { reader, referrals, creditId }: EarnedGift): Promise<void> {
  const isNew = await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents)
    VALUES (${reader.userId}::int, 'gift', 0)
    ON CONFLICT DO NOTHING`;
  const isAgain =
    isNew === 0 && referrals === REFERRALS_FOR_GIFT && !(await isGiftSent(tx, reader));
  if (isNew === 0 && !isAgain) return;
  await enqueueEmail(tx, {
    email: giftEarnedEmail,
    request: { ...reader },
    dedupe: isAgain ? `gift:${reader.userId}:${creditId}` : `gift:${reader.userId}`,
  });
}

async function isGiftSent(tx: Tx, { userId: ownerId }: Reader): Promise<boolean> {
  return (await tx.referralCredit.count({ where: { ownerId, kind: 'gift_sent' } })) > 0;
}

/**
 * Enqueues the transfer of a referrer's waiting credits, if the provider has a customer of theirs. The caller
 * must hold a lock on the referrer's row, so that a credit and a customer created concurrently see each
 * other.
 */
export async function enqueuePassCreditOn(tx: Tx, referrerId: number): Promise<void> {
  const customer = await findCustomerToCredit(tx, referrerId);
  if (customer === null) return;
  const waiting = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM referral_credit c WHERE owner_id = ${referrerId}::int AND ${IS_WAITING}`;
  for (const { id: creditId } of waiting) {
    await enqueue(tx, {
      job: passCreditOnJob,
      payload: { creditId, ...customer },
      dedupe: `pass_credit_on:${creditId}`,
    });
  }
}

/** SQL for whether a credit `c` was reversed. */
export const IS_REVERSED = Prisma.sql`EXISTS (SELECT FROM referral_credit v
  WHERE v.about_id = c.id AND v.kind = 'reversal')`;

/** SQL for a credit `c` that has been neither transferred to the provider nor reversed. */
export const IS_WAITING = Prisma.sql`c.kind = 'credit' AND NOT ${IS_REVERSED}
  AND NOT EXISTS (SELECT FROM referral_credit d WHERE d.credit_id = c.id)`;

/** Counts a member's referrals whose credit was not reversed. */
export async function countReferrals(db: Db | Tx, ownerId: number): Promise<number> {
  return db.referralCredit.count({
    where: { ownerId, kind: 'credit', followups: { none: { kind: 'reversal' } } },
  });
}

type Referrer = { locale: string; emailKey: string };

/** Locks and reads the row of a referrer; null if the account was deleted. */
export async function lockReferrer(tx: Tx, referrerId: number): Promise<Referrer | null> {
  const [referrer] = await tx.$queryRaw<Referrer[]>`
    SELECT locale, email_key AS "emailKey" FROM users
    WHERE id = ${referrerId}::int FOR NO KEY UPDATE`;
  return referrer ?? null;
}

const addressText = (emailKey: string) => `address|${emailKey}`;

/**
 * Erases the keyed hashes from the ledger after their retention period (decision 064), except from undecided
 * referrals. The address and the card could count again afterwards.
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
