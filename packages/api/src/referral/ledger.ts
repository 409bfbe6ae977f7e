import { Prisma, type Tx } from '@shop/db/db';
import { localeOf } from '@shop/domain/locale';
import type { PaymentAccount } from '@shop/domain/shapes';
import {
  REFERRAL_CREDIT_CENTS,
  REFERRALS_FOR_GIFT,
  referralDueAt,
} from '@shop/domain/subscription';

import { enqueueEmail } from '../jobs/email.ts';
import { enqueue } from '../jobs/job.ts';
import { keyedHashOf } from '../keyed-hash.ts';
import { giftEarnedEmail, referralCreditedEmail } from './emails.ts';
import { findCustomerToCredit, passCreditOnJob } from './pass-credit-on.ts';

/** Somebody whose first invoice is paid, and who referred them. */
export type Referral = {
  referrerId: number;
  referredUserId: number;
  /** When the contract of the person brought began. */
  contractFrom: Date;
  /** What was charged; null where credit paid for all. */
  payment: FirstPayment | null;
};

/** A payment at the provider. */
export type FirstPayment = { account: PaymentAccount; intentId: string };

/**
 * Records who was brought by whom, to be decided once the withdrawal period is over. In the
 * transaction of the first paid invoice. Nothing for a referrer who has left, for somebody who counted
 * before by account or address, and for two people who refer each other.
 */
export async function recordReferral(
  tx: Tx,
  { referrerId, referredUserId, contractFrom, payment }: Referral,
): Promise<void> {
  const referrer = await lockReferrer(tx, referrerId);
  const referred = await tx.user.findUnique({
    where: { id: referredUserId },
    select: { emailKey: true },
  });
  if (referrer === null || referred === null) return;
  const hash = await keyedHashOf(tx, 'referral');
  // guard: an address counts once, whoever has it now
  const addressHash = hash(addressText(referred.emailKey));
  const referrerAddressHash = hash(addressText(referrer.emailKey));
  const dueAt = referralDueAt(contractFrom);
  await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, referred_user_id, kind, amount_cents, due_at,
      address_hash, owner_address_hash, first_payment_account, first_payment_id)
    SELECT ${referrerId}::int, ${referredUserId}::int, 'referral', ${REFERRAL_CREDIT_CENTS}::int,
      ${dueAt}, ${addressHash}::bytea, ${referrerAddressHash}::bytea,
      ${payment?.account ?? null}::text, ${payment?.intentId ?? null}::text
    WHERE NOT EXISTS (
      SELECT FROM referral_credit r
      WHERE (r.owner_id = ${referredUserId}::int OR r.owner_address_hash = ${addressHash}::bytea)
        AND (r.referred_user_id = ${referrerId}::int OR r.address_hash = ${referrerAddressHash}::bytea))
    ON CONFLICT DO NOTHING`;
}

/** What becomes of a referral whose withdrawal period is over. */
export type ReferralDecision =
  | { outcome: 'counts'; cardHash: Uint8Array<ArrayBuffer> | null }
  /** It was refunded or disputed, or the card is the referrer's own. */
  | { outcome: 'falls_away' };

/**
 * Applies the decision about a referral, once: a credit with its email and its passing on, and with
 * the third one the pair of parallettes; or a lapse, also where the address or the card has become the
 * referrer's own or the card has counted before. Nothing for a referrer who has left.
 */
export async function applyReferralDecision(
  tx: Tx,
  { id, referrerId }: { id: number; referrerId: number },
  decision: ReferralDecision,
): Promise<void> {
  const referrer = await lockReferrer(tx, referrerId);
  if (referrer === null) return;
  const hash = await keyedHashOf(tx, 'referral');
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

type Earned = { referrerId: number; locale: string; creditId: number };

async function rewardReferrer(tx: Tx, { referrerId, locale, creditId }: Earned): Promise<void> {
  const referrals = await tx.referralCredit.count({
    where: { ownerId: referrerId, kind: 'credit' },
  });
  const reader = { userId: referrerId, locale: localeOf(locale) };
  await enqueueEmail(tx, {
    email: referralCreditedEmail,
    request: { ...reader, referrals },
    dedupe: `referral_credited:${creditId}`,
  });
  if (referrals >= REFERRALS_FOR_GIFT) await earnGift(tx, reader);
  await enqueuePassCreditOn(tx, referrerId);
}

type Reader = { userId: number; locale: 'fr' | 'en' };

async function earnGift(tx: Tx, reader: Reader): Promise<void> {
  const isNew = await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents)
    VALUES (${reader.userId}::int, 'gift', 0)
    ON CONFLICT DO NOTHING`;
  if (isNew === 0) return;
  await enqueueEmail(tx, {
    email: giftEarnedEmail,
    request: { ...reader },
    dedupe: `gift:${reader.userId}`,
  });
}

/**
 * Enqueues the passing on of every waiting credit, if its referrer has a customer at the provider. The
 * caller holds the referrer's row, so that a credit and a customer that are made concurrently see each
 * other.
 */
export async function enqueuePassCreditOn(tx: Tx, referrerId: number): Promise<void> {
  const customer = await findCustomerToCredit(tx, referrerId);
  if (customer === null) return;
  const waiting = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM referral_credit c WHERE owner_id = ${referrerId}::int AND ${isWaiting}`;
  for (const { id: creditId } of waiting) {
    await enqueue(tx, {
      job: passCreditOnJob,
      payload: { creditId, ...customer },
      dedupe: `pass_credit_on:${creditId}`,
    });
  }
}

/** SQL for a credit, read as `c`, that has not been passed on. */
const isWaiting = Prisma.sql`c.kind = 'credit'
  AND NOT EXISTS (SELECT FROM referral_credit d WHERE d.credit_id = c.id)`;

type Referrer = { locale: string; emailKey: string };

async function lockReferrer(tx: Tx, referrerId: number): Promise<Referrer | null> {
  const [referrer] = await tx.$queryRaw<Referrer[]>`
    SELECT locale, email_key AS "emailKey" FROM users
    WHERE id = ${referrerId}::int FOR NO KEY UPDATE`;
  return referrer ?? null;
}

const addressText = (emailKey: string) => `address|${emailKey}`;
