import { randomUUID } from 'node:crypto';

import { inTransaction } from '@agres/db/transaction';
import type { PaymentAccount } from '@agres/domain/shapes';
import { REFERRAL_CREDIT_CENTS } from '@agres/domain/subscription';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { auditSubscriptions } from '@agres/money/subscription/audit-subscriptions';
import { findOrCreateCustomer } from '@agres/money/subscription/ensure-customer';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { valueOf } from '@agres/payments/testing/running-payments';
import { beforeEach, describe, expect, test } from 'vitest';

import { PATH as UPDATE_CARD } from '../support/card-update.ts';
import type { Answer } from '../support/client.ts';
import { tryJob } from '../support/jobs.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { CARDS, newSubscriber, subscribe, UNSUBSCRIBE } from '../support/subscribing.ts';

// As in a database assembled by hand: its installation has another name, so the provider objects that its
// rows name are not this shop's.
describe('a provider object marked by another installation', () => {
  const shop = useRunning(startTestShop);
  let member: Awaited<ReturnType<typeof newSubscriber>>;
  let customerId: string;
  beforeEach(async () => {
    member = await newSubscriber(shop);
    const customer = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId: member.userId },
    });
    customerId = customer.stripeCustomerId;
    shop.provider.clearJournal();
    return async () => {
      shop.provider.reset();
      await shop.app.db.$executeRaw`
        TRUNCATE subscription, subscription_attempt, payment_customer, referral_credit, job CASCADE`;
    };
  });

  const other = () => ({
    ...shop.jobDeps,
    installation: { ...shop.app.deps.installation, id: randomUUID() },
  });
  const changes = () =>
    shop.provider
      .journal()
      .map(({ operation }) => operation)
      // The browser creates the card token.
      .filter((operation) => !/\.(?:retrieve|list)|^tokens\./.test(operation));
  const rowOf = () =>
    shop.app.db.subscription.findFirstOrThrow({ where: { stripeCustomerId: customerId } });
  const alerts = () =>
    shop.app.db.job.count({
      where: { kind: 'mail', payload: { path: ['letter'], equals: 'alert' } },
    });

  test('is not changed by the audit, which raises one alert a day', async () => {
    await member.client.delete('/api/users');
    await shop.app.db.job.deleteMany();
    shop.provider.clearJournal();
    const seen = { subscriptions: 0, mended: 0, alerts: 1 };
    expect((await auditSubscriptions(other()))[0]).toEqual({ account: 'main', ...seen });
    expect((await auditSubscriptions(other()))[0]).toEqual({ account: 'main', ...seen });
    expect(await shop.app.db.job.findMany({ where: { kind: { not: 'mail' } } })).toEqual([]);
    expect(await alerts()).toBe(1);
    // The audit of its own installation ends it.
    await auditSubscriptions(shop.jobDeps);
    expect(await shop.app.db.job.count({ where: { kind: 'end_subscriptions' } })).toBe(1);
  });

  test('is not the unmarked first payment of a copied database, which is refunded', async () => {
    const { installation } = shop.app.deps;
    installation.copiedAt = new Date();
    try {
      const { client, userId } = await shop.app.member();
      const kept = () => {
        const { amountCents = 0, refundedCents = 0 } = shop.provider.money()['main'] ?? {};
        return amountCents - refundedCents;
      };
      const before = kept();
      shop.provider.addFault({
        operation: 'payment_intents.confirm',
        effect: 'delay',
        moment: 'after',
        meanwhile: () => client.delete('/api/users'),
      });
      await subscribe(client.copy(), { stripeToken: await shop.cardToken() });
      expect(await shop.app.db.user.count({ where: { id: userId } })).toBe(0);
      const refund = await shop.app.db.job.findFirstOrThrow({ where: { kind: 'refund_intent' } });
      const job = { kind: refund.kind, payload: Object(refund.payload) };
      expect(await tryJob(shop.jobDeps, job)).toEqual({ outcome: 'done' });
      await sendRefunds(shop.jobDeps);
      expect(kept()).toBe(before);
      // Without the promise in this job, a payment without a mark belongs to the original installation.
      const { account, intentId } = Object(refund.payload);
      const told = { kind: refund.kind, payload: { account, intentId } };
      expect(await tryJob(shop.jobDeps, told)).toMatchObject({ outcome: 'given_up' });
    } finally {
      installation.copiedAt = null;
    }
  });

  test('is not stored by the reconciler, which raises an alert', async () => {
    const { stripeSubscriptionId } = await rowOf();
    await shop.payments.cancelNow('main', stripeSubscriptionId ?? '');
    await shop.app.db.subscription.updateMany({ data: { nextCheckAt: new Date(0) } });
    await reconcileSubscriptions(other());
    expect(await rowOf()).toMatchObject({ state: 'active' });
    expect(await alerts()).toBe(1);
  });

  /** Runs some work while this shop has another installation's name. */
  const renamed = async <T>(act: () => Promise<T>): Promise<T> => {
    const { installation } = shop.app.deps;
    const { id } = installation;
    installation.id = randomUUID();
    try {
      return await act();
    } finally {
      installation.id = id;
    }
  };

  type Call = () => Promise<Answer>;
  test.each<[what: string, call: Call, before?: Call]>([
    ['ended', async () => member.client.delete(UNSUBSCRIBE)],
    [
      'given another card',
      async () =>
        member.client.post(UPDATE_CARD, { stripeToken: await shop.cardToken(CARDS.mastercard) }),
    ],
    [
      'resumed',
      async () => subscribe(member.client, { stripeToken: undefined, plan: 'monthly' }),
      async () => member.client.delete(UNSUBSCRIBE),
    ],
  ])('is not %s by its subscriber’s call, which raises an alert', async (_what, call, before) => {
    await before?.();
    await shop.app.db.job.deleteMany();
    shop.provider.clearJournal();
    expect(await renamed(call)).toMatchObject({
      status: 503,
      body: { message: 'error_message' },
    });
    expect(changes()).toEqual([]);
    expect(await alerts()).toBe(1);
    expect((await call()).status).toBe(200);
    expect(changes()).not.toEqual([]);
  });

  test('gets no credit back for a subscription that never began', async () => {
    const reference = `before_${member.userId}`;
    const credit = { customerId, amountCents: 500, description: 'Parrainage', reference };
    await shop.payments.creditBalance('main', credit);
    const { stripeSubscriptionId } = await rowOf();
    await shop.payments.cancelNow('main', stripeSubscriptionId ?? '');
    await shop.app.db.subscription.updateMany({ data: { state: 'ended' } });
    expect((await subscribe(member.client, { stripeToken: await shop.cardToken() })).status).toBe(
      200,
    );
    const begun = await shop.payments.findSubscriptions('main', customerId);
    const invoiceId = begun.outcome === 'known' ? begun.value[0]?.latestInvoiceId : undefined;
    const job = { kind: 'return_credit', payload: { account: 'main', invoiceId } };
    shop.provider.clearJournal();
    await tryJob(other(), job);
    expect(changes()).toEqual([]);
    // An answer about another customer is not a credit, so the credit is retried under the next key.
    const stranger = await newSubscriber(shop);
    const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId: stranger.userId },
    });
    const theirs = { ...credit, customerId: stripeCustomerId, reference: 'theirs' };
    await shop.payments.creditBalance('main', theirs);
    const operation = 'customers.create_balance_transaction';
    shop.provider.addFault({ operation, effect: 'mix_up' });
    await tryJob(shop.jobDeps, job);
    const customer = await shop.payments.readCustomer('main', customerId);
    expect(customer).toMatchObject({ value: { creditCents: 500 } });
  });

  test('is not cancelled, updated or credited by jobs', async () => {
    const { userId } = member;
    const referred = await shop.app.member();
    const credit = await shop.app.db.referralCredit.create({
      data: { ownerId: userId, referredUserId: referred.userId, kind: 'credit', amountCents: 1000 },
    });
    await shop.app.db.user.update({
      where: { id: userId },
      data: { email: `new-${userId}@example.fr`, emailKey: `new-${userId}@example.fr` },
    });
    const jobs = [
      { kind: 'end_subscriptions', payload: { account: 'main', customerId } },
      { kind: 'customer_email', payload: { userId, account: 'main', customerId } },
      { kind: 'pass_credit_on', payload: { creditId: credit.id, account: 'main', customerId } },
    ];
    const run = async (deps: typeof shop.jobDeps) => {
      for (const job of jobs) await tryJob(deps, job);
      return changes();
    };
    expect(await run(other())).toEqual([]);
    expect((await run(shop.jobDeps)).toSorted()).toEqual([
      'customers.create_balance_transaction',
      'customers.update',
      'subscriptions.cancel',
    ]);
  });

  test('a credit passed to the other account since a backup is not passed on a second time', async () => {
    const { db } = shop.app;
    const { userId } = member;
    const bis = await findOrCreateCustomer(shop.jobDeps, {
      userId,
      account: 'bis',
      attempt: { id: randomUUID(), beginning: '0' },
    });
    const credit = await db.referralCredit.create({
      data: { ownerId: userId, kind: 'credit', amountCents: REFERRAL_CREDIT_CENTS },
    });
    const passOn = (account: PaymentAccount, to: string) =>
      tryJob(shop.jobDeps, {
        kind: 'pass_credit_on',
        payload: { creditId: credit.id, account, customerId: to },
      });
    const debits = () => db.referralCredit.findMany({ where: { kind: 'debit' } });
    await passOn('bis', valueOf(bis));
    const [before] = await debits();
    await inTransaction(db, async (tx) => {
      // As a superuser's restore does: without triggers, which would forbid it.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.referralCredit.deleteMany({ where: { kind: 'debit' } });
    });
    shop.provider.clearJournal();
    await passOn('main', customerId);
    expect(changes()).toEqual([]);
    expect(await debits()).toMatchObject([
      { stripeAccount: 'bis', stripeTransactionId: before?.stripeTransactionId },
    ]);
  });
});
