import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { valueOf } from '@agres/payments/testing/running-payments';
import { mintToken } from '@agres/shop/users/link-token';
import { afterEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { linkIn, newEmail } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';
import { customerOf, newSubscriber, subscribe } from '../support/subscribing.ts';

describe('the receipt address at the payment provider', () => {
  const shop = useRunning(startMailedShop);
  afterEach(() => shop.provider.clearFaults());

  const DONE = { status: 200, body: { message: 'account_updated' } };
  const ask = async (client: TestClient, email: string) => {
    const answer = await client.put('/api/users', { email, mdp: PASSWORD, mdp2: PASSWORD });
    expect(answer).toMatchObject(DONE);
  };
  const moveTo = async (client: TestClient, email: string) => {
    const { db, clock } = shop.app.deps;
    await ask(client, email);
    const { id } = await db.user.findFirstOrThrow({ where: { pendingEmail: email } });
    const nonce = await mintToken(db, {
      userId: id,
      purpose: 'email_confirm',
      now: clock(),
      newEmail: email,
    });
    expect(await client.put('/api/users/email/confirm', { id, nonce })).toMatchObject(DONE);
  };
  const jobs = () => shop.app.db.job.findMany({ where: { kind: 'customer_email' } });
  const allDone = async () => (await jobs()).every(({ doneAt }) => doneAt !== null);
  /** Runs the jobs, without their pauses. */
  const keepPromises = (until: () => Promise<boolean> = allDone) => shop.jobsRun(until);
  const atProvider = async (userId: number, account: PaymentAccount = 'main') => {
    const row = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId, stripeAccount: account },
    });
    return valueOf(await shop.payments.readCustomer(account, row.stripeCustomerId))?.email;
  };

  test('follows the member’s address in each provider account', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const stripeCustomerId = await customerOf(shop, { userId, email }, 'bis');
    await shop.app.db.paymentCustomer.create({
      data: { userId, stripeAccount: 'bis', stripeCustomerId },
    });
    const next = newEmail();
    await moveTo(client, next);
    await keepPromises();
    for (const account of PAYMENT_ACCOUNTS) expect(await atProvider(userId, account)).toBe(next);
    await shop.app.db.$executeRaw`UPDATE job SET done_at = NULL WHERE kind = 'customer_email'`;
    await keepPromises();
    for (const account of PAYMENT_ACCOUNTS) expect(await atProvider(userId, account)).toBe(next);
  });

  test('stays while a new address is unconfirmed, and changes on confirmation', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const next = newEmail();
    const before = (await jobs()).length;
    await ask(client, next);
    expect(await jobs()).toHaveLength(before);
    await moveTo(client, next);
    expect(await jobs()).toHaveLength(before + 1);
    expect(await atProvider(userId)).toBe(email);
    await keepPromises();
    expect(await atProvider(userId)).toBe(next);
  });

  test('becomes the latest address once the provider is available again', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const operation = 'customers.update';
    shop.provider.addFault({ operation, effect: 'reset', moment: 'before', times: 1000 });
    await moveTo(client, newEmail());
    const last = newEmail();
    await moveTo(client, last);
    await keepPromises(async () => {
      const waiting = (await jobs()).filter(({ doneAt }) => doneAt === null);
      return waiting.length === 2 && waiting.every(({ attempts }) => attempts > 1);
    });
    expect(await atProvider(userId)).toBe(email);
    shop.provider.clearFaults();
    await keepPromises();
    expect(await atProvider(userId)).toBe(last);
  });

  test('is the latest one when a slow response to the update before arrives after it', async () => {
    const { client, userId } = await newSubscriber(shop);
    const operation = 'customers.update';
    const before = shop.provider.journal({ operation }).length;
    const changes = () => shop.provider.journal({ operation }).slice(before);
    const newerIsTold = Promise.withResolvers<void>();
    const meanwhile = () => newerIsTold.promise;
    shop.provider.addFault({ operation, effect: 'delay', moment: 'before', meanwhile });
    await moveTo(client, newEmail());
    const last = newEmail();
    let hasMoved = false;
    const isOver = async () => hasMoved && (await allDone());
    // Two workers: the second runs the newer job while the first waits for its answer.
    await Promise.all([
      keepPromises(isOver),
      keepPromises(async () => {
        if (changes().length > 0 && !hasMoved) {
          await moveTo(client, last);
          hasMoved = true;
        }
        if (changes().some(({ status }) => status !== null)) newerIsTold.resolve();
        return isOver();
      }),
    ]);
    expect(await atProvider(userId)).toBe(last);
  });

  test('is restored by the undo link', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    await moveTo(client, newEmail());
    const undoEmail = () =>
      shop.emailsTo(email).find(({ links }) => links.some((link) => /\/\d+\/[\w-]+$/.test(link)));
    await keepPromises(async () => (await allDone()) && undoEmail() !== undefined);
    const received = undoEmail();
    if (received === undefined) throw new Error('no email');
    const { id, secret: nonce } = linkIn(received);
    const visitor = shop.app.client();
    const undone = await visitor.put('/api/users/email/undo', { id, nonce });
    expect(undone.status).toBe(200);
    await keepPromises();
    expect(await atProvider(userId)).toBe(email);
  });

  test('is the new one if it changes while the customer is created', async () => {
    const { client, userId } = await shop.app.member();
    const operation = 'customers.create';
    const next = newEmail();
    const meanwhile = () => moveTo(client, next);
    shop.provider.addFault({ operation, effect: 'delay', moment: 'after', meanwhile });
    const answer = await subscribe(client, { stripeToken: await shop.cardToken() });
    expect(answer.status).toBe(200);
    await keepPromises();
    expect(await atProvider(userId)).toBe(next);
  });

  test('enqueues no job for a member without a customer or with the same address', async () => {
    const before = (await jobs()).length;
    const { client } = await shop.app.member();
    await moveTo(client, newEmail());
    const subscriber = await newSubscriber(shop);
    await ask(subscriber.client, subscriber.email);
    expect(await jobs()).toHaveLength(before);
  });

  test('does not change after the account is deleted', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const row = await shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } });
    await moveTo(client, newEmail());
    await client.delete('/api/users');
    await keepPromises();
    const left = await shop.payments.readCustomer('main', row.stripeCustomerId);
    expect(valueOf(left)?.email).toBe(email);
  });
});
