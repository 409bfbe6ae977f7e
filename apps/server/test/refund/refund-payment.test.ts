import { createHash } from 'node:crypto';

import { inTransaction } from '@agres/db/transaction';
import { requestOrphanRefund } from '@agres/money/refund/orphans';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { listRefunds } from '@agres/office/refund/list-refunds';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { giveAndSend } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

const shop = useRunning(startMailedShop);
afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([]);
});

const give = (command: string, values: Record<string, string>) =>
  giveAndSend(shop, command, values);

const ACCOUNT = 'main';
const REFUSED = { kind: 'refused', codes: ['refund_of_payment_not_owed'] };
const listed = async (payment: string) =>
  z
    .object({ output: listRefunds.output })
    .parse(await give('refunds.list', {}))
    .output.refunds.filter(({ intentId }) => intentId === payment);

/**
 * Two failed refunds, which the bank returned: of a subscriber who withdrew, and of a payment that bought
 * nothing.
 */
const failing = {
  'a subscription': async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const row = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
      include: { attempts: true },
    });
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'failed' });
    const body = { name: 'Ada Lovelace', email, subscription: true };
    const answer = await client.post('/api/withdrawals', body);
    if (answer.status !== 200) throw new Error(`not received: ${answer.text}`);
    await sendRefunds(shop.jobDeps);
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'succeeded' });
    const subject = { subjectKind: 'subscription', subjectId: String(row.id) };
    return { payment: row.attempts[0]?.stripeIntentId ?? '', cents: 1999, email, subject };
  },
  'a payment without an order': async () => {
    const { orderId, intentId, email } = await startRefund(shop);
    // A purchase without an order, as far as our refunds record.
    await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'failed' });
    const intent = { id: intentId, amountCents: 2999, refundedCents: 0 };
    const orphan = { account: ACCOUNT, intent, reason: 'paid for nothing' } as const;
    await inTransaction(shop.app.db, (tx) => requestOrphanRefund(tx, orphan));
    await sendRefunds(shop.jobDeps);
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'succeeded' });
    const subject = { subjectKind: 'payment', subjectId: intentId };
    return { payment: intentId, cents: 2999, email, subject };
  },
} as const;

describe.each(Object.keys(failing) as (keyof typeof failing)[])('a failed refund of %s', (what) => {
  const start = async () => {
    const started = await failing[what]();
    const { payment, subject } = started;
    return {
      ...started,
      rows: () =>
        shop.app.db.refund.findMany({
          where: { paymentIntentId: payment },
          orderBy: { at: 'asc' },
        }),
      journal: () =>
        shop.app.db.journalEntry.findMany({
          where: { ...subject, actorName: 'Jeanne' },
          orderBy: { id: 'asc' },
        }),
    };
  };

  test('is listed as owed, and retried once', async () => {
    const { payment, cents, rows, journal } = await start();
    const [failed] = await rows();
    expect(failed).toMatchObject({ state: 'failed' });
    expect(await listed(payment)).toMatchObject([
      { orderId: null, amountCents: cents, state: 'failed', isOwed: true },
    ]);
    expect(await give('refunds.requestAgain', { payment })).toMatchObject({
      kind: 'done',
      output: { payment, refund: { amountCents: cents, state: 'succeeded' } },
    });
    expect(await give('refunds.requestAgain', { payment })).toMatchObject(REFUSED);
    expect(await give('refunds.transferPayment', { payment, reference: 'VIR 1' })).toMatchObject(
      REFUSED,
    );
    expect(await rows()).toMatchObject([
      { state: 'failed' },
      { state: 'succeeded', key: failed?.key, origin: failed?.origin, by: 'Jeanne' },
    ]);
    expect(await journal()).toMatchObject([{ operation: 'refunds.request' }]);
  });

  test('is settled by a bank transfer with its reference, and the payer gets an email', async () => {
    const { payment, cents, rows, journal, email } = await start();
    const transfer = (reference: string) => give('refunds.transferPayment', { payment, reference });
    expect(await transfer('VIR 42')).toMatchObject({
      kind: 'done',
      output: { payment, amountCents: cents },
    });
    expect(await transfer('VIR 43')).toMatchObject(REFUSED);
    expect(await give('refunds.requestAgain', { payment })).toMatchObject(REFUSED);
    expect(await rows()).toMatchObject([
      { state: 'transferred', transferReference: 'VIR 42', settledAt: expect.any(Date) },
    ]);
    expect(await journal()).toMatchObject([{ operation: 'refunds.transfer' }]);
    const told = () => shop.emailsTo(email).filter(({ text }) => text.includes('virement'));
    await shop.inBackground(async () => told().length === 1);
  });

  test('is settled once by ten concurrent retries and transfers', async () => {
    const { payment, rows } = await start();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? give('refunds.requestAgain', { payment })
          : give('refunds.transferPayment', { payment, reference: `VIR ${index}` }),
      ),
    );
    const settled = (await rows()).filter(({ state }) => state !== 'failed');
    expect(settled).toHaveLength(1);
  });

  test('older than the copy of the database is not retried by the copy', async () => {
    const { payment, rows } = await start();
    const { db } = shop.app;
    await db.$executeRaw`UPDATE installation SET copied_at = clock_timestamp()`;
    await give('refunds.requestAgain', { payment });
    await db.$executeRaw`UPDATE installation SET copied_at = NULL`;
    expect(await rows()).toMatchObject([
      { state: 'failed' },
      { state: 'failed', failureCode: 'another_installation' },
    ]);
  });

  test('is still owed after it fails again', async () => {
    const { payment } = await start();
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'failed' });
    const again = await give('refunds.requestAgain', { payment });
    shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'succeeded' });
    expect(again).toMatchObject({ kind: 'done', output: { refund: { state: 'failed' } } });
    expect(await listed(payment)).toContainEqual(expect.objectContaining({ isOwed: true }));
    expect(await give('refunds.transferPayment', { payment, reference: 'VIR 44' })).toMatchObject({
      kind: 'done',
    });
  });
});

test('a payment of an order, an unknown payment and a malformed id are refused', async () => {
  const { orderId, intentId, request, reconcile } = await startRefund(shop);
  await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
  await request({ amountCents: 2999 });
  shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'failed' });
  await reconcile();
  shop.provider.answerRefunds({ account: ACCOUNT, outcome: 'succeeded' });
  expect(await give('refunds.requestAgain', { payment: intentId })).toMatchObject(REFUSED);
  const unknown = `pi_${createHash('sha256').update('none').digest('hex').slice(0, 24)}`;
  expect(await give('refunds.requestAgain', { payment: unknown })).toMatchObject(REFUSED);
  expect(await give('refunds.requestAgain', { payment: 're_12' })).toMatchObject({
    kind: 'misused',
  });
});
