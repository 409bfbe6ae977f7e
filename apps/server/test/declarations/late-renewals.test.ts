import { valueOf } from '@agres/payments/testing/running-payments';
import { CONTRACTS } from '@agres/shop/contracts';
import { reconcileDeclarations } from '@agres/shop/declarations/reconcile-declarations';
import { beforeEach, describe, expect, test } from 'vitest';

import { give } from '../support/command.ts';
import { useRunning } from '../support/running.ts';
import {
  startMailedShop,
  startTestProvider,
  startTestShop,
  type TestShop,
} from '../support/shop.ts';
import { newSubscriber, reconcileNow, subscriptionsAtProvider } from '../support/subscribing.ts';

const DAY_SECONDS = 86_400;
const MONTHLY_CENTS = 1999;

type Declaring = { path: 'terminations' | 'withdrawals'; meanwhile: () => Promise<void> };

describe('a declaration without a log-in that is accepted after the next renewal', () => {
  /** A shop whose provider is at the present time, until a test moves its clock. */
  const now = useRunning(startMailedShop);
  beforeEach(() => now.provider.reset());

  /** Creates a subscriber who has declared without a log-in. */
  const declare = async (
    shop: TestShop = now,
    { path = 'terminations', meanwhile }: Partial<Declaring> = {},
  ) => {
    const { email, userId } = await newSubscriber(shop);
    await meanwhile?.();
    const visitor = shop.app.client();
    const body = { name: 'Ada Lovelace', email, reference: 'mon abonnement' };
    const answer = await visitor.post(`/api/${path}`, body);
    expect(answer.status).toBe(200);
    const { number } = answer.body as { number: number };
    const { id: subscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
    });
    const accept = async () => {
      const values = { declaration: number, noun: 'subscription', contract: subscriptionId };
      expect(await give(shop, 'declarations.accept', values)).toMatchObject({ kind: 'done' });
      await reconcileDeclarations(shop.jobDeps, CONTRACTS);
    };
    return {
      email,
      userId,
      number,
      accept,
      subscription: () =>
        shop.app.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } }),
      refunds: () => shop.app.db.refund.findMany({ where: { subscriptionId } }),
      eventsSince: async (kind: string) => {
        const events = await shop.app.db.declarationEvent.findMany({
          where: { declarationId: number, NOT: { kind: { in: ['receipt_sent', 'owner_told'] } } },
          orderBy: { id: 'asc' },
        });
        const kinds = events.map((event) => event.kind);
        return kinds.slice(kinds.indexOf(kind) + 1);
      },
    };
  };
  const renew = async (months = 1, shop: TestShop = now) => {
    shop.provider.moveClock({ bySeconds: months * 32 * DAY_SECONDS });
    await reconcileNow(shop);
  };
  const wake = (number: number) =>
    now.app.db
      .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${number}`;

  test.each([1, 2])(
    'refunds every renewal since (%i) once, and ends the subscription at once',
    async (months) => {
      const { accept, subscription, refunds, userId, eventsSince, email } = await declare();
      await renew(months);
      expect(await refunds()).toEqual([]);
      await accept();
      expect(await subscription()).toMatchObject({ state: 'ended' });
      expect(await eventsSince('accepted')).toEqual(['ended', 'refund_requested', 'closed']);
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
      await now.inBackground(async () => now.emailsTo(email).filter(isTold).length >= months);
    },
  );

  test('accepted before the renewal keeps the paid period, without a refund', async () => {
    const { accept, subscription, refunds, eventsSince } = await declare();
    now.provider.moveClock({ bySeconds: 20 * DAY_SECONDS });
    await accept();
    expect(await eventsSince('accepted')).toEqual(['ended', 'closed']);
    expect(await subscription()).toMatchObject({
      state: 'active',
      accessEndsOn: expect.any(Date),
    });
    expect(await refunds()).toEqual([]);
  });

  test('does not refund renewals before the declaration', async () => {
    // The provider starts 40 days in the past, so that there is an earlier renewal.
    const provider = await startTestProvider({ minutesBehind: 40 * 24 * 60 });
    const past = await startTestShop({ provider, smtpUrl: now.mailbox.smtpUrl });
    const { accept, refunds, subscription, eventsSince } = await declare(past, {
      meanwhile: () => renew(1, past),
    });
    await accept();
    expect(await eventsSince('accepted')).toEqual(['ended', 'closed']);
    expect(await refunds()).toEqual([]);
    expect(await subscription()).toMatchObject({ state: 'active', accessEndsOn: expect.any(Date) });
    await past.close();
    await provider.close();
  });

  test('is completed once after a provider failure', async () => {
    const { accept, subscription, refunds, eventsSince, number } = await declare();
    await renew();
    now.provider.addFault({ operation: 'invoices.list', effect: 'server_error' });
    await accept();
    expect(await refunds()).toEqual([]);
    expect(await subscription()).toMatchObject({ state: 'active', accessEndsOn: null });
    await wake(number);
    await now.inBackground(async () => (await eventsSince('accepted')).includes('closed'));
    expect(await refunds()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ state: 'ended' });
  });

  test('refunds a renewal debited while the subscription is being ended', async () => {
    const { accept, subscription, refunds } = await declare();
    now.provider.addFault({
      operation: 'subscriptions.update',
      effect: 'delay',
      moment: 'before',
      meanwhile: async () => {
        now.provider.moveClock({ bySeconds: 32 * DAY_SECONDS });
      },
    });
    await accept();
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await refunds()).toMatchObject([{ amountCents: MONTHLY_CENTS }]);
  });

  test('does not refund a renewal already refunded in the dashboard', async () => {
    const { accept, subscription, refunds } = await declare();
    await renew();
    const row = await subscription();
    const invoices = await now.payments.listInvoices('main', row.stripeSubscriptionId ?? '');
    for (const { reason, paymentIntentId } of valueOf(invoices)) {
      if (reason === 'renewal') now.provider.refundPayment({ intentId: paymentIntentId ?? '' });
    }
    await accept();
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await refunds()).toEqual([]);
  });

  test('of a withdrawal refunds the first payment as of its hour, and every renewal since', async () => {
    const { accept, subscription, refunds, userId, eventsSince } = await declare(now, {
      path: 'withdrawals',
    });
    await now.app.db.subscription.updateMany({
      where: { userId },
      data: { immediateStartAt: new Date() },
    });
    await renew();
    await accept();
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await eventsSince('accepted')).toEqual(['ended', 'refund_requested', 'closed']);
    const sums = (await refunds())
      .map(({ amountCents }) => amountCents)
      .toSorted((one, other) => one - other);
    expect(sums).toHaveLength(2);
    // The refund deducts one day used before the declaration, and none after it.
    expect(sums[0]).toBeGreaterThan(1900);
    expect(sums[0]).toBeLessThan(MONTHLY_CENTS);
    expect(sums[1]).toBe(MONTHLY_CENTS);
  });
});
