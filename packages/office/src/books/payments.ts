import { findInstallation, ownershipOf } from '@agres/core/installation';
import type { Actor } from '@agres/core/operations/actor';
import { inJournalledTransaction, writeJournal } from '@agres/core/operations/journal';
import {
  defineDirect,
  type OperationDeps,
  type ProviderDeps,
} from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { parisDayOf, startOfDay } from '@agres/domain/days';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { withDeadline } from '@agres/money/checkout/lease';
import { isFullyRefunded, itemNameOf } from '@agres/money/orders/order-state';
import {
  findAttemptOf,
  findingNow,
  findingOf,
  findUnlistedOrders,
  readPayments,
  WINDOW_HOURS,
  type Finding,
} from '@agres/money/purchase/audit-payments';
import { readOrderFromPayment } from '@agres/money/purchase/payment-metadata';
import type { Attempt } from '@agres/money/purchase/purchase-attempt';
import {
  lockRebuilding,
  NOT_REBUILT,
  rebuildOrder,
  type NotRebuilt,
} from '@agres/money/purchase/rebuild';
import { hasRefund, requestOrphanRefund } from '@agres/money/refund/orphans';
import { readRefundOutcome } from '@agres/money/refund/refund-outcome';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import type { Intent } from '@agres/payments/shapes';
import { z } from 'zod';

import { paymentIdSchema } from '../operations/values.ts';

type ComparedPayment = {
  account: PaymentAccount;
  intent: Intent;
  attempt: Attempt | null;
  finding: Finding | 'foreign';
};

/** The first day of the payments. Null means the last three days, or since the restored backup. */
const since = z.iso.date().nullable();

const paymentSchema = z.object({
  payment: z.string(),
  account: z.enum(PAYMENT_ACCOUNTS),
});

/** What the owner can do about a payment without an order. */
const ADVICE = ['rebuild', 'refund_only'] as const;

/** Why a payment was left unchanged. */
const LEFT_ALONE = [
  ...Object.keys(NOT_REBUILT).filter((why): why is NotRebuilt => Object.hasOwn(NOT_REBUILT, why)),
  'unreadable',
  'changed_meanwhile',
  'has_order',
  'nothing_left',
  'disputed',
  'on_its_way',
] as const;
type LeftAlone = (typeof LEFT_ALONE)[number];

/** Compares the provider's payments with the shop's rows. Changes nothing. */
export const listPayments = defineDirect({
  name: 'payments.list',
  permission: 'payments.read',
  kind: 'read',
  input: z.object({ since }),
  output: z.object({
    since: z.iso.date(),
    checked: z.int(),
    withoutOrder: z.array(
      paymentSchema.extend({
        paidDate: z.iso.datetime(),
        leftCents: z.int(),
        description: z.string(),
        advice: z.enum(ADVICE),
      }),
    ),
    ordersWithoutMoney: z.array(
      paymentSchema.extend({ attempt: z.string(), amountCents: z.int() }),
    ),
    givenBack: z.array(
      z.object({
        order: z.int(),
        item: z.string(),
        refundedCents: z.int(),
        amountCents: z.int(),
        toSend: z.boolean(),
      }),
    ),
    /** Payments of another shop with the same API keys. They are never touched. */
    foreign: z.object({ count: z.int(), sumCents: z.int() }),
    /** The restored backup; sales stay paused until `payments.openSales`. */
    restoredFrom: z.iso.datetime().nullable(),
  }),
  perform: async (operationDeps, input) => {
    const { deps, compared, from, restoredFrom } = await compareSince(operationDeps, input.since);
    const foreign = compared.filter(
      ({ finding, intent }) => finding === 'foreign' && intent.state === 'succeeded',
    );
    return {
      since: parisDayOf(from),
      checked: compared.length,
      withoutOrder: compared
        .filter(({ finding }) => hasNoOrder(finding))
        .map(({ account, intent, finding }) => ({
          payment: intent.id,
          account,
          paidDate: intent.createdAt.toISOString(),
          leftCents: intent.amountCents - intent.refundedCents,
          description: intent.description ?? '',
          advice:
            finding === 'orphan' || readOrderFromPayment(intent) === null
              ? ('refund_only' as const)
              : ('rebuild' as const),
        })),
      ordersWithoutMoney: await ordersWithoutMoney(deps, compared, from),
      givenBack: await givenBack(deps.db, from),
      foreign: {
        count: foreign.length,
        sumCents: foreign.reduce(
          (sum, one) => sum + one.intent.amountCents - one.intent.refundedCents,
          0,
        ),
      },
      restoredFrom: restoredFrom?.toISOString() ?? null,
    };
  },
});

const decidedSchema = paymentSchema.pick({ payment: true });

/** Rebuilds the lost orders of the given payments, or of all. */
export const rebuildOrders = defineDirect({
  name: 'payments.rebuild',
  permission: 'payments.decide',
  kind: 'danger',
  input: z.object({ payments: z.array(paymentIdSchema).min(1).max(100).nullable(), since }),
  output: z.object({
    payments: z.array(
      decidedSchema.extend({
        order: z.int().nullable(),
        /** Whether the order was linked to the buyer's account. If not, no email is sent. */
        isLinked: z.boolean(),
        leftAlone: z.enum(LEFT_ALONE).nullable(),
      }),
    ),
  }),
  perform: async (operationDeps, { payments, since: day }) => {
    const { deps, compared } = await compareSince(operationDeps, day);
    const lost =
      payments === null
        ? compared.filter(({ finding }) => isRebuildable(finding))
        : payments.map((id) => findNamed(compared, id, isRebuildable));
    const done = [];
    for (const one of lost) done.push(await rebuildOne(deps, one, operationDeps.actor));
    return { payments: done };
  },
});

/** Refunds payments without an order in full. */
export const refundPayments = defineDirect({
  name: 'payments.refund',
  permission: 'payments.decide',
  kind: 'danger',
  input: z.object({ payments: z.array(paymentIdSchema).min(1).max(100), since }),
  output: z.object({
    payments: z.array(
      decidedSchema.extend({
        refundedCents: z.int().nullable(),
        /** Whether the provider has not confirmed the refund yet; the site retries it. */
        isPending: z.boolean(),
        failureCode: z.string().nullable(),
        leftAlone: z.enum(LEFT_ALONE).nullable(),
      }),
    ),
  }),
  perform: async (operationDeps, { payments, since: day }) => {
    const { deps, compared } = await compareSince(operationDeps, day);
    const owed = payments.map((id) => findNamed(compared, id, hasNoOrder));
    const done = [];
    for (const one of owed) done.push(await refundOne(deps, one, operationDeps.actor));
    return { payments: done };
  },
});

/** Ends the pause of sales after a restore. Refuses while a payment is undecided. */
export const openSales = defineDirect({
  name: 'payments.openSales',
  permission: 'payments.decide',
  kind: 'danger',
  input: z.strictObject({}),
  output: z.object({ wasPaused: z.boolean() }),
  perform: async (operationDeps) => {
    const { deps, compared, restoredFrom } = await compareSince(operationDeps, null);
    if (restoredFrom === null) return { wasPaused: false };
    const { db, installation, log } = deps;
    const undecided: string[] = [];
    for (const { finding, intent } of compared) {
      // A disputed payment awaits the bank's decision, not the owner's.
      if (!hasNoOrder(finding) || intent.isDisputed) continue;
      if (!(await hasRefund(db, intent.id))) undecided.push(intent.id);
    }
    // guard: a restored shop sells only once every payment is decided
    if (undecided.length > 0) {
      refuse({
        code: 'payments_undecided',
        count: undecided.length,
        payments: undecided.join(', '),
      });
    }
    const { id } = installation;
    await inJournalledTransaction({ db, log }, async (tx) => {
      await tx.installation.update({ where: { id }, data: { restoredFrom: null } });
      await writeJournal(tx, {
        actor: operationDeps.actor,
        operation: 'payments.openSales',
        subject: { kind: 'installation', id },
        changes: { restoredFrom: [restoredFrom.toISOString(), null] },
      });
    });
    return { wasPaused: true };
  },
});

/** Reads the payments since a day and compares them with the shop's rows. */
async function compareSince(operationDeps: OperationDeps, day: string | null) {
  const deps = await operationDeps.provider();
  const restoredFrom = (await findInstallation(deps.db))?.restoredFrom ?? null;
  const from =
    (day === null ? undefined : startOfDay(day)) ?? defaultStart(restoredFrom, deps.clock());
  return { deps, from, restoredFrom, compared: await comparePayments(deps, from) };
}

/** The provider's and the database's clocks may differ by this much. */
const CLOCKS_APART_MS = 15 * 60_000;

function defaultStart(restoredFrom: Date | null, now: Date): Date {
  return restoredFrom === null
    ? new Date(now.getTime() - WINDOW_HOURS * 3_600_000)
    : new Date(restoredFrom.getTime() - CLOCKS_APART_MS);
}

async function comparePayments(deps: ProviderDeps, from: Date): Promise<ComparedPayment[]> {
  const compared: ComparedPayment[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const intents = await readPayments(deps, account, from);
    if (intents === null) {
      return refuse({ code: 'payments_unreadable', account });
    }
    // Compares the oldest first, as the audit does.
    for (const intent of intents.toReversed()) {
      const one = await comparePayment(deps, account, intent);
      const finding = one.finding === 'foreign' ? 'foreign' : await findingNow(deps, one);
      compared.push({ ...one, finding });
    }
  }
  return compared;
}

async function comparePayment(
  { db, installation }: Pick<ProviderDeps, 'installation'> & { db: Db | Tx },
  account: PaymentAccount,
  intent: Intent,
): Promise<ComparedPayment> {
  const attempt = await findAttemptOf(db, intent);
  const finding =
    ownershipOf(installation, intent) === 'another' ? 'foreign' : findingOf(intent, attempt);
  return { account, intent, attempt, finding };
}

/** Returns the current payment, or why it changed since it was listed. */
async function compareAgain(
  deps: ProviderDeps,
  { account, intent: { id, refundedCents, isDisputed }, finding }: ComparedPayment,
): Promise<ComparedPayment | LeftAlone> {
  const answer = await deps.payments.readIntent(account, id);
  if (answer.outcome !== 'known') return 'unreadable';
  const now = await comparePayment(deps, account, answer.value);
  // guard: the owner’s decision is not applied to a payment that changed meanwhile
  if (now.finding !== finding) return leftAloneReason(now);
  if (now.intent.refundedCents !== refundedCents) return 'changed_meanwhile';
  if (now.intent.isDisputed !== isDisputed) return 'disputed';
  return now;
}

async function rebuildOne(deps: ProviderDeps, listed: ComparedPayment, actor: Actor) {
  const payment = listed.intent.id;
  const now = await compareAgain(deps, listed);
  if (typeof now === 'string') return { payment, order: null, isLinked: false, leftAlone: now };
  const { account, intent } = now;
  const rebuilt = await rebuildOrder(deps, { account, intent, actor });
  return rebuilt.kind === 'left'
    ? { payment, order: null, isLinked: false, leftAlone: rebuilt.why }
    : { payment, order: rebuilt.orderId, isLinked: rebuilt.isLinked, leftAlone: null };
}

/**
 * Refunds a payment. Records the promise first: no order is made from it afterwards, and the site retries if
 * the provider does not answer.
 */
async function refundOne(given: ProviderDeps, listed: ComparedPayment, actor: Actor) {
  const deps = withDeadline(given);
  const payment = listed.intent.id;
  const none = { payment, refundedCents: null, isPending: false, failureCode: null };
  const now = await compareAgain(deps, listed);
  if (typeof now === 'string') return { ...none, leftAlone: now };
  const { account, intent } = now;
  const { last, requested } = await inTransaction(deps.db, async (tx) => {
    await lockRebuilding(tx, deps.installation);
    const current = await comparePayment({ ...deps, db: tx }, account, intent);
    if (!hasNoOrder(current.finding)) return { last: current, requested: null };
    const wish = { account, intent, reason: 'payments.refund', actor, origin: 'office' } as const;
    return { last: current, requested: await requestOrphanRefund(tx, wish) };
  });
  if (requested === null) return { ...none, leftAlone: leftAloneReason(last) };
  if (requested.kind === 'left') {
    const { why } = requested;
    const isFinal = why === 'nothing_left' || why === 'disputed';
    return { ...none, leftAlone: isFinal ? why : ('on_its_way' as const) };
  }
  await sendRefunds(deps);
  const { state, amountCents, failureCode } = await readRefundOutcome(deps.db, requested.refund.id);
  switch (state) {
    case 'requested':
    case 'sending':
      return { ...none, isPending: true, leftAlone: null };
    case 'failed':
      return { ...none, failureCode, leftAlone: null };
    default:
      return { ...none, refundedCents: amountCents, leftAlone: null };
  }
}

const leftAloneReason = ({ finding }: ComparedPayment): LeftAlone =>
  finding === 'in_order' || finding === 'order_without_money' ? 'has_order' : 'changed_meanwhile';

const isRebuildable = (finding: ComparedPayment['finding']) =>
  finding === 'lost' || finding === 'ended';

const hasNoOrder = (finding: ComparedPayment['finding']) =>
  isRebuildable(finding) || finding === 'orphan';

function findNamed(
  compared: readonly ComparedPayment[],
  id: string,
  mayBe: (finding: ComparedPayment['finding']) => boolean,
): ComparedPayment {
  const one = compared.find(({ intent }) => intent.id === id);
  if (one === undefined) return refuse({ code: 'payment_not_listed', payment: id });
  if (!mayBe(one.finding)) refuse({ code: 'payment_has_order', payment: id });
  return one;
}

async function ordersWithoutMoney(
  { db, clock }: ProviderDeps,
  compared: readonly ComparedPayment[],
  from: Date,
) {
  const seen = new Set(compared.map(({ intent }) => intent.id));
  const rows = compared
    .filter(({ finding }) => finding === 'order_without_money')
    .map(({ account, intent, attempt }) => ({
      attempt: attempt?.id ?? '',
      account,
      payment: intent.id,
      amountCents: attempt?.amountCents ?? 0,
    }));
  for (const account of PAYMENT_ACCOUNTS) {
    const unseen = await findUnlistedOrders(db, {
      account,
      createdAfter: from,
      now: clock(),
      seen,
    });
    rows.push(
      ...unseen.map(({ id, paymentIntentId, amountCents }) => ({
        attempt: id,
        account,
        payment: paymentIntentId ?? '',
        amountCents,
      })),
    );
  }
  return rows;
}

async function givenBack(db: Db, from: Date) {
  const orders = await db.order.findMany({
    where: { refundedCents: { gt: 0 }, orderDate: { gte: from } },
    orderBy: { id: 'asc' },
  });
  return orders.map((order) => ({
    order: order.id,
    item: itemNameOf(order),
    refundedCents: order.refundedCents ?? 0,
    amountCents: order.amountCents,
    toSend: order.status === 'waiting' && !isFullyRefunded(order),
  }));
}
