import { askTime } from '@shop/db/database-clock';
import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { proRataRefund } from '@shop/domain/consumer-rights';
import { parisDayOf } from '@shop/domain/days';
import { DomainError } from '@shop/domain/errors';
import { isPlan, paymentAccountOfName, type PaymentAccount } from '@shop/domain/shapes';
import { periodEndOf, PLAN_PRICES_CENTS } from '@shop/domain/subscription';
import type { Intent } from '@shop/payments/shapes';

import type {
  ContractRight,
  Contracts,
  ContractStanding,
  DeclarationDeps,
  Looked,
} from '../declarations/contract.ts';
import {
  addEvent,
  closeDeclaration,
  eventOf,
  lockDeclaration,
  type Declaration,
} from '../declarations/declaration.ts';
import { declarationFollowedEmail } from '../declarations/emails.ts';
import { enqueueEmail } from '../jobs/email.ts';
import type { Actor } from '../operations/actor.ts';
import { checkMoneyBack } from '../refund/audit-refunds.ts';
import { requestOrphan } from '../refund/orphans.ts';
import { readGiven, requestRefund } from '../refund/refund.ts';
import { currentSubscription } from './access.ts';
import { alertOfProviderError, endWithPeriod, ifOurs } from './renewal.ts';
import { syncSubscription, type Ask } from './sync-subscription.ts';
import { lastWithdrawalDay, ordinaryWithdrawalDay } from './withdrawal-day.ts';

/** Retry after this where the provider does not answer, or another refund of the payment is on its way. */
const AGAIN: Looked = { inSeconds: 60 };
/** Retry after this where a dispute holds the money: banks take weeks to decide. */
const AFTER_DISPUTE: Looked = { inSeconds: 3600 };

/** When to retry a refund that is not possible now; rethrows every other error. */
function againAfter(error: unknown): Looked {
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'disputed') return AFTER_DISPUTE;
  if (error.code === 'refund_in_flight') return AGAIN;
  throw error;
}

const ACTOR: Actor = { kind: 'system', name: 'declarations' };

/** What calls a subscription by its name, in both languages; a number is that of an order. */
const NAMES_SUBSCRIPTION = /^\D*(?:\babo|subscri)\D*$/i;

/** How a subscription is withdrawn from, and ended without a log-in. */
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
      isGivenBack: false,
      next: today <= ordinaryWithdrawalDay(row.subscriptionDate) ? 'ended' : 'decided',
    };
    return [right];
  },

  findOwn: async (db, { userId, contractId }) => {
    // guard: a subscription is ended by its subscriber alone
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
    // guard: a subscription is withdrawn from where it is named, not where an order may be meant
    if (kind === 'withdrawal' && !NAMES_SUBSCRIPTION.test(reference)) return null;
    return subscriptionContracts.findOwn(db, { userId });
  },

  match: async (db, { emailKey }) => {
    const row = await db.subscription.findFirst({
      where: { user: { emailKey }, ...currentSubscription(await askTime(db)) },
      select: { id: true },
    });
    return row?.id ?? null;
  },

  standings: async (db, ids) => {
    const rows = await db.subscription.findMany({
      where: { id: { in: [...ids] }, subscriptionDate: { not: null } },
      select: { id: true, subscriptionDate: true, userId: true, state: true, accessEndsOn: true },
    });
    return rows.map(({ id, subscriptionDate, userId, ...row }): ContractStanding => ({
      contractId: id,
      // guard: after fourteen days a subscription is ended by decision alone
      followedUntil: subscriptionDate === null ? null : ordinaryWithdrawalDay(subscriptionDate),
      goods: 'none',
      isCancelled: false,
      isEnding: row.state === 'ended' || row.accessEndsOn !== null,
      hasAccount: userId !== null,
      money: null,
    }));
  },

  lock: async (tx, id) => {
    await tx.$queryRaw`SELECT 1 FROM subscription WHERE id = ${id}::int FOR UPDATE`;
  },

  hold: async () => false,
  release: async () => false,

  follow: (deps, declaration) =>
    declaration.kind === 'withdrawal' ? withdraw(deps, declaration) : terminate(deps, declaration),
};

/**
 * Ends the subscription at once, then refunds the first payment less the days that were used (C. conso.
 * L221-25, L221-26). Idempotent: a retry goes on after the last part that was done.
 */
async function withdraw(deps: DeclarationDeps, declaration: Declaration): Promise<Looked> {
  const { id, subscriptionId } = declaration;
  const contract = await findContract(deps, subscriptionId);
  if (contract === null) return 'never';
  const declaredOn = parisDayOf(declaration.declaredAt);
  if (eventOf(declaration, 'ended') === undefined) {
    if (!(await end(deps, contract.id, { ask: cancelNow(deps), declaration }))) return AGAIN;
    await addEvent(deps.db, id, { kind: 'ended', by: 'system' });
  }
  const paid = await readPaid(deps, contract);
  if (paid === null) return AGAIN;
  const plan = isPlan(contract.plan) ? contract.plan : 'monthly';
  const { refundCents, keptCents, usedDays } = proRataRefund({
    priceCents: PLAN_PRICES_CENTS[plan],
    cardPaidCents: paid.paidCents,
    startedOn: parisDayOf(contract.subscriptionDate),
    endsOn: parisDayOf(periodEndOf(plan, contract.subscriptionDate)),
    declaredOn,
    beganOnRequest: contract.immediateStartAt !== null,
  });
  return giveBack(deps, {
    declarationId: id,
    contract,
    paid,
    sums: { refundCents, keptCents, usedDays },
  });
}

type Contract = {
  id: number;
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
  const { stripeAccount, plan, subscriptionDate, immediateStartAt, attempts } = row;
  return {
    id,
    account: paymentAccountOfName(stripeAccount),
    plan,
    subscriptionDate,
    immediateStartAt,
    intentId: attempts[0]?.stripeIntentId ?? null,
  };
}

/** Ends a subscription at the provider and here; false: to be asked again. */
async function end(
  deps: DeclarationDeps,
  subscriptionId: number,
  { ask, declaration }: { ask: Ask; declaration: Declaration },
): Promise<boolean> {
  const { id, kind, locale } = declaration;
  const answer = await syncSubscription(deps, subscriptionId, {
    ask: ifOurs(deps, ask),
    wanted: { by: 'declaration', declarationId: id, kind, locale },
  });
  if (answer.outcome === 'known') return true;
  if (answer.outcome === 'misconfigured') {
    await alertOfProviderError(deps, subscriptionId, answer.cause);
  }
  return false;
}

/** What the card paid, and what of it has gone back to the card, in cents. */
type Paid = { paidCents: number; refundedCents: number };

/** What the card paid of the first invoice; null while the provider does not tell. */
async function readPaid(
  deps: DeclarationDeps,
  { account, intentId }: Contract,
): Promise<Paid | null> {
  // Credit paid all of it: nothing goes back to a card.
  if (intentId === null) return { paidCents: 0, refundedCents: 0 };
  const intent = await readPayment(deps, account, intentId);
  if (intent === null) return null;
  const { state, amountCents, refundedCents } = intent;
  return state === 'succeeded'
    ? { paidCents: amountCents, refundedCents }
    : { paidCents: 0, refundedCents: 0 };
}

/** A payment, with its disputes written down as they stand; null while the provider does not tell. */
async function readPayment(
  deps: DeclarationDeps,
  account: PaymentAccount,
  intentId: string,
): Promise<Intent | null> {
  const intent = await deps.payments.readIntent(account, intentId);
  if (intent.outcome !== 'known') return null;
  // guard: money of a subscription waits for a dispute that nobody has told of yet
  if (intent.value.isDisputed) {
    const told = await checkMoneyBack(deps, { account, intentId });
    if (told.outcome !== 'known') return null;
  }
  return intent.value;
}

type Giving = {
  declarationId: number;
  contract: Contract;
  paid: Paid;
  /** What the law leaves, as if nothing had gone back before. */
  sums: { refundCents: number; keptCents: number; usedDays: number };
};

async function giveBack(deps: DeclarationDeps, giving: Giving): Promise<Looked> {
  try {
    await inTransaction(deps.db, (tx) => requestAndClose(tx, giving));
  } catch (error) {
    return againAfter(error);
  }
  deps.wakeJobs();
  deps.wakeRefunds();
  return 'never';
}

async function requestAndClose(
  tx: Tx,
  { declarationId, contract, paid: { paidCents, refundedCents }, sums }: Giving,
): Promise<void> {
  await subscriptionContracts.lock(tx, contract.id);
  const declaration = await lockDeclaration(tx, declarationId);
  if (declaration === null || declaration.closedAt !== null) return;
  const { intentId, account } = contract;
  const bankCents = intentId === null ? 0 : (await readGiven(tx, intentId)).bankCents;
  // guard: what the bank gave back of a subscription is not given again
  const leftCents = Math.max(0, paidCents - refundedCents - bankCents);
  const refundCents = Math.min(sums.refundCents, leftCents);
  if (refundCents > 0 && intentId !== null) {
    await requestRefund(tx, {
      account,
      intentId,
      subscriptionId: contract.id,
      paidCents,
      amountCents: refundCents,
      reason: `Withdrawal, declaration ${declarationId}`,
      actor: ACTOR,
      key: `declaration:${declarationId}`,
      origin: 'withdrawal',
    });
  }
  const told = { ...sums, refundCents, bankCents };
  await addEvent(tx, declarationId, { kind: 'refund_requested', by: 'system', facts: told });
  await closeDeclaration(tx, declarationId, { by: 'system', facts: { reason: 'ended' } });
  await enqueueEmail(tx, {
    email: declarationFollowedEmail,
    request: { declarationId, news: { kind: 'subscriptionEnded', ...told } },
    dedupe: `declaration_followed:${declarationId}`,
  });
}

/**
 * Ends the subscription with its paid period, as its subscriber's own call does. What was debited since the
 * declaration, because it was proved or the provider answered only later, is given back: that period was
 * not wanted any more, and the one that was paid is over.
 */
async function terminate(deps: DeclarationDeps, declaration: Declaration): Promise<Looked> {
  const { id, subscriptionId } = declaration;
  if (subscriptionId === null) return 'never';
  const before = await findLateDebits(deps, declaration);
  if (before === null) return AGAIN;
  const ask = before.length > 0 ? cancelNow(deps) : endWithPeriod(deps);
  if (!(await end(deps, subscriptionId, { ask, declaration }))) return AGAIN;
  // The provider may have debited while it was asked.
  const debits = await findLateDebits(deps, declaration);
  if (debits === null) return AGAIN;
  const hasNewDebit = debits.length > before.length;
  if (hasNewDebit && !(await end(deps, subscriptionId, { ask: cancelNow(deps), declaration })))
    return AGAIN;
  return giveDebitsBack(deps, { declarationId: id, subscriptionId, debits });
}

const cancelNow =
  ({ payments }: DeclarationDeps): Ask =>
  ({ account, stripeSubscriptionId }) =>
    payments.cancelNow(account, stripeSubscriptionId);

/** A debit of the card for a period that began after a termination. */
type Debit = { account: PaymentAccount; intent: Intent };

/** An invoice is tried again for a month at most: a debit is no older than this beside its invoice. */
const LONGEST_DEBIT_MS = 60 * 86_400_000;

/** What was debited for renewals since a declaration; null while the provider does not tell. */
async function findLateDebits(
  deps: DeclarationDeps,
  { subscriptionId: id, declaredAt }: Declaration,
): Promise<Debit[] | null> {
  const { db, payments } = deps;
  const row = await db.subscription.findUnique({
    where: { id: id ?? 0 },
    select: { stripeAccount: true, stripeSubscriptionId: true },
  });
  if (row === null || row.stripeSubscriptionId === null) return [];
  const account = paymentAccountOfName(row.stripeAccount);
  const invoices = payments.listInvoices(account, {
    subscriptionId: row.stripeSubscriptionId,
    createdAfter: new Date(declaredAt.getTime() - LONGEST_DEBIT_MS),
  });
  const debits: Debit[] = [];
  for await (const answer of invoices) {
    if (answer.outcome !== 'known') return null;
    const { reason, paidAt, paymentIntentId } = answer.value;
    // guard: only what was debited after a termination was declared goes back
    if (reason !== 'renewal' || paidAt === null || paidAt <= declaredAt) continue;
    // Credit paid all of it: nothing goes back to a card.
    if (paymentIntentId === null) continue;
    const intent = await readPayment(deps, account, paymentIntentId);
    if (intent === null) return null;
    if (intent.state === 'succeeded') debits.push({ account, intent });
  }
  return debits;
}

type LateDebits = { declarationId: number; subscriptionId: number; debits: readonly Debit[] };

/** Has debits given back and closes the declaration, in one transaction; or asks again. */
async function giveDebitsBack(
  deps: DeclarationDeps,
  { declarationId, subscriptionId, debits }: LateDebits,
): Promise<Looked> {
  try {
    await inTransaction(deps.db, async (tx) => {
      await subscriptionContracts.lock(tx, subscriptionId);
      const declaration = await lockDeclaration(tx, declarationId);
      if (declaration === null || declaration.closedAt !== null) return;
      await addEvent(tx, declarationId, { kind: 'ended', by: 'system' });
      let refundCents = 0;
      for (const debit of debits) {
        const requested = await requestOrphan(tx, {
          ...debit,
          subscriptionId,
          reason: `Debited after the termination, declaration ${declarationId}`,
          actor: ACTOR,
          origin: 'withdrawal',
        });
        if (requested.kind === 'requested') refundCents += requested.refund.amountCents;
        else if (requested.why === 'refund_in_flight' || requested.why === 'disputed')
          throw new DomainError(requested.why);
      }
      if (refundCents > 0) {
        const facts = { refundCents };
        await addEvent(tx, declarationId, { kind: 'refund_requested', by: 'system', facts });
      }
      await closeDeclaration(tx, declarationId, { by: 'system', facts: { reason: 'ended' } });
    });
  } catch (error) {
    return againAfter(error);
  }
  deps.wakeJobs();
  if (debits.length > 0) deps.wakeRefunds();
  return 'never';
}
