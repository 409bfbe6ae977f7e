import { expect, test } from 'vitest';

import { useEmulator, tokenParams } from '../testing/running-emulator.ts';

const emulator = await useEmulator();

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
      value.replaceAll('&quot;', '"'),
    ]),
  );
  return fetch(new URL(action, emulator.url), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: emulator.url },
  });
}

test('the page shows payments', async () => {
  const payment = await pay('tok_visa', 'Rings <b>& straps</b>');
  expect(await rowOf(payment.id)).toMatch(/29\.99 EUR.*succeeded.*Rings &lt;b&gt;&amp; straps/s);
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

test('an impossible action gets 400, and one from another site 403', async () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${emulator.url}/_emulator/`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers,
    });
  expect((await post('verb=disputePayment&argument={"intentId":"pi_none"}')).status).toBe(400);
  expect((await post('verb=toString&argument={}')).status).toBe(400);
  expect((await post('verb=reset', { origin: 'https://evil.example' })).status).toBe(403);
});

test('a refund is left pending, and then ended', async () => {
  const { id } = await pay('tok_visa');
  await press(await readPage(), 'pending');
  await press(await rowOf(id), 'Refund');
  expect(await rowOf('re_')).toMatch(/29\.99 EUR.*pending.*the dashboard/s);
  await press(await rowOf('re_'), 'failed');
  expect(await rowOf('re_')).toContain('failed, expired_or_canceled_card');
});

test('an inquiry is escalated to a dispute and lost', async () => {
  const { id } = await pay('tok_visa');
  await press(await rowOf(id), 'Ask about it');
  expect(await rowOf('du_')).toMatch(/warning_needs_response.*fraudulent/s);
  for (const [label, status] of [
    ['escalated', 'needs_response'],
    ['lost', 'lost'],
  ] as const) {
    await press(await rowOf('du_'), label);
    expect((await emulator.main.disputes.list()).data).toMatchObject([{ status }]);
  }
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
