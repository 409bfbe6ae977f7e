import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestProvider, startTestShop, type TestShop } from '../support/shop.ts';
import { newSubscriber, reconcileNow, subscriptionsAtProvider } from '../support/subscribing.ts';

const DAY_SECONDS = 86_400;
const MONTHLY_CENTS = 1999;

describe('a termination without a log-in that is confirmed only after the next renewal', () => {
  /** Whose provider lives in the present, until a test moves its clock. */
  let now: TestShop;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    now = await startTestShop({ smtpUrl: mailbox.smtpUrl });
  });
  beforeEach(() => now.provider.reset());
  afterAll(async () => {
    await now.close();
    await mailbox.close();
  });

  const emailsTo = (email: string) => mailbox.emails().filter(({ to }) => to.includes(email));

  /** A subscriber who has declared without a log-in, and the link that says "it was me". */
  const declare = async (shop = now, meanwhile?: () => Promise<void>) => {
    const { email, userId } = await newSubscriber(shop);
    await meanwhile?.();
    const visitor = shop.app.client();
    const body = { name: 'Ada Lovelace', email, reference: 'mon abonnement' };
    const answer = await visitor.post('/api/terminations', body);
    expect(answer.status).toBe(200);
    const { number } = answer.body as { number: number };
    const isLetter = ({ subject }: { subject: string }) => subject.startsWith('Était-ce vous');
    await shop.inBackground(async () => emailsTo(email).some(isLetter));
    const links = emailsTo(email).find(isLetter)?.links.join(' ') ?? '';
    const [, nonce] = /\/declaration\/\d+\/([\w-]+)/.exec(links) ?? [];
    const { id: subscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
    });
    return {
      email,
      userId,
      number,
      confirm: () => visitor.put('/api/declarations/confirm', { id: number, nonce }),
      subscription: () =>
        shop.app.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } }),
      refunds: () => shop.app.db.refund.findMany({ where: { subscriptionId } }),
      eventsSince: async (kind: string) => {
        const events = await shop.app.db.declarationEvent.findMany({
          where: { declarationId: number },
          orderBy: { id: 'asc' },
        });
        const kinds = events.map((event) => event.kind).filter((one) => one !== 'receipt_sent');
        return kinds.slice(kinds.indexOf(kind) + 1);
      },
    };
  };
  const renew = async (months = 1, shop = now) => {
    shop.provider.moveClock({ bySeconds: months * 32 * DAY_SECONDS });
    await reconcileNow(shop);
  };
  const wake = (number: number) =>
    now.app.db
      .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${number}`;

  test.each([1, 2])(
    'has every renewal since given back (%i), once, and ends at once',
    async (months) => {
      const { confirm, subscription, refunds, userId, eventsSince, email } = await declare();
      await renew(months);
      expect(await refunds()).toEqual([]);
      expect((await confirm()).status).toBe(200);
      expect((await confirm()).status).toBe(200);
      expect(await subscription()).toMatchObject({ state: 'ended' });
      expect(await eventsSince('proved')).toEqual(['ended', 'refund_requested', 'closed']);
      const isArrived = async () => (await refunds()).every(({ state }) => state === 'succeeded');
      await now.inBackground(isArrived);
      expect(
        (await refunds()).map(({ amountCents, origin, by }) => [amountCents, origin, by]),
      ).toEqual(
        Array.from({ length: months }, () => [MONTHLY_CENTS, 'withdrawal', 'declarations']),
      );
      const [atProvider] = await subscriptionsAtProvider(
        { db: now.app.db, payments: now.payments },
        userId,
      );
      expect(atProvider?.status).toBe('canceled');
      const isTold = ({ text }: { text: string }) => text.includes('19,99');
      await now.inBackground(async () => emailsTo(email).filter(isTold).length >= months);
    },
  );

  test('before it has the period that was paid, and gives nothing back', async () => {
    const { confirm, subscription, refunds, eventsSince } = await declare();
    now.provider.moveClock({ bySeconds: 20 * DAY_SECONDS });
    expect((await confirm()).status).toBe(200);
    expect(await eventsSince('proved')).toEqual(['ended', 'closed']);
    expect(await subscription()).toMatchObject({
      state: 'active',
      accessEndsOn: expect.any(Date),
    });
    expect(await refunds()).toEqual([]);
  });

  test('keeps the renewals before it', async () => {
    // Has renewed by now.
    const provider = await startTestProvider({ minutesBehind: 40 * 24 * 60 });
    const past = await startTestShop({ provider, smtpUrl: mailbox.smtpUrl });
    const { confirm, refunds, subscription, eventsSince } = await declare(past, () =>
      renew(1, past),
    );
    expect((await confirm()).status).toBe(200);
    expect(await eventsSince('proved')).toEqual(['ended', 'closed']);
    expect(await refunds()).toEqual([]);
    expect(await subscription()).toMatchObject({ state: 'active', accessEndsOn: expect.any(Date) });
    await past.close();
    await provider.close();
  });

  test('is done later where the provider does not answer, and then once', async () => {
    const { confirm, subscription, refunds, eventsSince, number } = await declare();
    await renew();
    now.provider.addFault({ operation: 'invoices.list', effect: 'server_error' });
    expect((await confirm()).status).toBe(200);
    expect(await refunds()).toEqual([]);
    expect(await subscription()).toMatchObject({ state: 'active', accessEndsOn: null });
    await wake(number);
    await now.inBackground(async () => (await eventsSince('proved')).includes('closed'));
    expect(await refunds()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ state: 'ended' });
  });

  test('that the provider debits while it is asked gives that back too', async () => {
    const { confirm, subscription, refunds } = await declare();
    now.provider.addFault({
      operation: 'subscriptions.update',
      effect: 'delay',
      moment: 'before',
      meanwhile: async () => {
        now.provider.moveClock({ bySeconds: 32 * DAY_SECONDS });
      },
    });
    expect((await confirm()).status).toBe(200);
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await refunds()).toMatchObject([{ amountCents: MONTHLY_CENTS }]);
  });

  test('gives nothing back that went back in the dashboard meanwhile', async () => {
    const { confirm, subscription, refunds } = await declare();
    await renew();
    const row = await subscription();
    const invoices = now.payments.listInvoices('main', {
      subscriptionId: row.stripeSubscriptionId ?? '',
      createdAfter: new Date(0),
    });
    for await (const answer of invoices) {
      if (answer.outcome !== 'known') throw new Error('the provider does not tell');
      const { reason, paymentIntentId } = answer.value;
      if (reason === 'renewal') now.provider.refundPayment({ intentId: paymentIntentId ?? '' });
    }
    expect((await confirm()).status).toBe(200);
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await refunds()).toEqual([]);
  });
});
