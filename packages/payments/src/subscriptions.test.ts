import { describe, expect, test } from 'vitest';

import { usePayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const START = Date.UTC(2027, 0, 15, 12);

const { emulator, payments } = await usePayments({ nowMs: () => START });
const { ensureCustomer, subscribed, begin, passChallenge, moveTo, inDays } = createSubscriber({
  emulator,
  payments,
});

describe('listSubscriptions', () => {
  /** Cancels the first; returns the ids of the others, newest first. */
  const beginMany = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(valueOf(await begin(`sub_1_${index}`)).id);
    }
    await payments.cancelNow('main', ids[0] ?? '');
    return ids.slice(1).toReversed();
  };

  test('lists every subscription that has not ended, across pages, for one account', async () => {
    const living = await beginMany(104);
    const listed = valueOf(await payments.listSubscriptions('main'));
    expect(listed.map(({ id }) => id)).toEqual(living);
    expect(valueOf(await payments.listSubscriptions('bis'))).toEqual([]);
  });

  test('is unknown if a page fails', async () => {
    await beginMany(103);
    const operation = 'subscriptions.list';
    emulator.control.addFault({ operation, effect: 'server_error', occurrence: 2 });
    expect((await payments.listSubscriptions('main')).outcome).toBe('unknown');
  });
});

describe('beginSubscription', () => {
  test('creates a subscription without charging it', async () => {
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

  test('charges the plan’s price in its account once a card is confirmed', async () => {
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

  test('creates one subscription and one charge per idempotency key', async () => {
    const first = await subscribed();
    const lost = { effect: 'reset', moment: 'after', times: 2 } as const;
    emulator.control.addFault({ operation: 'subscriptions.create', ...lost });
    expect(await begin('sub_1_2')).toMatchObject({ outcome: 'unknown' });
    expect(await subscribed('tok_visa', 'sub_1_2')).toMatchObject({ status: 'active' });
    expect(await subscribed()).toEqual(first);
    expect(emulator.control.money()['main']?.succeeded).toBe(2);
  });

  test('saves the card for renewals', async () => {
    const { id } = await subscribed('tok_mastercard');
    moveTo(inDays(32));
    expect(valueOf(await payments.readSubscription('main', id))).toMatchObject({
      status: 'active',
    });
    expect(emulator.control.money()['main']?.amountCents).toBe(2 * 1999);
  });

  test('waits for 3-D Secure and resumes with the same idempotency key', async () => {
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

  test('is paid by credit for the whole period, and lacks a card until one is set', async () => {
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

  test('for an unknown customer is misconfigured', async () => {
    const answer = await payments.beginSubscription('main', {
      customerId: 'cus_never',
      plan: 'monthly',
      metadata: {},
      idempotencyKey: 'k',
    });
    expect(answer).toMatchObject({ outcome: 'misconfigured', cause: { param: 'customer' } });
  });
});

describe('abandonSubscription', () => {
  const abandon = async (id: string) => valueOf(await payments.abandonSubscription('main', id));

  test.each(['tok_chargeDeclined', 'tok_threeDSecure2Required'])(
    'after %s makes the unpaid subscription impossible to pay',
    async (token) => {
      const { id, openPayment } = await subscribed(token);
      expect(await abandon(id)).toMatchObject({ status: 'incomplete_expired' });
      expect(await abandon(id)).toMatchObject({ status: 'incomplete_expired' });
      const late = { intentId: openPayment?.id ?? '', token: 'tok_visa', idempotencyKey: 'late' };
      expect(valueOf(await payments.confirmIntent('main', late)).state).toBe('canceled');
      expect(emulator.control.money()['main']?.succeeded).toBe(0);
    },
  );

  test('returns the credit that the invoice used', async () => {
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

  test('leaves a paid subscription unchanged', async () => {
    const { id } = await subscribed();
    expect(await abandon(id)).toMatchObject({ status: 'active' });
    expect(await abandon('sub_never')).toBeNull();
  });

  test('never leaves the card chargeable during the cancellation', async () => {
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

  test('is completed by a retry after an interruption', async () => {
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

describe('ending a subscription', () => {
  test('at the end of the period can be undone until then', async () => {
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
    expect(await invoicesOf(id)).toEqual([['paid', 1999]]);
  });

  test('immediately is idempotent', async () => {
    const { id } = await subscribed();
    expect(valueOf(await payments.cancelNow('main', id))?.status).toBe('canceled');
    expect(valueOf(await payments.cancelNow('main', id))?.status).toBe('canceled');
    expect(valueOf(await payments.cancelNow('main', 'sub_never'))).toBeNull();
  });

  const invoicesOf = async (id: string) => {
    const invoices = valueOf(await payments.listInvoices('main', id));
    return invoices.map(({ status, paidCents }) => [status, paidCents]);
  };
  const pastPeriod = ({ periodEnd }: { periodEnd: Date }, seconds: number) =>
    moveTo(new Date(periodEnd.getTime() + seconds * 1000).toISOString());
  const putCard = async ({ id, customerId }: { id: string; customerId: string }, token: string) =>
    valueOf(
      await payments.updateCard('main', {
        customerId,
        subscriptionId: id,
        token,
        idempotencyKey: token,
      }),
    );

  test('is preceded by its renewal: awaitsPayment is true until that is charged', async () => {
    const subscription = await subscribed();
    const awaits = async () =>
      valueOf(await payments.readSubscription('main', subscription.id))?.awaitsPayment;
    expect(await awaits()).toBe(false);
    pastPeriod(subscription, 60);
    expect(await awaits()).toBe(true);
    pastPeriod(subscription, 2 * 3600);
    expect(await awaits()).toBe(false);
  });

  test('immediately voids a declined renewal, and returns the credit that it used', async () => {
    const subscription = await subscribed();
    await putCard(subscription, 'tok_chargeCustomerFail');
    const { customerId } = subscription;
    const credit = { customerId, amountCents: 1000, description: 'x', reference: 'r' };
    await payments.creditBalance('main', credit);
    pastPeriod(subscription, 2 * 3600);
    const ended = valueOf(await payments.cancelNow('main', subscription.id));
    expect(ended).toMatchObject({ status: 'canceled', openPayment: { state: 'declined' } });
    expect(await invoicesOf(subscription.id)).toEqual([
      ['void', 0],
      ['paid', 1999],
    ]);
    expect(valueOf(await payments.readCustomer('main', customerId))?.creditCents).toBe(1000);
  });

  test('immediately leaves no draft invoice that would be charged later', async () => {
    const subscription = await subscribed();
    pastPeriod(subscription, 60);
    await payments.cancelNow('main', subscription.id);
    moveTo(inDays(40));
    expect(await invoicesOf(subscription.id)).toEqual([
      ['draft', 0],
      ['paid', 1999],
    ]);
    expect(emulator.control.money()['main']?.amountCents).toBe(1999);
  });

  test.each([
    ['invoices.update', 60, 'draft'],
    ['invoices.void_invoice', 2 * 3600, 'void'],
  ])('immediately can be retried after %s was lost', async (operation, after, status) => {
    const subscription = await subscribed();
    await putCard(subscription, 'tok_chargeCustomerFail');
    pastPeriod(subscription, after);
    emulator.control.addFault({ operation, effect: 'reset', moment: 'before', times: 2 });
    const first = await payments.cancelNow('main', subscription.id);
    expect(first.outcome).toBe('unknown');
    expect(valueOf(await payments.cancelNow('main', subscription.id))?.status).toBe('canceled');
    moveTo(inDays(40));
    expect((await invoicesOf(subscription.id))[0]).toEqual([status, 0]);
  });

  test('immediately keeps a renewal that is paid before it can be voided', async () => {
    const subscription = await subscribed();
    await putCard(subscription, 'tok_chargeCustomerFail');
    pastPeriod(subscription, 2 * 3600);
    await putCard(subscription, 'tok_visa');
    const [renewal] = (await emulator.main.invoices.list({ subscription: subscription.id })).data;
    emulator.control.addFault({
      operation: 'invoices.void_invoice',
      effect: 'delay',
      moment: 'before',
      meanwhile: () => emulator.main.invoices.pay(renewal?.id ?? ''),
    });
    expect(valueOf(await payments.cancelNow('main', subscription.id))?.status).toBe('canceled');
    expect(await invoicesOf(subscription.id)).toEqual([
      ['paid', 1999],
      ['paid', 1999],
    ]);
  });

  test('keeps the subscription in the list of its customer', async () => {
    const first = await subscribed();
    await payments.cancelNow('main', first.id);
    const second = await subscribed('tok_visa', 'sub_1_2');
    const found = valueOf(await payments.findSubscriptions('main', first.customerId));
    expect(found.map(({ status }) => status)).toEqual(['active', 'canceled']);
    expect(second.id).toBe(found[0]?.id);
  });
});

describe('invoices', () => {
  test('have the amount charged, its reason and the credit used', async () => {
    const subscription = await subscribed();
    await payments.creditBalance('main', {
      customerId: subscription.customerId,
      amountCents: 1000,
      description: 'Parrainage',
      reference: 'ref_1',
    });
    moveTo(inDays(32));
    const listed = await emulator.main.invoices.list({ customer: subscription.customerId });
    const [renewal, first] = await Promise.all(
      listed.data.map(async ({ id }) => valueOf(await payments.readInvoice('main', id))),
    );
    expect(first).toMatchObject({
      subscriptionId: subscription.id,
      status: 'paid',
      reason: 'first',
      paidCents: 1999,
      creditUsedCents: 0,
    });
    expect(renewal).toMatchObject({
      status: 'paid',
      reason: 'renewal',
      paidCents: 999,
      creditUsedCents: 1000,
    });
    const paid = valueOf(await payments.readIntent('main', renewal?.paymentIntentId ?? ''));
    expect(paid).toMatchObject({ state: 'succeeded', amountCents: 999 });
    expect(first?.paymentIntentId).not.toBe(paid.id);
    expect(valueOf(await payments.readInvoice('main', 'in_never'))).toBeNull();
  });

  test('have no payment if credit paid everything', async () => {
    const subscription = await subscribed();
    await payments.creditBalance('main', {
      customerId: subscription.customerId,
      amountCents: 5000,
      description: 'Parrainage',
      reference: 'ref_1',
    });
    moveTo(inDays(32));
    const { data } = await emulator.main.invoices.list({ customer: subscription.customerId });
    const renewal = valueOf(await payments.readInvoice('main', data[0]?.id ?? ''));
    expect(renewal).toMatchObject({ status: 'paid', paidCents: 0, paymentIntentId: null });
  });
});
