import { openTestDatabase } from '@agres/db/testing';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { valueOf } from '@agres/payments/testing/running-payments';
import type { Fault } from '@agres/stripe-emulator/control/faults';
import { afterEach, describe, expect, test } from 'vitest';

import type { Answer, TestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import {
  addCredit,
  brokenSubscriptionInvariants,
  CARDS,
  reconcileNow,
  subscribe,
  type Subscribing,
  subscriptionsAtProvider,
} from '../support/subscribing.ts';

const CREATE = 'subscriptions.create';
const CONFIRM = 'payment_intents.confirm';
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };

describe('a stale process that has lost its lease', () => {
  const database = useRunning(openTestDatabase);
  const shop = useRunning(() => startTestShop({ database }));

  afterEach(async () => {
    shop.provider.clearFaults();
    await promisesKept();
    await reconcileNow(shop);
    expect(
      await brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments }),
    ).toEqual([]);
  });

  /** Runs the due jobs, except for emails, which go nowhere. */
  const promisesKept = () =>
    shop.inBackground(async () => {
      const due = { kind: { not: 'mail' }, doneAt: null, runAt: { lte: new Date() } };
      return (await shop.app.db.job.count({ where: due })) === 0;
    });
  const returns = () => shop.app.db.job.count({ where: { kind: 'return_credit' } });
  const attemptsOf = (userId: number) =>
    shop.app.db.subscriptionAttempt.findMany({ where: { userId } });
  const rowsOf = (userId: number) =>
    shop.app.db.subscription.findMany({ where: { userId }, orderBy: { generation: 'asc' } });
  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const hold = (fault: Pick<Fault, 'operation' | 'moment'>, meanwhile: Fault['meanwhile']) =>
    shop.provider.addFault({ ...fault, effect: 'delay', ...(meanwhile && { meanwhile }) });
  /** Calls without an answer to the creation of the subscription, which may have happened. */
  const failToBegin = async (
    client: TestClient,
    input: Subscribing,
    moment: 'before' | 'after' = 'before',
  ) => {
    shop.provider.addFault({ operation: CREATE, effect: 'reset', moment, times: 6 });
    expect((await subscribe(client, input)).status).toBe(503);
    shop.provider.clearFaults();
  };
  /** Calls until the card is charged; the answer arrives later. */
  const chargeSlowly = async (client: TestClient, input: Subscribing) => {
    const before = takenCents();
    const slow = { effect: 'delay', moment: 'after', delayMs: 2000 } as const;
    shop.provider.addFault({ operation: CONFIRM, ...slow });
    const answer = subscribe(client.copy(), input);
    await expect.poll(takenCents, { interval: 5 }).toBe(before + 1999);
    return { answer };
  };
  /**
   * While the reconciler queries the provider for the subscription, a call takes over the attempt and charges
   * the card.
   */
  const payMeanwhile = async (
    { client, ...input }: Subscribing & { client: TestClient },
    { hasMade, more = async () => undefined }: { hasMade: boolean; more?: () => Promise<unknown> },
  ) => {
    const before = takenCents();
    const call = { ...input, stripeToken: await shop.cardToken() };
    await failToBegin(client, call, hasMade ? 'after' : 'before');
    let again: Promise<Answer> | undefined;
    // A provider that created nothing must answer before the call creates the subscription.
    const moment = hasMade ? 'before' : 'after';
    hold({ operation: 'subscriptions.list', moment }, async () => {
      await shop.app.db
        .$executeRaw`UPDATE subscription_attempt SET lease_until = now() - interval '1 second'`;
      again = (await chargeSlowly(client, call)).answer;
      await more();
    });
    await reconcileNow(shop);
    expect(takenCents()).toBe(before + 1999);
    return again;
  };

  test('does not end an attempt that was restarted and waits for 3-D Secure', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    const stripeToken = await shop.cardToken(CARDS.secure);
    let again: Answer | undefined;
    hold({ operation: CONFIRM, moment: 'before' }, async () => {
      await reconcileNow(shop);
      expect(await attemptsOf(userId)).toMatchObject([{ state: 'expired' }]);
      again = await subscribe(client.copy(), { stripeToken });
    });
    const frozen = await subscribe(client, { stripeToken });
    expect(frozen.status).toBe(503);
    expect(again).toMatchObject({ status: 402, body: { requiresAction: true } });
    // The delayed call has seen its payment cancelled, while the cardholder is about to pay the other one.
    expect(await attemptsOf(userId)).toMatchObject([
      { state: 'requires_action', nextCheckAt: expect.any(Date) },
    ]);
    shop.answerChallenges('succeed');
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    expect(takenCents()).toBe(before + 1999);
    expect(await rowsOf(userId)).toMatchObject([{ state: 'ended' }, { state: 'active' }]);
  });

  test('does not end an attempt that was restarted and is charging a card', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    const stripeToken = await shop.cardToken();
    let again: Promise<Answer> | undefined;
    hold({ operation: CONFIRM, moment: 'before' }, async () => {
      await reconcileNow(shop);
      again = (await chargeSlowly(client, { stripeToken })).answer;
    });
    await subscribe(client, { stripeToken });
    expect(await attemptsOf(userId)).toMatchObject([{ state: 'started' }]);
    expect(await again).toMatchObject(SUBSCRIBED);
    expect(takenCents()).toBe(before + 1999);
  });

  test('does not end an attempt that was restarted and has no subscription yet', async () => {
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    await failToBegin(client, { stripeToken });
    let again: Promise<Answer> | undefined;
    // Here the reconciler is the delayed one.
    hold({ operation: 'subscriptions.list', moment: 'after' }, async () => {
      await reconcileNow(shop);
      hold({ operation: 'customers.list', moment: 'before' }, undefined);
      again = subscribe(client, { stripeToken });
      await expect
        .poll(() => attemptsOf(userId), { interval: 5 })
        .toMatchObject([{ state: 'started' }]);
    });
    await reconcileNow(shop);
    expect(await again).toMatchObject(SUBSCRIBED);
  });

  describe('finds a payment made since by the call that took over the attempt', () => {
    const refundedCents = () => shop.provider.money()['main']?.refundedCents ?? 0;

    test('and gives access', async () => {
      const { client, userId } = await shop.app.member();
      expect(await payMeanwhile({ client }, { hasMade: true })).toMatchObject(SUBSCRIBED);
      expect(await rowsOf(userId)).toMatchObject([{ state: 'active' }]);
    });

    test('and stores it with the referral of the subscriber', async () => {
      const { userId: ownerId } = await shop.app.member();
      const { personalDiscountCode: discountCode } = await shop.app.db.user.findUniqueOrThrow({
        where: { id: ownerId },
      });
      const { client, userId } = await shop.app.member();
      const answer = await payMeanwhile({ client, discountCode }, { hasMade: true });
      expect(answer).toMatchObject(SUBSCRIBED);
      const [attempt] = await attemptsOf(userId);
      expect(attempt?.stripeIntentId).toMatch(/^pi_/);
      // Without the first payment, no job could later check whether it was refunded, or whose card it was.
      expect(await shop.app.db.referralCredit.findMany({ where: { ownerId } })).toMatchObject([
        { kind: 'referral', firstPaymentAccount: 'main', firstPaymentId: attempt?.stripeIntentId },
      ]);
    });

    test('and refunds it if the account was deleted', async () => {
      const { client } = await shop.app.member();
      const before = refundedCents();
      const leave = async () => expect((await client.copy().delete('/api/users')).status).toBe(200);
      const answer = await payMeanwhile({ client }, { hasMade: true, more: leave });
      expect([401, 503]).toContain(answer?.status);
      await promisesKept();
      await sendRefunds(shop.jobDeps);
      expect(refundedCents()).toBe(before + 1999);
    });

    test('and refunds it if the subscription was cancelled at the provider', async () => {
      const { client, userId } = await shop.app.member();
      const before = refundedCents();
      const cancel = async () => {
        const [row] = await rowsOf(userId);
        return valueOf(await shop.payments.cancelNow('main', row?.stripeSubscriptionId ?? ''));
      };
      await payMeanwhile({ client }, { hasMade: true, more: cancel });
      await promisesKept();
      await sendRefunds(shop.jobDeps);
      expect(refundedCents()).toBe(before + 1999);
      expect(await rowsOf(userId)).toMatchObject([{ state: 'ended' }]);
    });
  });

  test('does not end a subscription created since by the call that took over the attempt', async () => {
    const { client, userId } = await shop.app.member();
    expect(await payMeanwhile({ client }, { hasMade: false })).toMatchObject(SUBSCRIBED);
    expect(await rowsOf(userId)).toMatchObject([{ state: 'active' }]);
  });

  test.each([0, 5000])(
    'cancels its own subscription if the attempt was restarted, with %i cents of credit',
    async (creditCents) => {
      const { client, userId, email } = await shop.app.member();
      const [before, returned] = [takenCents(), await returns()];
      const customerId = await addCredit(shop, { userId, email }, creditCents + 1);
      const stripeToken = await shop.cardToken();
      let again: Promise<Answer> | undefined;
      hold({ operation: CREATE, moment: 'before' }, async () => {
        await reconcileNow(shop);
        expect(await attemptsOf(userId)).toMatchObject([{ state: 'expired' }]);
        shop.provider.addFault({ operation: CREATE, effect: 'delay', delayMs: 1500 });
        again = subscribe(client.copy(), { stripeToken });
        await expect.poll(async () => (await rowsOf(userId)).length, { interval: 5 }).toBe(2);
      });
      expect((await subscribe(client, { stripeToken })).status).toBe(503);
      expect(await again).toMatchObject(SUBSCRIBED);
      const parts = { db: shop.app.db, payments: shop.payments };
      const statuses = (await subscriptionsAtProvider(parts, userId)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([
        'active',
        creditCents === 0 ? 'incomplete_expired' : 'canceled',
      ]);
      await promisesKept();
      expect((await returns()) - returned).toBe(creditCents === 0 ? 0 : 1);
      // Card and credit together have paid for one subscription.
      const customer = valueOf(await shop.payments.readCustomer('main', customerId));
      const usedCents = creditCents + 1 - (customer?.creditCents ?? 0);
      expect(takenCents() - before + usedCents).toBe(1999);
    },
  );
});
