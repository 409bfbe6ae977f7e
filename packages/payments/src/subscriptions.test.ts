import type { RunningEmulator } from '@shop/stripe-emulator/testing/running-emulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Payments } from './payments.ts';
import type { ProviderSubscription } from './shapes.ts';
import { subscribeWithCard } from './testing/paid-subscription.ts';
import { startPayments, valueOf } from './testing/running-payments.ts';

const START = Date.UTC(2027, 0, 15, 12);

let emulator: RunningEmulator;
let payments: Payments;
beforeAll(async () => {
  ({ emulator, payments } = await startPayments({ nowMs: () => START }));
});
afterAll(() => emulator.app.close());
beforeEach(() => emulator.control.reset());

const ensureCustomer = async (userId = 1, email = 'a@example.org') =>
  valueOf(await payments.ensureCustomer('main', { userId, email }));

async function subscribed(token = 'tok_visa', key = 'sub_1_1'): Promise<ProviderSubscription> {
  const { id: customerId } = await ensureCustomer();
  return subscribeWithCard(payments, 'main', { customerId, token, idempotencyKey: key });
}

async function begin(key = 'sub_1_1') {
  const { id: customerId } = await ensureCustomer();
  return payments.beginSubscription('main', {
    customerId,
    plan: 'monthly',
    metadata: { user_id: '1' },
    idempotencyKey: key,
  });
}

const passChallenge = (outcome: 'succeed' | 'fail' = 'succeed') => {
  const [challenge] = emulator.control.challenges();
  emulator.control.finishChallenge({ intentId: challenge?.intentId ?? '', outcome });
};
const moveTo = (to: string) => emulator.control.moveClock({ to: laterThan(to) });
/** The clock only moves forward, and every test starts where the last one left it. */
const laterThan = (date: string) =>
  new Date(Math.max(Date.parse(date), Date.parse(emulator.control.now()))).toISOString();
const inDays = (days: number) =>
  new Date(Date.parse(emulator.control.now()) + days * 86_400_000).toISOString();

describe('a customer', () => {
  test('is the same one however often it is asked for', async () => {
    const [first, second] = await Promise.all([ensureCustomer(), ensureCustomer()]);
    expect(second.id).toBe(first.id);
    emulator.control.moveClock({ bySeconds: 3 * 86_400 });
    expect((await ensureCustomer()).id).toBe(first.id);
    expect((await ensureCustomer(2)).id).not.toBe(first.id);
    expect((await emulator.main.customers.list()).data).toHaveLength(2);
  });

  const credit = (customerId: string, reference: string) =>
    payments.creditBalance('main', {
      customerId,
      amountCents: 1000,
      description: 'Parrainage',
      reference,
    });
  const creditOf = async (customerId: string) =>
    valueOf(await payments.readCustomer('main', customerId))?.creditCents;

  test('gets credit once per reference, and keeps what is left', async () => {
    const { id: customerId } = await ensureCustomer();
    const first = valueOf(await credit(customerId, 'ref_1'));
    expect(valueOf(await credit(customerId, 'ref_1'))).toEqual(first);
    expect(await creditOf(customerId)).toBe(1000);
    expect(valueOf(await credit(customerId, 'ref_2'))).not.toEqual(first);
    expect(await creditOf(customerId)).toBe(2000);
    await subscribed();
    expect(await creditOf(customerId)).toBe(1);
    expect(emulator.control.money()['main']?.amountCents).toBe(0);
  });

  test('gets it once long after the provider forgot the key', async () => {
    const { id: customerId } = await ensureCustomer();
    await credit(customerId, 'ref_1');
    emulator.control.moveClock({ bySeconds: 40 * 86_400 });
    await credit(customerId, 'ref_1');
    expect(await creditOf(customerId)).toBe(1000);
  });

  test.each(['before', 'after'] as const)(
    'gets it once when the provider fails %s giving it, and keeps that failure',
    async (moment) => {
      const { id: customerId } = await ensureCustomer();
      const operation = 'customers.create_balance_transaction';
      emulator.control.addFault({ operation, effect: 'server_error', moment });
      expect(valueOf(await credit(customerId, 'ref_1'))?.transactionId).toMatch(/^cbtxn_/);
      expect(await creditOf(customerId)).toBe(1000);
    },
  );

  test('gets another address, as often as it is told', async () => {
    const { id: customerId } = await ensureCustomer();
    const email = 'b@example.org';
    for (let times = 0; times < 2; times += 1) {
      const changed = await payments.changeCustomerEmail('main', { customerId, email });
      expect(valueOf(changed)).toMatchObject({ id: customerId, email });
    }
    expect(valueOf(await payments.readCustomer('main', customerId))).toMatchObject({ email });
  });

  test('may be gone', async () => {
    const { id: customerId } = await ensureCustomer();
    await emulator.main.customers.del(customerId);
    const moved = { customerId, email: 'b@example.org' };
    expect(valueOf(await payments.changeCustomerEmail('main', moved))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', customerId))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', 'cus_never'))).toBeNull();
    expect(valueOf(await credit(customerId, 'ref'))).toBeNull();
  });
});

describe('the list of subscriptions', () => {
  /** So many that have begun, of which the first has ended. */
  const beginMany = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(valueOf(await begin(`sub_1_${index}`)).id);
    }
    await payments.cancelNow('main', ids[0] ?? '');
    return ids.slice(1).toReversed();
  };

  test('gives every one that has not ended, across pages, and those of one account', async () => {
    const living = await beginMany(104);
    const listed: string[] = [];
    for await (const answer of payments.listSubscriptions('main')) listed.push(valueOf(answer).id);
    expect(listed).toEqual(living);
    for await (const answer of payments.listSubscriptions('bis')) listed.push(valueOf(answer).id);
    expect(listed).toHaveLength(103);
  });

  test('ends with the answer that is not known', async () => {
    await beginMany(103);
    const operation = 'subscriptions.list';
    emulator.control.addFault({ operation, effect: 'server_error', occurrence: 2 });
    const outcomes: string[] = [];
    for await (const { outcome } of payments.listSubscriptions('main')) outcomes.push(outcome);
    expect(outcomes).toEqual([...Array(100).fill('known'), 'unknown']);
  });
});

describe('beginning', () => {
  test('makes a subscription that has taken no money', async () => {
    const begun = valueOf(await begin());
    expect(begun).toMatchObject({
      status: 'incomplete',
      plan: 'monthly',
      lacksCard: false,
      openPayment: { state: 'created', amountCents: 1999 },
      metadata: { user_id: '1' },
    });
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('charges the plan’s price in its account, once a card confirms', async () => {
    const start = new Date(emulator.control.now());
    const subscription = await subscribed();
    expect(subscription).toMatchObject({
      status: 'active',
      plan: 'monthly',
      endsAt: null,
      openPayment: null,
      lacksCard: false,
    });
    expect(subscription.startedAt).toEqual(start);
    expect(subscription.periodEnd.getTime()).toBeGreaterThan(start.getTime() + 27 * 86_400_000);
    expect(emulator.control.money()['main']?.amountCents).toBe(1999);
    expect(valueOf(await payments.readSubscription('bis', subscription.id))).toBeNull();
  });

  test('repeated under its key stays one subscription and one charge', async () => {
    const first = await subscribed();
    const lost = { effect: 'reset', moment: 'after', times: 2 } as const;
    emulator.control.addFault({ operation: 'subscriptions.create', ...lost });
    expect(await begin('sub_1_2')).toMatchObject({ outcome: 'unknown' });
    expect(await subscribed('tok_visa', 'sub_1_2')).toMatchObject({ status: 'active' });
    expect(await subscribed()).toEqual(first);
    expect(emulator.control.money()['main']?.succeeded).toBe(2);
  });

  test('keeps the card for the renewals', async () => {
    const { id } = await subscribed('tok_mastercard');
    moveTo(inDays(32));
    expect(valueOf(await payments.readSubscription('main', id))).toMatchObject({
      status: 'active',
    });
    expect(emulator.control.money()['main']?.amountCents).toBe(2 * 1999);
  });

  test('waits for 3-D Secure and goes on under the same key', async () => {
    const waiting = await subscribed('tok_threeDSecure2Required');
    expect(waiting).toMatchObject({
      status: 'incomplete',
      openPayment: { state: 'requires_action', amountCents: 1999 },
    });
    expect(waiting.openPayment?.clientSecret).toContain('_secret_');
    passChallenge();
    expect(await subscribed('tok_threeDSecure2Required')).toMatchObject({
      id: waiting.id,
      status: 'active',
      openPayment: null,
    });
  });

  test.each([
    ['tok_chargeDeclined', 'invalid_card'],
    ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['tok_chargeCustomerFail', 'invalid_card'],
  ])('with %s stays unpaid: %s', async (token, failure) => {
    expect(await subscribed(token)).toMatchObject({
      status: 'incomplete',
      openPayment: { state: 'declined', failure },
    });
  });

  test('with credit for the whole period is paid, and lacks a card until it gets one', async () => {
    const { id: customerId } = await ensureCustomer();
    await payments.creditBalance('main', {
      customerId,
      amountCents: 5000,
      description: 'x',
      reference: 'r',
    });
    const begun = valueOf(await begin());
    expect(begun).toMatchObject({ status: 'active', lacksCard: true, openPayment: null });
    const card = { customerId, subscriptionId: begun.id, token: 'tok_visa', idempotencyKey: 'c' };
    expect(valueOf(await payments.updateCard('main', card))).toEqual({ state: 'updated' });
    expect(valueOf(await begin())).toMatchObject({ lacksCard: false });
  });

  test('for a customer that is not there is our fault', async () => {
    const answer = await payments.beginSubscription('main', {
      customerId: 'cus_never',
      plan: 'monthly',
      metadata: {},
      idempotencyKey: 'k',
    });
    expect(answer).toMatchObject({ outcome: 'misconfigured', cause: { param: 'customer' } });
  });
});

describe('giving up', () => {
  const abandon = async (id: string) => valueOf(await payments.abandonSubscription('main', id));

  test.each(['tok_chargeDeclined', 'tok_threeDSecure2Required'])(
    'what %s left unpaid takes every chance to pay it',
    async (token) => {
      const { id, openPayment } = await subscribed(token);
      expect(await abandon(id)).toMatchObject({ status: 'incomplete_expired' });
      expect(await abandon(id)).toMatchObject({ status: 'incomplete_expired' });
      const late = { intentId: openPayment?.id ?? '', token: 'tok_visa', idempotencyKey: 'late' };
      expect(valueOf(await payments.confirmIntent('main', late)).state).toBe('canceled');
      expect(emulator.control.money()['main']?.succeeded).toBe(0);
    },
  );

  test('gives credit that the invoice had used back', async () => {
    const { id: customerId } = await ensureCustomer();
    await payments.creditBalance('main', {
      customerId,
      amountCents: 1000,
      description: 'x',
      reference: 'r',
    });
    const { id } = await subscribed('tok_chargeDeclined');
    await abandon(id);
    expect(valueOf(await payments.readCustomer('main', customerId))?.creditCents).toBe(1000);
  });

  test('leaves what is paid alone', async () => {
    const { id } = await subscribed();
    expect(await abandon(id)).toMatchObject({ status: 'active' });
    expect(await abandon('sub_never')).toBeNull();
  });

  test('leaves no moment in which the card could still be charged', async () => {
    const { id, openPayment } = await subscribed('tok_threeDSecure2Required');
    const operation = 'subscriptions.cancel';
    emulator.control.addFault({ operation, effect: 'delay', moment: 'before', delayMs: 400 });
    const abandoning = abandon(id);
    await expect
      .poll(() => emulator.control.journal({ operation }).length, { interval: 5 })
      .toBeGreaterThan(0);
    expect(emulator.control.challenges()).toEqual([]);
    const late = { intentId: openPayment?.id ?? '', token: 'tok_visa', idempotencyKey: 'late' };
    expect(valueOf(await payments.confirmIntent('main', late)).state).toBe('canceled');
    expect(await abandoning).toMatchObject({ status: 'incomplete_expired' });
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('that is interrupted is finished by the next', async () => {
    const { id } = await subscribed('tok_chargeDeclined');
    emulator.control.addFault({
      operation: 'subscriptions.cancel',
      effect: 'reset',
      moment: 'before',
      times: 2,
    });
    expect(await payments.abandonSubscription('main', id)).toMatchObject({ outcome: 'unknown' });
    expect(await abandon(id)).toMatchObject({ status: 'incomplete_expired' });
  });
});

describe('ending', () => {
  test('with the paid period, and taking it back', async () => {
    const { id, periodEnd } = await subscribed();
    const ending = valueOf(await payments.endAtPeriodClose('main', id));
    expect(ending).toMatchObject({ status: 'active', endsAt: periodEnd });
    expect(valueOf(await payments.resume('main', id))?.endsAt).toBeNull();
    await payments.endAtPeriodClose('main', id);
    moveTo(new Date(periodEnd.getTime() + 1000).toISOString());
    expect(valueOf(await payments.readSubscription('main', id))).toMatchObject({
      status: 'canceled',
      endsAt: periodEnd,
    });
    expect(valueOf(await payments.resume('main', id))?.status).toBe('canceled');
    expect(valueOf(await payments.endAtPeriodClose('main', id))?.status).toBe('canceled');
  });

  test('at once, however often', async () => {
    const { id } = await subscribed();
    expect(valueOf(await payments.cancelNow('main', id))?.status).toBe('canceled');
    expect(valueOf(await payments.cancelNow('main', id))?.status).toBe('canceled');
    expect(valueOf(await payments.cancelNow('main', 'sub_never'))).toBeNull();
  });

  test('leaves it in the list of the customer’s subscriptions', async () => {
    const first = await subscribed();
    await payments.cancelNow('main', first.id);
    const second = await subscribed('tok_visa', 'sub_1_2');
    const found = valueOf(await payments.findSubscriptions('main', first.customerId));
    expect(found.map(({ status }) => status)).toEqual(['active', 'canceled']);
    expect(second.id).toBe(found[0]?.id);
  });
});

describe('another card', () => {
  const update = (subscription: ProviderSubscription, token: string, key = `cu_1_${token}`) =>
    payments.updateCard('main', {
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      token,
      idempotencyKey: key,
    });
  const chargedCard = async (subscription: ProviderSubscription) => {
    const { default_payment_method: method } = await emulator.main.subscriptions.retrieve(
      subscription.id,
      { expand: ['default_payment_method'] },
    );
    return typeof method === 'object' ? method?.card?.brand : undefined;
  };

  test('pays from then on', async () => {
    const subscription = await subscribed();
    expect(valueOf(await update(subscription, 'tok_mastercard'))).toEqual({ state: 'updated' });
    expect(valueOf(await update(subscription, 'tok_mastercard'))).toEqual({ state: 'updated' });
    expect(await chargedCard(subscription)).toBe('mastercard');
    const customer = await emulator.main.customers.retrieve(subscription.customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(customer).toMatchObject({
      invoice_settings: { default_payment_method: { card: { brand: 'mastercard' } } },
    });
    expect(emulator.control.money()['main']?.succeeded).toBe(1);
  });

  test.each([
    ['tok_chargeDeclined', 'invalid_card'],
    ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['tok_neverMade', 'invalid_card'],
  ])('%s is declined, %s, and changes nothing', async (token, failure) => {
    const subscription = await subscribed();
    expect(valueOf(await update(subscription, token))).toEqual({ state: 'declined', failure });
    expect(await chargedCard(subscription)).toBe('visa');
    const cards = await emulator.main.customers.listPaymentMethods(subscription.customerId);
    expect(cards.data).toHaveLength(1);
  });

  test('waits for 3-D Secure and goes on under the same key', async () => {
    const subscription = await subscribed();
    const waiting = valueOf(await update(subscription, 'tok_threeDSecure2Required'));
    expect(waiting).toMatchObject({ state: 'requires_action' });
    const repeated = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(repeated)).toEqual(waiting);
    passChallenge();
    const done = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(done)).toEqual({ state: 'updated' });
  });

  test('is declined with a failed challenge', async () => {
    const subscription = await subscribed();
    await update(subscription, 'tok_threeDSecure2Required');
    passChallenge('fail');
    const failed = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(failed)).toEqual({ state: 'declined', failure: 'invalid_card' });
    expect(await chargedCard(subscription)).toBe('visa');
  });

  test('repairs a renewal that failed', async () => {
    const subscription = await subscribed();
    await update(subscription, 'tok_chargeCustomerFail');
    moveTo(inDays(32));
    const behind = valueOf(await payments.readSubscription('main', subscription.id));
    expect(behind).toMatchObject({
      status: 'past_due',
      openPayment: { state: 'declined', failure: 'invalid_card' },
    });
    const invoiceId = behind?.latestInvoiceId ?? '';
    const pay = (key: string) => payments.payInvoice('main', { invoiceId, idempotencyKey: key });
    expect(valueOf(await pay('pay_1'))).toMatchObject({ status: 'open', paidCents: 0 });
    await update(subscription, 'tok_visa');
    expect(valueOf(await pay('pay_2'))).toMatchObject({ status: 'paid', paidCents: 1999 });
    expect(valueOf(await pay('pay_3'))).toMatchObject({ status: 'paid' });
    const repaired = valueOf(await payments.readSubscription('main', subscription.id));
    expect(repaired).toMatchObject({ status: 'active', openPayment: null });
  });
});

describe('invoices', () => {
  test('tell what was charged, why, and what credit they used', async () => {
    const subscription = await subscribed();
    await payments.creditBalance('main', {
      customerId: subscription.customerId,
      amountCents: 1000,
      description: 'Parrainage',
      reference: 'ref_1',
    });
    const upcoming = valueOf(await payments.upcomingInvoice('main', subscription.id));
    expect(upcoming).toMatchObject({ totalCents: 1999, dueCents: 999, creditUsedCents: 1000 });
    expect(upcoming?.dueAt?.getTime()).toBe(subscription.periodEnd.getTime() + 3_600_000);

    moveTo(inDays(32));
    const [renewal, first] = valueOf(await payments.listInvoices('main', subscription.customerId));
    expect(first).toMatchObject({
      subscriptionId: subscription.id,
      status: 'paid',
      reason: 'first',
      totalCents: 1999,
      paidCents: 1999,
      creditUsedCents: 0,
      attempts: 1,
    });
    expect(renewal).toMatchObject({
      status: 'paid',
      reason: 'renewal',
      totalCents: 1999,
      dueCents: 999,
      paidCents: 999,
      creditUsedCents: 1000,
      nextAttemptAt: null,
    });
    expect(valueOf(await payments.readInvoice('main', renewal?.id ?? ''))).toEqual(renewal);
    expect(valueOf(await payments.readInvoice('main', 'in_never'))).toBeNull();
  });

  test('have no successor once the subscription ends', async () => {
    const { id } = await subscribed();
    await payments.endAtPeriodClose('main', id);
    expect(valueOf(await payments.upcomingInvoice('main', id))).toBeNull();
    expect(valueOf(await payments.upcomingInvoice('main', 'sub_never'))).toBeNull();
  });
});
