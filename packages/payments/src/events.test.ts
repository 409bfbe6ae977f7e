import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';

import { WEBHOOK_EVENT_TYPES } from './events.ts';
import { createPayments } from './payments.ts';
import { EMULATED_ACCOUNTS } from './testing/running-payments.ts';

const payments = createPayments({ accounts: EMULATED_ACCOUNTS });

test('OPERATIONS lists every webhook event that must be sent', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/OPERATIONS.md'), 'utf8');
  const [, list = ''] = /with these 19 events:\s+```\n([^`]+)```/.exec(guide) ?? [];
  expect(list.trim().split(/\s+/).toSorted()).toEqual(WEBHOOK_EVENT_TYPES.toSorted());
});

describe('a webhook event', () => {
  const body = (changes: object = {}) =>
    Buffer.from(
      JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: 1_800_000_000,
        livemode: false,
        data: { object: { id: 'pi_1', object: 'payment_intent', metadata: { attempt_id: 'a1' } } },
        ...changes,
      }),
    );
  const arrived = (rawBody: Buffer, signature = signed(rawBody)) => ({
    rawBody,
    signature,
    now: new Date(),
  });
  const signed = (payload: Buffer, options: { secret?: string; ageSeconds?: number } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: payload.toString('utf8'),
      secret: options.secret ?? EMULATED_ACCOUNTS.main.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0),
    });

  test('is read if the account signed it', () => {
    expect(payments.readEvent('main', arrived(body()))).toEqual({
      id: 'evt_1',
      livemode: false,
      isHint: true,
      isMoneyBack: false,
      objectId: 'pi_1',
      customerId: null,
      subscriptionId: null,
      paymentIntentId: 'pi_1',
      metadata: { attempt_id: 'a1' },
    });
  });

  test('of an invoice has its customer and subscription', () => {
    const invoice = body({
      type: 'invoice.paid',
      data: {
        object: {
          id: 'in_1',
          object: 'invoice',
          customer: 'cus_1',
          parent: { subscription_details: { subscription: 'sub_1' } },
        },
      },
    });
    expect(payments.readEvent('main', arrived(invoice))).toMatchObject({
      objectId: 'in_1',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      metadata: {},
    });
  });

  test.each([
    ['refund.failed', 'refund', 'pi_1'],
    ['charge.refunded', 'charge', 'pi_1'],
    ['charge.dispute.created', 'dispute', 'pi_1'],
    ['charge.dispute.closed', 'dispute', null],
  ])('%s has the payment of its %s: %s', (type, object, paymentIntent) => {
    const event = body({
      type,
      data: { object: { id: 'x_1', object, payment_intent: paymentIntent } },
    });
    expect(payments.readEvent('main', arrived(event))).toMatchObject({
      objectId: 'x_1',
      paymentIntentId: paymentIntent,
      isMoneyBack: true,
    });
  });

  test.each([
    ['no signature', body(), undefined],
    ['an empty signature', body(), ''],
    [
      'another account’s signature',
      body(),
      signed(body(), { secret: EMULATED_ACCOUNTS.bis.webhookSecret }),
    ],
    ['a signature of another body', body({ livemode: true }), signed(body())],
    ['an old signature', body(), signed(body(), { ageSeconds: 301 })],
    ['a body that is not JSON', Buffer.from('{'), signed(Buffer.from('{'))],
  ])('is rejected with %s', (_case, payload, header) => {
    expect(
      payments.readEvent('main', { rawBody: payload, signature: header, now: new Date() }),
    ).toBeNull();
  });

  test('is read during a secret rotation, when the provider signs with both secrets', () => {
    const [, others = ''] = signed(body(), { secret: 'whsec_the_next_one' }).split(',');
    const header = signed(body()).replace(',', `,${others},`);
    expect(header.match(/v1=/g)).toHaveLength(2);
    expect(payments.readEvent('main', arrived(body(), header))).not.toBeNull();
  });

  test('is read when signed just under five minutes ago', () => {
    const header = signed(body(), { ageSeconds: 290 });
    expect(payments.readEvent('main', arrived(body(), header))).not.toBeNull();
  });
});

test('each account has its own publishable key and live mode', () => {
  expect(payments.publishableKey('main')).toBe('pk_test_emulator_main');
  expect(payments.publishableKey('bis')).toBe('pk_test_emulator_bis');
  expect(payments.isLive('main')).toBe(false);
  const live = createPayments({
    accounts: { ...EMULATED_ACCOUNTS, main: { ...EMULATED_ACCOUNTS.main, secretKey: 'sk_live_x' } },
  });
  expect(live.isLive('main')).toBe(true);
  expect(live.isLive('bis')).toBe(false);
});
