import type { Deps, MemberContext } from '@agres/core/context';
import { emailLocale } from '@agres/core/localized';
import { secondsFromNow } from '@agres/db/database-clock';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { callWithRetries, unavailable } from '@agres/money/checkout/ask-provider';
import { CHECK_LEFT_SECONDS, withDeadline } from '@agres/money/checkout/lease';
import {
  addEvent,
  closeDeclaration,
  findDeclaration,
  lockDeclaration,
  type Declaration,
} from '@agres/money/declarations/declaration';
import {
  findOpenTermination,
  recordTermination,
} from '@agres/money/declarations/record-termination';
import { requestOrphanRefund } from '@agres/money/refund/orphans';
import { currentSubscription } from '@agres/money/subscription/access';
import {
  findProviderContract,
  isPaidSince,
  readDebits,
  readPaidRenewals,
  type Debit,
} from '@agres/money/subscription/late-debits';
import {
  alertOfProviderError,
  checkSubscription,
  endWithPeriod,
  ifOwnSubscription,
  type Change,
} from '@agres/money/subscription/renewal';
import {
  syncSubscription,
  type SubscriptionCall,
} from '@agres/money/subscription/sync-subscription';
import type { Answer } from '@agres/payments/answer';
import type { Invoice } from '@agres/payments/shapes';

import {
  ACTOR,
  retryAfterRefusal,
  type DeclarationDeps,
  type RecheckDelay,
} from '../declarations/contract.ts';

/**
 * Ends the caller's subscription with the paid period, or at once if the provider reports none as paid;
 * returns when access ends. Stores the termination before the call to the provider, so that background work
 * completes a failed call. Idempotent.
 * @throws DomainError `not_subscribed`, or 503 `error_message` if the provider does not answer
 */
export async function unsubscribe(ctx: MemberContext): Promise<Date> {
  const deps: Deps = withDeadline({ ...ctx.deps, log: ctx.log });
  const { db, payments } = deps;
  const row = await db.subscription.findFirst({
    where: { userId: ctx.session.userId, ...currentSubscription(deps.clock()) },
    select: { id: true, accessEndsOn: true },
  });
  if (row === null) throw new DomainError('not_subscribed');
  const { id: subscriptionId, accessEndsOn } = row;
  if (accessEndsOn !== null && (await findOpenTermination(db, subscriptionId)) === null) {
    // guard: a repeated unsubscription checks the end at the provider
    const now = await checkSubscription(deps, subscriptionId);
    if (now !== null && isEndPaid(now)) return now.accessEndsOn;
  }
  // Debits up to now are owed; later ones are refunded.
  const paid = await callWithRetries(payments, () => readPaidIds(deps, subscriptionId));
  const stored = await store(ctx, row);
  if (stored === 'ended meanwhile') return unsubscribe(ctx);
  const { declaration, isNew } = stored;
  const answer =
    paid.outcome === 'known'
      ? await callWithRetries(payments, () =>
          terminate(deps, declaration, isNew ? paid.value : undefined),
        )
      : paid;
  const ended = await db.subscription.findUniqueOrThrow({
    where: { id: subscriptionId },
    select: { accessEndsOn: true },
  });
  if (answer.outcome === 'known' && ended.accessEndsOn !== null) {
    await leaveToEmail(deps, declaration);
    return ended.accessEndsOn;
  }
  await checkSoon(deps, declaration);
  if (answer.outcome === 'known') throw unavailable(new Error('the provider names no end'));
  if (answer.outcome === 'misconfigured')
    await alertOfProviderError(deps, subscriptionId, answer.cause);
  throw unavailable(answer.cause);
}

type StoredDeclaration = { declaration: Declaration; isNew: boolean };

/** Stores the caller's termination, unless another call has ended the subscription in the meantime. */
async function store(
  ctx: MemberContext,
  { id: subscriptionId, accessEndsOn }: { id: number; accessEndsOn: Date | null },
): Promise<StoredDeclaration | 'ended meanwhile'> {
  return inTransaction(ctx.deps.db, async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const now = await tx.subscription.findUniqueOrThrow({
      where: { id: subscriptionId },
      select: {
        accessEndsOn: true,
        user: { select: { id: true, locale: true, email: true, firstName: true, lastName: true } },
      },
    });
    if (accessEndsOn === null && now.accessEndsOn !== null) return 'ended meanwhile';
    if (now.user === null) throw new DomainError('not_subscribed');
    const { id: userId, email, firstName, lastName } = now.user;
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const locale = emailLocale(ctx, now.user);
    const termination = { subscriptionId, userId, email, name, locale };
    const { id, isNew } = await recordTermination(tx, termination);
    const declaration = await findDeclaration(tx, id);
    if (declaration === null) throw new Error('the stored termination was not found');
    return { declaration, isNew };
  });
}

function isEndPaid(row: {
  state: string;
  accessEndsOn: Date | null;
  paidUntil: Date | null;
}): row is { state: string; accessEndsOn: Date; paidUntil: Date | null } {
  const { state, accessEndsOn, paidUntil } = row;
  if (accessEndsOn === null) return false;
  if (state === 'ended') return true;
  return state === 'active' && paidUntil !== null && accessEndsOn <= paidUntil;
}

/** Cancels the next check of a closed termination, because the email about the end is its receipt. */
async function leaveToEmail({ db }: Deps, { id: declarationId }: Declaration): Promise<void> {
  await db.$executeRaw`
    UPDATE declaration SET next_check_at = NULL
    WHERE id = ${declarationId}::int AND closed_at IS NOT NULL`;
}

async function checkSoon({ db }: Deps, { id: declarationId }: Declaration): Promise<void> {
  await db.$executeRaw`
    UPDATE declaration SET next_check_at = ${secondsFromNow(CHECK_LEFT_SECONDS)}
    WHERE id = ${declarationId}::int AND closed_at IS NULL`;
}

/**
 * Carries out a termination: the subscription ends with its paid period, or at once if the provider reports
 * none as paid or debited a renewal since the declaration. Refunds each such debit. Idempotent.
 *
 * `given` are the renewals paid before the declaration; without it, they are found by time.
 */
export async function terminate(
  deps: DeclarationDeps,
  declaration: Declaration,
  given?: ReadonlySet<string>,
): Promise<Answer<RecheckDelay>> {
  const { id, subscriptionId, declaredAt } = declaration;
  const contract = await findProviderContract(deps, subscriptionId ?? 0);
  if (subscriptionId === null || contract === null) return NOTHING_FOLLOWS;
  const before = given === undefined ? await readPaidRenewals(deps, contract) : NO_RENEWALS;
  if (before.outcome !== 'known') return before;
  const settled =
    given ?? idsOf(before.value.filter((renewal) => !isPaidSince(renewal, declaredAt)));
  const isLate = (renewal: Invoice) => !settled.has(renewal.id) && renewal.paymentIntentId !== null;
  const hadDebit = before.value.some(isLate);
  const ended = await endForDeclaration(
    deps,
    declaration,
    ifOwnSubscription(deps, hadDebit ? cancelNow(deps) : endWithPeriod(deps)),
  );
  if (ended.outcome !== 'known') return ended;
  // The provider may have debited a renewal during the call.
  const after = await readPaidRenewals(deps, contract);
  if (after.outcome !== 'known') return after;
  const late = after.value.filter(isLate);
  if (late.length > 0 && !hadDebit) {
    const again = await endForDeclaration(
      deps,
      declaration,
      ifOwnSubscription(deps, cancelNow(deps)),
    );
    if (again.outcome !== 'known') return again;
  }
  const debits = await readDebits(deps, contract, late);
  if (debits.outcome !== 'known') return debits;
  const closing = { declarationId: id, subscriptionId, debits: debits.value };
  return { outcome: 'known', value: await refundDebits(deps, closing) };
}

const NOTHING_FOLLOWS = {
  outcome: 'known',
  value: 'never',
} as const satisfies Answer<RecheckDelay>;
const NO_RENEWALS = { outcome: 'known', value: [] } as const satisfies Answer<Invoice[]>;

async function readPaidIds(
  deps: Pick<Deps, 'db' | 'payments'>,
  subscriptionId: number,
): Promise<Answer<ReadonlySet<string>>> {
  const contract = await findProviderContract(deps, subscriptionId);
  const read = contract === null ? NO_RENEWALS : await readPaidRenewals(deps, contract);
  return read.outcome === 'known' ? { outcome: 'known', value: idsOf(read.value) } : read;
}

const idsOf = (invoices: readonly Invoice[]): ReadonlySet<string> =>
  new Set(invoices.map(({ id }) => id));

export async function endForDeclaration(
  deps: DeclarationDeps,
  { id, kind, locale, subscriptionId }: Declaration,
  ask: SubscriptionCall,
): Promise<Answer<unknown>> {
  return syncSubscription(deps, subscriptionId ?? 0, {
    ask,
    wanted: { by: 'declaration', declarationId: id, kind, locale },
  });
}

export const cancelNow =
  ({ payments }: Pick<Deps, 'payments'>): Change =>
  ({ account, stripeSubscriptionId }) =>
    payments.cancelNow(account, stripeSubscriptionId);

type LateDebits = { declarationId: number; subscriptionId: number; debits: readonly Debit[] };

/** Requests the refund of debits and closes the declaration in one transaction. Returns when to retry. */
async function refundDebits(
  deps: DeclarationDeps,
  { declarationId, subscriptionId, debits }: LateDebits,
): Promise<RecheckDelay> {
  try {
    await inTransaction(deps.db, async (tx) => {
      await lockSubscription(tx, subscriptionId);
      const declaration = await lockDeclaration(tx, declarationId);
      if (declaration === null || declaration.closedAt !== null) return;
      await addEvent(tx, declarationId, { kind: 'ended', by: 'system' });
      const refundCents = await requestRefundsOfDebits(tx, {
        declarationId,
        subscriptionId,
        debits,
      });
      if (refundCents > 0) {
        const facts = { refundCents };
        await addEvent(tx, declarationId, { kind: 'refund_requested', by: 'system', facts });
      }
      await closeDeclaration(tx, declarationId, { by: 'system', facts: { reason: 'ended' } });
    });
  } catch (error) {
    return retryAfterRefusal(error);
  }
  deps.wakeJobs();
  if (debits.length > 0) deps.wakeRefunds();
  return 'never';
}

/**
 * Requests the refund of debits made after a declaration; returns their sum in cents.
 * @throws DomainError `refund_in_flight` or `disputed`
 */
export async function requestRefundsOfDebits(
  tx: Tx,
  { declarationId, subscriptionId, debits }: LateDebits,
): Promise<number> {
  let refundCents = 0;
  for (const debit of debits) {
    const requested = await requestOrphanRefund(tx, {
      ...debit,
      subscriptionId,
      reason: `Debited after declaration ${declarationId}`,
      actor: ACTOR,
      origin: 'withdrawal',
    });
    if (requested.kind === 'requested') refundCents += requested.refund.amountCents;
    else if (requested.why === 'refund_in_flight' || requested.why === 'disputed')
      throw new DomainError(requested.why);
  }
  return refundCents;
}

/** Locks the row of a subscription until the transaction ends. */
export async function lockSubscription(tx: Tx, id: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM subscription WHERE id = ${id}::int FOR UPDATE`;
}
