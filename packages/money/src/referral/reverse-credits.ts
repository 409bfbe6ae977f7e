import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import { defineJob, DONE, enqueue, outcomeOf, type JobDeps } from '@agres/core/jobs/job';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { localeOf } from '@agres/domain/locale';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';
import { REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import type { Answer } from '@agres/payments/answer';
import type { CreditTaken } from '@agres/payments/customers';
import { z } from 'zod';

import { findCustomers } from '../checkout/customers.ts';
import { referralReversedEmail } from './emails.ts';
import { countReferrals, IS_REVERSED, IS_UNDONE, JOIN_CONTRACT, lockReferrer } from './ledger.ts';
import { nameOf, type NamedCredit } from './pass-credit-on.ts';

type ReversibleCredit = { creditId: number; referrerId: number };

/**
 * Reverses the credits whose referred person's contract was undone after they counted, and takes back what
 * the referrer has not used. Safe in several concurrent processes.
 */
export async function reverseCredits(deps: JobDeps): Promise<void> {
  const { db } = deps;
  const reversible = await db.$queryRaw<ReversibleCredit[]>`
    SELECT c.id AS "creditId", c.owner_id AS "referrerId"
    FROM referral_credit c JOIN referral_credit r ON r.id = c.referral_id ${JOIN_CONTRACT}
    WHERE c.kind = 'credit' AND c.owner_id IS NOT NULL AND NOT ${IS_REVERSED} AND ${IS_UNDONE}
    ORDER BY c.id`;
  for (const one of reversible) {
    await inTransaction(db, (tx) => reverse(tx, one));
    deps.log.info(one, 'referral credit reversed');
  }
  // Includes credits that were being transferred during their reversal, and credits whose job was lost.
  const unrecovered = await db.$queryRaw<{ creditId: number }[]>`
    SELECT v.about_id AS "creditId" FROM referral_credit v
    JOIN referral_credit d ON d.credit_id = v.about_id
    WHERE v.kind = 'reversal' AND v.owner_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM referral_credit t
        WHERE t.about_id = v.about_id AND t.kind = 'recovery')
      AND NOT EXISTS (SELECT FROM job WHERE dedupe = 'recover_credit:' || v.about_id)`;
  for (const { creditId } of unrecovered) await enqueueRecovery(db, creditId);
  if (reversible.length + unrecovered.length > 0) deps.wakeJobs();
}

async function enqueueRecovery(tx: Tx, creditId: number): Promise<void> {
  await enqueue(tx, {
    job: recoverCreditJob,
    payload: { creditId },
    dedupe: `recover_credit:${creditId}`,
  });
}

async function reverse(tx: Tx, { creditId, referrerId }: ReversibleCredit): Promise<void> {
  const referrer = await lockReferrer(tx, referrerId);
  if (referrer === null) return;
  const added = await tx.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents, about_id)
    SELECT owner_id, 'reversal', amount_cents, id FROM referral_credit
    WHERE id = ${creditId}::int AND owner_id IS NOT NULL
    ON CONFLICT DO NOTHING`;
  if (added === 0) return;
  const referrals = await countReferrals(tx, referrerId);
  const gift = await tx.referralCredit.findFirst({
    where: { ownerId: referrerId, kind: 'gift' },
    select: { followups: { select: { id: true } } },
  });
  const losesGift = gift !== null && referrals === REFERRALS_FOR_GIFT - 1;
  const wasSent = (gift?.followups.length ?? 0) > 0;
  await enqueueEmail(tx, {
    email: referralReversedEmail,
    request: {
      userId: referrerId,
      locale: localeOf(referrer.locale),
      referrals,
      // Parallettes that were sent are not taken back.
      losesGift: losesGift && !wasSent,
    },
    dedupe: `referral_reversed:${creditId}`,
  });
  if (!losesGift || !wasSent) return;
  await enqueueEmail(tx, {
    email: operatorAlertEmail,
    request: {
      event: 'Parallettes were sent for referrals of which fewer than three count now',
      facts: { memberId: referrerId, referrals, creditId },
    },
    dedupe: `gift_of_reversed:${creditId}`,
  });
}

/** Takes back the unused part of a reversed credit and records it; alerts the owner of the used part. */
export const recoverCreditJob = defineJob({
  kind: 'recover_credit',
  payload: z.object({ creditId: z.int() }),
  run: async (deps, { creditId }, { attempts }) => {
    const credit = await findUnrecovered(deps, creditId);
    if (credit === null) return DONE;
    const taken = await takeBack(deps, credit, attempts);
    if (taken.outcome !== 'known') return outcomeOf(taken);
    await recordRecovery(deps, credit, taken.value);
    deps.wakeJobs();
    return DONE;
  },
});

type UnrecoveredCredit = NamedCredit & {
  ownerId: number;
  account: PaymentAccount;
};

async function findUnrecovered(
  { db }: JobDeps,
  creditId: number,
): Promise<UnrecoveredCredit | null> {
  const credit = await db.referralCredit.findUnique({
    where: { id: creditId },
    select: {
      ownerId: true,
      amountCents: true,
      debit: { select: { stripeAccount: true } },
      referral: { select: { addressHash: true } },
      followups: { select: { kind: true } },
    },
  });
  const kinds = credit?.followups.map(({ kind }) => kind) ?? [];
  const isOpen = kinds.includes('reversal') && !kinds.includes('recovery');
  if (!isOpen || credit?.ownerId == null || credit.debit?.stripeAccount == null) return null;
  const { ownerId, amountCents, debit, referral } = credit;
  const account = paymentAccountOfName(debit.stripeAccount ?? '');
  return {
    id: creditId,
    ownerId,
    amountCents,
    addressHash: referral?.addressHash ?? null,
    account,
  };
}

const NOTHING_LEFT: Answer<CreditTaken> = {
  outcome: 'known',
  value: { takenCents: 0, transactionId: null },
};

/** Takes the credit back from the customer that received it: the owner may have had several customers. */
async function takeBack(
  { db, payments, installation }: JobDeps,
  credit: UnrecoveredCredit,
  tries: number,
): Promise<Answer<CreditTaken>> {
  const { account, ownerId } = credit;
  for (const { account: of, customerId } of await findCustomers(db, ownerId)) {
    if (of !== account) continue;
    const given = { ...nameOf(installation, credit), customerId };
    const found = await payments.findCredit(account, given);
    if (found.outcome !== 'known') return found;
    if (found.value === null) continue;
    const taking = { ...nameOf(installation, credit, 'reversal'), customerId, tries };
    const taken = await payments.takeCreditBack(account, taking);
    if (taken.outcome !== 'known') return taken;
    if (taken.value !== null) return { outcome: 'known', value: taken.value };
  }
  return NOTHING_LEFT;
}

async function recordRecovery(
  { db }: JobDeps,
  { id, account, ownerId, amountCents }: UnrecoveredCredit,
  { takenCents, transactionId }: CreditTaken,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const added = await tx.$executeRaw`
      INSERT INTO referral_credit (owner_id, kind, amount_cents, about_id, stripe_account,
        stripe_transaction_id)
      SELECT owner_id, 'recovery', ${takenCents}::int, id, ${account}, ${transactionId}::text
      FROM referral_credit WHERE id = ${id}::int AND owner_id IS NOT NULL
      ON CONFLICT DO NOTHING`;
    if (added === 0 || takenCents === amountCents) return;
    await enqueueEmail(tx, {
      email: operatorAlertEmail,
      request: {
        event: 'A referral credit was used before its referral was undone',
        facts: { memberId: ownerId, creditId: id, usedCents: amountCents - takenCents },
      },
      dedupe: `credit_used:${id}`,
    });
  });
}
