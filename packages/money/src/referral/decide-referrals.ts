import { raiseAlert } from '@agres/core/jobs/alert';
import type { JobDeps } from '@agres/core/jobs/job';
import { loadKeyedHash } from '@agres/core/keyed-hash';
import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { subscriptionWithdrawalDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';

import { IS_OPEN_DISPUTE } from '../refund/returned-money.ts';
import { readPayment } from '../subscription/late-debits.ts';
import {
  applyReferralDecision,
  IS_LOST_DISPUTE,
  IS_DECLARED_ABOUT,
  IS_UNDONE,
  JOIN_CONTRACT,
  type FirstPayment,
  type ReferralDecision,
} from './ledger.ts';

type DueReferral = {
  id: number;
  referrerId: number;
  account: PaymentAccount | null;
  intentId: string | null;
  isUndone: boolean;
};

/**
 * Decides all referrals whose withdrawal period is over, oldest first. A referral counts unless its payment
 * was refunded or lost to a dispute, its contract was withdrawn from, or the card is the referrer's own. A
 * referral stays undecided while its contract has an open declaration, its payment is disputed or the provider
 * does not answer. Safe in several concurrent processes.
 */
export async function decideReferrals(deps: JobDeps): Promise<void> {
  const due = await findDue(deps.db, deps.clock());
  for (const referral of due) {
    try {
      await decideOne(deps, referral);
    } catch (error) {
      deps.log.warn(
        { referralId: referral.id, err: error },
        'referral not decided, trying again later',
      );
    }
  }
  if (due.length > 0) deps.wakeJobs();
}

type Contract = { subscriptionDate: Date | null; isInformed: boolean };

async function findDue(db: Db, now: Date): Promise<DueReferral[]> {
  const rows = await db.$queryRaw<(DueReferral & Contract)[]>`
    SELECT r.id, r.owner_id AS "referrerId", r.first_payment_account AS "account",
      r.first_payment_id AS "intentId", ${IS_UNDONE} AS "isUndone",
      s.subscription_date AS "subscriptionDate", s.contract_text_id IS NOT NULL AS "isInformed"
    FROM referral_credit r ${JOIN_CONTRACT}
    WHERE r.kind = 'referral' AND r.due_at <= ${now} AND r.owner_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM referral_credit t WHERE t.referral_id = r.id)
      AND NOT ${IS_DECLARED_ABOUT}
    ORDER BY r.due_at, r.id`;
  return rows.filter((row) => isPeriodOver(row, now));
}

/** The last day is computed here, because `due_at` of the previous release assumed fourteen days. */
function isPeriodOver({ subscriptionDate, isInformed }: Contract, now: Date): boolean {
  if (subscriptionDate === null) return true;
  // guard: a referral waits until the withdrawal period is over
  return parisDayOf(now) > subscriptionWithdrawalDay({ subscriptionDate, isInformed });
}

async function decideOne(deps: JobDeps, referral: DueReferral): Promise<void> {
  const answer = await decide(deps, referral);
  if (answer.outcome === 'known') {
    const decision = answer.value;
    if (decision === 'waits') return;
    await inTransaction(deps.db, (tx) => applyReferralDecision(tx, referral, decision));
    return;
  }
  const facts = { referralId: referral.id, account: referral.account, fault: answer.cause.kind };
  deps.log.warn(facts, 'referral not decided, trying again later');
  if (answer.outcome !== 'misconfigured') return;
  await raiseAlert(deps, {
    event: 'The payment provider did not return the state of the first payment of a referral',
    facts,
    dedupe: `referral:${referral.id}`,
    every: 'day',
  });
}

async function decide(
  deps: JobDeps,
  { referrerId, account, intentId, isUndone: isUndoneHere }: DueReferral,
): Promise<Answer<ReferralDecision | 'waits'>> {
  if (isUndoneHere) return FALLS_AWAY;
  // Credit paid the whole amount, so there is no card and no payment to compare.
  if (account === null || intentId === null) return counts(null);
  const read = await readPayment(deps, { account, intentId });
  if (read.outcome !== 'known') return read;
  const { refundedCents, isDisputed, cardFingerprint } = read.value;
  const dispute = isDisputed
    ? await readDisputes(deps.db, intentId)
    : { isOpen: false, isLost: false };
  // guard: a refunded or disputed first payment earns no referral credit
  if (refundedCents > 0 || dispute.isLost) return FALLS_AWAY;
  if (dispute.isOpen) return { outcome: 'known', value: 'waits' };
  if (cardFingerprint === null) return counts(null);
  const own = await ownCards(deps, { referrerId, account });
  if (own.outcome !== 'known') return own;
  if (own.value.includes(cardFingerprint)) return FALLS_AWAY;
  const hash = await loadKeyedHash(deps.db, 'referral');
  // guard: a card counts for one referral only
  return counts(hash(`card|${account}|${cardFingerprint}`));
}

/** Reads the stored disputes of a disputed payment; one that is not stored yet counts as open. */
async function readDisputes(
  db: Db,
  intentId: string,
): Promise<{ isOpen: boolean; isLost: boolean }> {
  const [disputes] = await db.$queryRaw<{ isOpen: boolean; isLost: boolean }[]>`
    SELECT coalesce(bool_or(${IS_OPEN_DISPUTE}), true) AS "isOpen",
      coalesce(bool_or(${IS_LOST_DISPUTE}), false) AS "isLost"
    FROM dispute WHERE payment_intent_id = ${intentId}`;
  return disputes ?? { isOpen: true, isLost: false };
}

/** Fingerprints differ between accounts, so only the cards in the payment's account are compared. */
async function ownCards(
  { db, payments }: JobDeps,
  { referrerId, account }: { referrerId: number } & Pick<FirstPayment, 'account'>,
): Promise<Answer<string[]>> {
  const customer = await db.paymentCustomer.findUnique({
    where: { userId_stripeAccount: { userId: referrerId, stripeAccount: account } },
    select: { stripeCustomerId: true },
  });
  if (customer === null) return { outcome: 'known', value: [] };
  return payments.listCardFingerprints(account, customer.stripeCustomerId);
}

const FALLS_AWAY: Answer<ReferralDecision> = { outcome: 'known', value: { outcome: 'falls_away' } };

const counts = (cardHash: Uint8Array<ArrayBuffer> | null): Answer<ReferralDecision> => ({
  outcome: 'known',
  value: { outcome: 'counts', cardHash },
});
