import { valueOf } from '@agres/payments/testing/running-payments';
import { expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';

const CHALLENGED = '4000000000003220';

const shop = useRunning(startMailedShop);

const isDone = async (requestId: string) =>
  (await shop.app.db.job.count({ where: { requestId, doneAt: null } })) === 0;

async function metadataOf(attemptId: string): Promise<Record<string, string>> {
  const { paymentIntentId } = await shop.app.db.purchaseAttempt.findUniqueOrThrow({
    where: { id: attemptId },
  });
  return valueOf(await shop.payments.readIntent('main', paymentIntentId ?? '')).metadata;
}

test('the request ID of a response is in the log, the attempt, the payment and the e-mail', async () => {
  const { client, item, attempts } = await startBuyer(shop);
  const bought = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  expect(bought.status).toBe(200);
  const requestId = String(bought.headers['x-request-id']);
  expect(requestId).toMatch(/^[\da-f-]{36}$/);

  const [attempt] = await attempts();
  expect(attempt?.requestId).toBe(requestId);
  expect((await metadataOf(attempt?.id ?? ''))['request_id']).toBe(requestId);
  const jobs = await shop.app.db.job.findMany({ where: { requestId } });
  expect(jobs.map(({ kind }) => kind)).toEqual(['mail']);
  await shop.inBackground(() => isDone(requestId));
  const lines = shop.app.logLines.filter((line) => line.includes(requestId));
  expect(lines.some((line) => line.includes('/api/items/buy'))).toBe(true);
  const sent = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'email sent');
  expect(sent).toEqual([
    expect.objectContaining({
      reqId: requestId,
      letter: 'orderConfirmed',
      messageId: expect.stringMatching(/^job-\d+@/),
    }),
  ]);
  expect(JSON.stringify(sent)).not.toContain('@example');
});

test('a purchase completed in the background keeps the request ID of its call', async () => {
  const { client, item, attempts } = await startBuyer(shop);
  const asked = await buy(client, { id: item.id, stripeToken: await shop.cardToken(CHALLENGED) });
  expect(asked.status).toBe(402);
  const requestId = String(asked.headers['x-request-id']);
  const [attempt] = await attempts();
  const intentId = attempt?.paymentIntentId ?? '';
  shop.provider.finishChallenge({ intentId, outcome: 'succeed' });
  await shop.reconcileAll();
  const [paid] = await attempts();
  expect(paid).toMatchObject({ state: 'paid', requestId });
  const jobs = await shop.app.db.job.findMany({ where: { requestId } });
  expect(jobs.map(({ dedupe }) => dedupe)).toEqual([`order:${attempt?.id}`]);
});

test('a failed job is logged with the request ID of its call', async () => {
  const { client, item } = await startBuyer(shop);
  const bought = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  const requestId = String(bought.headers['x-request-id']);
  await shop.app.db.$executeRaw`
    UPDATE job SET payload = '{"letter":"unknown"}', run_at = now() - interval '2 days'
    WHERE request_id = ${requestId}`;
  await shop.inBackground(
    async () =>
      (await shop.app.db.job.count({ where: { requestId, deadAt: { not: null } } })) === 1,
  );
  const told = shop.app.logLines.filter((line) => line.includes('job not done'));
  expect(told.filter((line) => line.includes(`"reqId":"${requestId}"`))).toHaveLength(1);
  const alerts = await shop.app.db.job.findMany({ where: { requestId, deadAt: null } });
  expect(alerts.map(({ dedupe }) => dedupe)).toEqual([expect.stringMatching(/^alert:dead:/)]);
});

test('a journal entry has the request ID of its call', async () => {
  const { client, item } = await startBuyer(shop);
  const { body } = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  const { id } = body as { id: number };
  await shop.app.db.order.update({
    where: { id },
    data: { orderDate: new Date('2026-01-02'), promisedBy: new Date('2026-02-01') },
  });
  const asked = await client.post(`/api/orders/${id}/delivery-notice`, {});
  expect(asked.status).toBe(200);
  const entries = await shop.app.db.journalEntry.findMany({ where: { subjectId: String(id) } });
  expect(entries.map(({ operation, requestId }) => [operation, requestId])).toEqual([
    ['orders.askForDelivery', String(asked.headers['x-request-id'])],
  ]);
});
