import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  errorFrom,
  startEmulator,
  tokenParams,
  type RunningEmulator,
} from '../testing/running-emulator.ts';
import { subscribe } from '../testing/subscriber.ts';

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.app.close());
beforeEach(() => emulator.control.reset());

async function pay(token: string, description = 'Gymnastic rings') {
  const { paymentIntents } = emulator.main;
  const { id } = await paymentIntents.create({ amount: 2999, currency: 'eur', description });
  return paymentIntents.confirm(id, tokenParams(token));
}

async function readPage(): Promise<string> {
  const page = await fetch(`${emulator.url}/_emulator/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  return page.text();
}

async function rowOf(name: string): Promise<string> {
  const rows = (await readPage()).split('<tr>').map((row) => row.split('</tr>')[0] ?? '');
  return rows.find((row) => row.includes(name)) ?? '';
}

async function press(row: string, label: string): Promise<Response> {
  const forms = [...row.matchAll(/<form method="post" action="([^"]+)">(.*?)<\/form>/gs)];
  const [, action = '', fields = ''] = forms.find(([form]) => form.includes(`>${label}<`)) ?? [];
  const body = new URLSearchParams(
    [...fields.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return fetch(new URL(action, emulator.url), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: emulator.url },
  });
}

test('the page shows payments, subscriptions, customers and every named test card', async () => {
  const { customer, subscription } = await subscribe(emulator);
  const payment = await pay('tok_visa', 'Rings <b>& straps</b>');
  expect(await rowOf(payment.id)).toMatch(/29\.99 EUR.*succeeded.*Rings &lt;b&gt;&amp; straps/s);
  expect(await rowOf(subscription)).toMatch(/active.*price_main_monthly/s);
  expect(await rowOf('a@example.org')).toContain(customer);
  expect(await rowOf('tok_chargeDeclinedInsufficientFunds')).toMatch(
    /4000000000009995.*refused: insufficient_funds/s,
  );
  expect(await rowOf('tok_threeDSecure2Required')).toMatch(/4000000000003220.*3-D Secure/s);
  expect(await rowOf('tok_visa<')).toMatch(/4242424242424242.*pays/s);
});

test.each([
  ['Complete authentication', 'succeeded'],
  ['Fail authentication', 'requires_payment_method'],
])('“%s” ends a challenge: %s', async (label, status) => {
  const { id } = await pay('tok_threeDSecure2Required');
  const row = await rowOf(id);
  expect(row).toContain('requires_action');
  const answer = await press(row, label);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_emulator/']);
  expect((await emulator.main.paymentIntents.retrieve(id)).status).toBe(status);
  expect(await rowOf(id)).not.toContain(label);
});

test('“Dispute” creates a dispute for a payment', async () => {
  const { id } = await pay('tok_visa');
  await press(await rowOf(id), 'Dispute');
  const { latest_charge: charge } = await emulator.main.paymentIntents.retrieve(id, {
    expand: ['latest_charge'],
  });
  expect(charge).toMatchObject({ disputed: true });
  expect(await rowOf(id)).toContain('disputed');
});

test('a button declines the next payment of an account, with any card, and only that one', async () => {
  const label = 'Refuse the next payment, whatever the card';
  await press(await readPage(), label);
  const error = await errorFrom(pay('tok_visa'));
  expect(error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  expect((await pay('tok_visa')).status).toBe('succeeded');
  await press(await readPage(), label);
  await press(await readPage(), 'Accept it after all');
  expect((await pay('tok_visa')).status).toBe('succeeded');
});

test('an impossible action gets 400, and one from another site 403', async () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${emulator.url}/_emulator/`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers,
    });
  expect((await post('action=dispute&about=pi_none')).status).toBe(400);
  expect((await post('action=toString&about=1')).status).toBe(400);
  expect((await post('action=refuse&about=main', { origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await pay('tok_visa')).status).toBe('succeeded');
});

test('a payment is refunded by hand, in part and in full, and a refund can fail', async () => {
  const { id } = await pay('tok_visa');
  await press(await rowOf(id), 'Refund 5.00');
  expect(await rowOf('re_')).toMatch(/5\.00 EUR.*succeeded.*the dashboard/s);
  await press(await rowOf('re_'), 'Fail');
  expect(await rowOf('re_')).toContain('failed, expired_or_canceled_card');
  await press(await readPage(), 'Leave refunds pending');
  await press(await rowOf(id), 'Refund');
  const [waiting] = (await emulator.main.refunds.list({ limit: 1 })).data;
  expect(waiting).toMatchObject({ amount: 2999, status: 'pending' });
  await press(await rowOf('re_'), 'Succeed');
  expect((await emulator.main.refunds.retrieve(waiting?.id ?? '')).status).toBe('succeeded');
  expect(await rowOf(id)).not.toContain('>Refund<');
  await press(await readPage(), 'Let refunds succeed');
});

test('an inquiry is answered, escalated to a dispute and lost', async () => {
  const { id } = await pay('tok_visa');
  await press(await rowOf(id), 'Ask about it');
  expect(await rowOf('du_')).toMatch(/warning_needs_response.*fraudulent/s);
  for (const [label, status] of [
    ['Answer it', 'warning_under_review'],
    ['Make it a dispute', 'needs_response'],
    ['The shop loses', 'lost'],
  ] as const) {
    await press(await rowOf('du_'), label);
    expect((await emulator.main.disputes.list()).data).toMatchObject([{ status }]);
  }
  expect(await rowOf('du_')).not.toContain('<button');
});

test('wallets can be offered to browsers, and withdrawn', async () => {
  const device = async () => (await fetch(`${emulator.url}/v3/device`)).json();
  expect(await device()).toMatchObject({ wallets: [] });
  await press(await readPage(), 'Offer Apple Pay and Google Pay');
  expect(await device()).toMatchObject({ wallets: ['apple_pay', 'google_pay'] });
  await press(await readPage(), 'Offer none');
  expect(await device()).toMatchObject({ wallets: [] });
  const unknown = await fetch(`${emulator.url}/_emulator/offerWallets`, {
    method: 'POST',
    body: JSON.stringify({ wallets: ['link'] }),
  });
  expect(unknown.status).toBe(400);
});
