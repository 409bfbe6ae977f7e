import { createServer, type Server } from 'node:http';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createPayments, type Payments } from './payments.ts';
import { EMULATED_ACCOUNTS, usePayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const { emulator, payments } = await usePayments();
const { ensureCustomer } = createSubscriber({ emulator, payments });

describe('a list whose pages repeat', () => {
  const repeatPages = (operation: string) =>
    emulator.control.addFault({ operation, effect: 'mix_up', occurrence: 2, times: 100_000 });

  test('of payments is unknown', async () => {
    for (let count = 0; count < 101; count += 1) {
      valueOf(
        await payments.createIntent('main', {
          amountCents: 2999,
          metadata: { attempt_id: `a${count}` },
          idempotencyKey: `pa_a${count}_create`,
        }),
      );
    }
    repeatPages('payment_intents.list');
    const answer = await payments.listIntents('main', { createdAfter: new Date(0) });
    expect(answer).toMatchObject({ outcome: 'unknown' });
  });

  test('prevents a credit, because an earlier one cannot be ruled out', async () => {
    const { id: customerId } = await ensureCustomer();
    const credit = (reference: string) =>
      payments.creditBalance('main', {
        customerId,
        amountCents: 10,
        description: 'Parrainage',
        reference,
      });
    for (let count = 0; count < 101; count += 1) {
      await emulator.main.customers.createBalanceTransaction(customerId, {
        amount: -10,
        currency: 'eur',
      });
    }
    repeatPages('customers.list_balance_transactions');
    expect(await credit('ref_1')).toMatchObject({ outcome: 'unknown' });
    expect(valueOf(await payments.readCustomer('main', customerId))?.creditCents).toBe(1010);
    const pages = emulator.control
      .journal()
      .filter(({ operation }) => operation === 'customers.list_balance_transactions');
    expect(pages).toHaveLength(2);
  });
});

describe('a list', () => {
  let server: Server;
  let misled: Payments;
  /** Returns the page for a request, given the number of earlier requests. */
  let page: (after: number) => object;
  beforeEach(async () => {
    let asked = 0;
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', url: '/v1/refunds', ...page(asked++) }));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const apiUrl = `http://127.0.0.1:${port}`;
    misled = createPayments({ accounts: EMULATED_ACCOUNTS, apiUrl });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const listRefunds = () => misled.listRefunds('main', { createdAfter: new Date(0) });
  const refund = (id: string) => ({
    object: 'refund',
    id,
    amount: 1,
    created: 1,
    payment_intent: 'pi_1',
  });

  test('with has_more and an empty page is unknown', async () => {
    page = (after) => ({ has_more: true, data: after === 0 ? [refund('re_0')] : [] });
    expect(await listRefunds()).toMatchObject({ outcome: 'unknown' });
  });

  test('that never ends is unknown', async () => {
    page = (after) => ({ has_more: true, data: [refund(`re_${after}`)] });
    expect(await listRefunds()).toMatchObject({ outcome: 'unknown' });
  });
});
