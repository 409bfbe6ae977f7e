import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { requestRefund, type RefundRequest } from '@agres/money/refund/request-refund';
import { createPayments } from '@agres/payments/payments';
import type { Refund } from '@agres/payments/shapes';
import { expect } from 'vitest';

import { giveTo, type Typed } from '../../apps/server/test/support/command.ts';
import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import type { TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor, type Visitor } from '../../apps/server/test/support/visitor.ts';

export const PAID_CENTS = 2999;

export type Sold = {
  orderId: number;
  intentId: string;
  optionId: number;
  left: number;
  visitor: Visitor;
  email: string;
};

export async function buyOne(cluster: TestCluster, index: number): Promise<Sold> {
  const { db, processes, provider } = cluster;
  const origin = processes[index % processes.length]?.origin ?? '';
  const item = await addItem(db, { stocks: [5] });
  const { email } = await addUser(db);
  const visitor = createVisitor();
  await visitor.signIn(origin, email);
  const stripeToken = await provider.cardToken();
  const body = { ...RECIPIENT, id: item.id, stripeToken };
  const reply = await visitor.postUntilAccepted(`${origin}/api/items/buy`, body);
  if (reply?.status !== 200) throw new Error(`not bought: ${JSON.stringify(reply)}`);
  const order = await db.order.findFirstOrThrow({
    where: { attempt: { option: { itemId: item.id } } },
    include: { attempt: { include: { option: true } } },
  });
  const { option, paymentIntentId } = order.attempt;
  if (option === null || paymentIntentId === null) throw new Error('an order without a payment');
  return {
    orderId: order.id,
    intentId: paymentIntentId,
    optionId: option.id,
    left: option.remaining,
    visitor,
    email,
  };
}

export const give = (db: Db, command: string, values: Typed) =>
  giveTo(
    {
      db,
      clock: () => new Date(),
      provider: () => Promise.reject(new Error('needs no provider')),
    },
    command,
    values,
  );

export const ACTOR = { kind: 'operator', name: 'Jeanne' } as const;

export const refundPart = (
  db: Db,
  { orderId, intentId }: Sold,
  rest: Pick<RefundRequest, 'key' | 'amountCents'> & Partial<RefundRequest>,
) =>
  inTransaction(db, (tx) =>
    requestRefund(tx, {
      account: 'main',
      intentId,
      orderId,
      paidCents: PAID_CENTS,
      reason: 'goodwill',
      actor: ACTOR,
      origin: 'office',
      ...rest,
    }),
  );

/** Lists a payment's refunds at the provider. */
export async function refundsAtProvider(
  payments: ReturnType<typeof createPayments>,
  intentId: string,
): Promise<Refund[]> {
  const answer = await payments.listRefunds('main', { intentId });
  if (answer.outcome !== 'known') throw new Error('the provider did not answer');
  return answer.value;
}

export async function replaceOne({ processes, start }: TestCluster, index: number): Promise<void> {
  const [victim] = processes.splice(index, 1);
  await victim?.gone();
  processes.push(await start());
}

/** Whether an error is a refusal: the emulator's control refuses as the provider does over HTTP. */
export const isRefusal = (error: unknown) =>
  error instanceof Error && /refund|charged back|dispute/i.test(error.message);

/** Creates functions that settle and audit the refunds after a storm. */
export function afterStorm({ db, provider }: TestCluster) {
  const payments = createPayments(provider.config);
  const open = async () => {
    await db.$executeRaw`
      UPDATE refund SET next_check_at = now() - interval '1 second', lease_until = NULL
      WHERE state IN ('requested', 'sending')
        AND (lease_until IS NULL OR lease_until < now() + interval '20 seconds')`;
    return db.refund.count({ where: { state: { in: ['requested', 'sending'] } } });
  };
  return {
    payments,
    audit: () =>
      auditRefunds({ db, payments, clock: () => new Date(), wakeJobs: () => {}, log: SILENT }),
    /** Waits until no refund is open, as if every lease had expired. */
    untilNoRefundIsOpen: async () => {
      await expect.poll(open, { timeout: 120_000, interval: 500 }).toBe(0);
    },
  };
}

const nothing = () => {};
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };

/**
 * Finds inconsistencies that the invariants do not cover, in each order, its unit, and each refund at the
 * provider.
 */
export async function findBroken(
  { db }: TestCluster,
  sold: readonly Sold[],
  payments: ReturnType<typeof createPayments>,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { orderId, intentId, optionId, left } of sold) {
    const order = await db.order.findUniqueOrThrow({ where: { id: orderId } });
    const option = await db.itemOption.findUniqueOrThrow({ where: { id: optionId } });
    const rows = await db.refund.findMany({ where: { paymentIntentId: intentId } });
    if (order.sentAt !== null && order.cancelledAt !== null)
      broken.push(`${orderId} sent and cancelled`);
    if (option.remaining - left > 1) broken.push(`${orderId} the unit came back twice`);
    if (order.cancelledAt !== null && option.remaining - left !== 1)
      broken.push(`${orderId} no unit`);
    const named: string[] = [];
    for (const refund of await refundsAtProvider(payments, intentId)) {
      const { id, amountCents, state, metadata } = refund;
      named.push(...(metadata['refund_id'] === undefined ? [] : [metadata['refund_id']]));
      const of = rows.filter(({ providerRefundId }) => providerRefundId === id);
      const isKnown =
        of.length === 1 && of[0]?.amountCents === amountCents && of[0].state === state;
      if (!isKnown) broken.push(`L13 ${id}: ${state} of ${amountCents}, ${of.length} rows`);
    }
    if (new Set(named).size < named.length) broken.push(`${orderId} one promise given twice`);
    const givenCents = rows
      .filter(({ state }) => state !== 'failed')
      .reduce((sum, row) => sum + row.amountCents, 0);
    const hasFailed = rows.some(({ state }) => state === 'failed');
    const disputes = await db.dispute.count({ where: { paymentIntentId: intentId } });
    if (order.cancelledAt !== null && givenCents < PAID_CENTS && !hasFailed && disputes === 0) {
      broken.push(`${orderId} cancelled, and ${givenCents} cents given back`);
    }
  }
  return broken;
}
