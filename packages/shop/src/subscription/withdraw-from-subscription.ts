import { enqueueEmail } from '@agres/core/jobs/email';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { proRataRefund } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { numbersIn, withdrawalReason } from '@agres/domain/declaration';
import { isPlan } from '@agres/domain/shape-values';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';
import { periodEndOf, PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import {
  addEvent,
  closeDeclaration,
  eventOf,
  lockDeclaration,
  type Declaration,
} from '@agres/money/declarations/declaration';
import { markCard, markPerson } from '@agres/money/declarations/withdrawal-marks';
import { requestRefund } from '@agres/money/refund/request-refund';
import { readReturnedMoney } from '@agres/money/refund/returned-money';
import {
  findProviderContract,
  isPaidSince,
  readDebits,
  readPaidRenewals,
  readPayment,
  type Debit,
} from '@agres/money/subscription/late-debits';
import { alertOfProviderError, ifOwnSubscription } from '@agres/money/subscription/renewal';
import { lastWithdrawalDay, ordinaryWithdrawalDay } from '@agres/money/subscription/withdrawal-day';
import type { Answer } from '@agres/payments/answer';

import {
  ACTOR,
  IN_ONE_MINUTE,
  retryAfterRefusal,
  type ContractRight,
  type Contracts,
  type ContractStanding,
  type DeclarationDeps,
  type RecheckDelay,
} from '../declarations/contract.ts';
import { declarationFollowedEmail } from '../declarations/emails.ts';
import {
  cancelNow,
  endForDeclaration,
  lockSubscription,
  requestRefundsOfDebits,
  terminate,
} from './terminate.ts';

const SAYS_SUBSCRIPTION = /\babo|subscri/i;

export const subscriptionContracts: Contracts = {
  noun: 'subscription',
  kinds: new Set(['withdrawal', 'termination']),

  listRights: async ({ db, clock }, userId) => {
    const row = await db.subscription.findFirst({
      where: { userId, subscriptionDate: { not: null } },
      select: { id: true, subscriptionDate: true, contractTextId: true, state: true },
      orderBy: { id: 'desc' },
    });
    if (row?.subscriptionDate == null) return [];
    const today = parisDayOf(clock());
    const { subscriptionDate } = row;
    const lastDay = lastWithdrawalDay({ ...row, subscriptionDate });
    const right: ContractRight = {
      contractId: row.id,
      orderId: null,
      title: null,
      contractDate: row.subscriptionDate.toISOString(),
      lastDay,
      isOpen: row.state !== 'ended' && lastDay !== null && today <= lastDay,
      isOver: false,
      next: today <= ordinaryWithdrawalDay(row.subscriptionDate) ? 'ended' : 'decided',
    };
    return [right];
  },

  findOwn: async (db, { userId, contractId }) => {
    // guard: a member can end only their own subscription
    const row = await db.subscription.findFirst({
      where: {
        userId,
        subscriptionDate: { not: null },
        ...(contractId === undefined ? { state: { not: 'ended' } } : { id: contractId }),
      },
      select: { id: true },
      orderBy: { id: 'desc' },
    });
    return row?.id ?? null;
  },

  findNamed: async (db, { userId, reference, kind }) => {
    // guard: a reference that may mean an order does not end a subscription
    if (kind === 'withdrawal' && (!SAYS_SUBSCRIPTION.test(reference) || /\d/.test(reference))) {
      return null;
    }
    return subscriptionContracts.findOwn(db, { userId });
  },

  findNear: async (db, { emailKey, reference, kind }) => {
    const isMeant = kind === 'termination' || SAYS_SUBSCRIPTION.test(reference);
    const numbers = isMeant ? numbersIn(reference) : [];
    const user = await db.user.findUnique({ where: { emailKey }, select: { id: true } });
    const rows = await db.subscription.findMany({
      where: {
        subscriptionDate: { not: null },
        OR: [...(user === null ? [] : [{ userId: user.id }]), { id: { in: numbers } }],
      },
      select: {
        id: true,
        createdAt: true,
        subscriptionDate: true,
        userId: true,
        user: { select: { email: true } },
      },
    });
    return rows.map(({ id, createdAt, subscriptionDate, ...row }) => ({
      contractId: id,
      isOfAddress: user !== null && row.userId === user.id,
      isNumbered: numbers.includes(id),
      title: null,
      titleEn: null,
      madeOn: parisDayOf(subscriptionDate ?? createdAt),
      accountEmail: row.user?.email ?? null,
    }));
  },

  standings: async (db, ids) => {
    const rows = await db.subscription.findMany({
      where: { id: { in: [...ids] }, subscriptionDate: { not: null } },
      select: { id: true, subscriptionDate: true, userId: true, state: true, accessEndsOn: true },
    });
    return rows.map(({ id, subscriptionDate, userId, ...row }): ContractStanding => ({
      contractId: id,
      // guard: a withdrawal from a subscription after fourteen days is left to the owner
      followedUntil: subscriptionDate === null ? null : ordinaryWithdrawalDay(subscriptionDate),
      goods: 'none',
      isCancelled: false,
      isEnding: row.state === 'ended' || row.accessEndsOn !== null,
      hasAccount: userId !== null,
      money: null,
    }));
  },

  lock: lockSubscription,

  endAccess: async (tx, id) => {
    await tx.$executeRaw`
      UPDATE subscription SET withdrawn_at = clock_timestamp(), revision = revision + 1,
        access_ends_on = least(coalesce(access_ends_on, clock_timestamp()), clock_timestamp())
      WHERE id = ${id}::int AND state <> 'ended' AND withdrawn_at IS NULL`;
  },

  follow: async (deps, declaration) => {
    const answer = await (declaration.kind === 'withdrawal'
      ? withdraw(deps, declaration)
      : terminate(deps, declaration));
    if (answer.outcome === 'known') return answer.value;
    if (answer.outcome === 'misconfigured') {
      await alertOfProviderError(deps, declaration.subscriptionId ?? 0, answer.cause);
    }
    return IN_ONE_MINUTE;
  },
};

/**
 * Ends the subscription at once, then refunds the first payment less the used days (C. conso. L221-25,
 * L221-26), and all debits since the declaration. Idempotent: a retry continues after the last completed
 * part.
 */
async function withdraw(
  deps: DeclarationDeps,
  declaration: Declaration,
): Promise<Answer<RecheckDelay>> {
  const { id, subscriptionId } = declaration;
  const contract = await findContract(deps, subscriptionId);
  if (contract === null) return { outcome: 'known', value: 'never' };
  const declaredOn = parisDayOf(declaration.declaredAt);
  if (eventOf(declaration, 'ended') === undefined) {
    const { userId } = contract;
    if (userId !== null) {
      // The person is marked before the subscription ends, so that no new one starts in between.
      // guard: a withdrawal from a subscription is recorded for the account and its address
      await inTransaction(deps.db, (tx) => markPerson(tx, { ...withdrawnOf(contract), userId }));
    }
    const ended = await endForDeclaration(
      deps,
      declaration,
      ifOwnSubscription(deps, cancelNow(deps)),
    );
    if (ended.outcome !== 'known') return ended;
    await addEvent(deps.db, id, { kind: 'ended', by: 'system' });
  }
  const read = await readPaid(deps, contract);
  if (read.outcome !== 'known') return read;
  const paid = read.value;
  const debits = await readDebitsSince(deps, contract, declaration.declaredAt);
  if (debits.outcome !== 'known') return debits;
  const plan = isPlan(contract.plan) ? contract.plan : 'monthly';
  const { refundCents, keptCents, usedDays } = proRataRefund({
    priceCents: PLAN_PRICES_CENTS[plan],
    cardPaidCents: paid.paidCents,
    startedOn: parisDayOf(contract.subscriptionDate),
    endsOn: parisDayOf(periodEndOf(plan, contract.subscriptionDate)),
    declaredOn,
    beganOnRequest: contract.immediateStartAt !== null,
  });
  const sums = { refundCents, keptCents, usedDays };
  const looked = await refundSubscription(deps, {
    declarationId: id,
    contract,
    paid,
    debits: debits.value,
    sums,
  });
  return { outcome: 'known', value: looked };
}

type Contract = {
  id: number;
  userId: number | null;
  account: PaymentAccount;
  plan: string;
  subscriptionDate: Date;
  immediateStartAt: Date | null;
  intentId: string | null;
};

async function findContract({ db }: DeclarationDeps, id: number | null): Promise<Contract | null> {
  if (id === null) return null;
  const row = await db.subscription.findUnique({
    where: { id },
    select: {
      userId: true,
      stripeAccount: true,
      plan: true,
      subscriptionDate: true,
      immediateStartAt: true,
      attempts: {
        where: { kind: 'subscribe', state: 'done' },
        select: { stripeIntentId: true },
        orderBy: { createdAt: 'asc' },
        take: 1,
      },
    },
  });
  if (row?.subscriptionDate == null) return null;
  const { userId, stripeAccount, plan, subscriptionDate, immediateStartAt, attempts } = row;
  return {
    id,
    userId,
    account: paymentAccountOfName(stripeAccount),
    plan,
    subscriptionDate,
    immediateStartAt,
    intentId: attempts[0]?.stripeIntentId ?? null,
  };
}

const withdrawnOf = ({ id }: Contract) => ({ noun: 'subscription', contractId: id }) as const;

type PaidSums = { paidCents: number; refundedCents: number; cardFingerprint: string | null };

/** Credit paid the invoice in full: nothing is refunded to a card. */
const NOTHING_PAID: PaidSums = { paidCents: 0, refundedCents: 0, cardFingerprint: null };

async function readPaid(
  deps: DeclarationDeps,
  { account, intentId }: Contract,
): Promise<Answer<PaidSums>> {
  if (intentId === null) return { outcome: 'known', value: NOTHING_PAID };
  const intent = await readPayment(deps, { account, intentId });
  if (intent.outcome !== 'known') return intent;
  const { state, amountCents: paidCents, refundedCents, cardFingerprint } = intent.value;
  const paid = state === 'succeeded' ? { paidCents, refundedCents, cardFingerprint } : NOTHING_PAID;
  return { outcome: 'known', value: paid };
}

async function readDebitsSince(
  deps: DeclarationDeps,
  contract: Contract,
  since: Date,
): Promise<Answer<Debit[]>> {
  const provider = await findProviderContract(deps, contract.id);
  if (provider === null) return { outcome: 'known', value: [] };
  const renewals = await readPaidRenewals(deps, provider);
  if (renewals.outcome !== 'known') return renewals;
  const late = renewals.value.filter((renewal) => isPaidSince(renewal, since));
  return readDebits(deps, provider, late);
}

type WithdrawalRefund = {
  declarationId: number;
  contract: Contract;
  paid: PaidSums;
  debits: readonly Debit[];
  /** The sums that the law requires, before earlier refunds are deducted. */
  sums: { refundCents: number; keptCents: number; usedDays: number };
};

async function refundSubscription(
  deps: DeclarationDeps,
  giving: WithdrawalRefund,
): Promise<RecheckDelay> {
  try {
    await inTransaction(deps.db, (tx) => requestAndClose(tx, giving));
  } catch (error) {
    return retryAfterRefusal(error);
  }
  deps.wakeJobs();
  deps.wakeRefunds();
  return 'never';
}

async function requestAndClose(
  tx: Tx,
  { declarationId, contract, paid, debits, sums }: WithdrawalRefund,
): Promise<void> {
  const { paidCents, refundedCents, cardFingerprint } = paid;
  await lockSubscription(tx, contract.id);
  const declaration = await lockDeclaration(tx, declarationId);
  if (declaration === null || declaration.closedAt !== null) return;
  const { intentId, account } = contract;
  if (cardFingerprint !== null) {
    const card = { account, fingerprint: cardFingerprint };
    // guard: a withdrawal from a subscription is recorded for its card
    await markCard(tx, withdrawnOf(contract), card);
  }
  const bankCents = intentId === null ? 0 : (await readReturnedMoney(tx, intentId)).bankCents;
  // guard: money returned by a chargeback of a subscription is not refunded again
  const returnedCents = refundedCents + bankCents;
  const leftCents = Math.max(0, paidCents - returnedCents);
  // Earlier refunds and chargebacks count towards what the law requires.
  const dueCents = Math.max(0, sums.refundCents - returnedCents);
  const refundCents = Math.min(dueCents, leftCents);
  if (refundCents > 0 && intentId !== null) {
    await requestRefund(tx, {
      account,
      intentId,
      subscriptionId: contract.id,
      paidCents,
      amountCents: refundCents,
      reason: withdrawalReason(declarationId),
      actor: ACTOR,
      key: `declaration:${declarationId}`,
      origin: 'withdrawal',
    });
  }
  await requestRefundsOfDebits(tx, { declarationId, subscriptionId: contract.id, debits });
  const told = { ...sums, refundCents, keptCents: leftCents - refundCents, bankCents };
  await addEvent(tx, declarationId, { kind: 'refund_requested', by: 'system', facts: told });
  await closeDeclaration(tx, declarationId, { by: 'system', facts: { reason: 'ended' } });
  await enqueueEmail(tx, {
    email: declarationFollowedEmail,
    request: { declarationId, news: { kind: 'subscriptionEnded', ...told } },
    dedupe: `declaration_followed:${declarationId}`,
  });
}
