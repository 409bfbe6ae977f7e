import { runRetention } from '@agres/core/run-retention';
import { valueOf } from '@agres/payments/testing/running-payments';
import { purge, RETENTION_RULES } from '@agres/shop/retention-rules';
import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { outputOf } from '../support/command.ts';
import { findInDatabase } from '../support/database-search.ts';
import { newEmail } from '../support/members.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';
import { callAccount, TRANSPORTS, type Transport } from '../support/user-calls.ts';

describe('deleting an account', () => {
  const shop = useRunning(startMailedShop);

  const remove = (client: TestClient, transport: Transport = 'rest') =>
    callAccount(transport, client, { name: 'delete' });
  const connected = async (client: TestClient) => (await client.get('/api/users/status')).body;

  test.each(TRANSPORTS)('C5: over %s ends every session', async (transport) => {
    const email = newEmail();
    const { client } = await shop.app.member({ email });
    const other = shop.app.client();
    await other.post('/api/connect', { email, mdp: PASSWORD });
    expect(await remove(client, transport)).toMatchObject({
      status: 200,
      message: 'account_deleted',
    });
    expect(client.cookies.has('session')).toBe(false);
    for (const who of [client, other]) {
      expect(await connected(who)).toEqual({ isConnected: false, user: null });
      expect(await remove(who, transport)).toMatchObject({
        status: 401,
        message: 'not_logged_in',
      });
    }
    const signIn = await callAccount(transport, shop.app.client(), {
      name: 'signIn',
      input: { email, mdp: PASSWORD },
    });
    expect(signIn).toMatchObject({ status: 401, message: 'incorrect_email' });
  });

  test('with a wrong or malformed current password is refused and changes nothing', async () => {
    const { client, userId } = await shop.app.member({ email: newEmail() });
    const withPassword = (currentMdp: unknown) =>
      callAccount('rest', client, { name: 'delete', input: { currentMdp } });
    for (const wrong of ['Wrong1234', PASSWORD.toLowerCase(), ` ${PASSWORD}`]) {
      expect([wrong, await withPassword(wrong)]).toMatchObject([
        wrong,
        { status: 401, message: 'incorrect_password' },
      ]);
    }
    for (const odd of ['', null, 7, [PASSWORD], { not: '' }]) {
      expect([odd, await withPassword(odd)]).toMatchObject([
        odd,
        { status: 400, message: 'invalid_fields' },
      ]);
    }
    expect(await shop.app.db.user.count({ where: { id: userId } })).toBe(1);
    expect(await connected(client)).toMatchObject({ isConnected: true });
    expect(await withPassword(PASSWORD)).toMatchObject({ status: 200, message: 'account_deleted' });
    expect(await shop.app.db.user.count({ where: { id: userId } })).toBe(0);
  });

  test('succeeds without the password 15 minutes after the log-in too', async () => {
    const { client, userId } = await shop.app.member({ email: newEmail() });
    const createdAt = new Date(Date.now() - 15 * 60_000 - 1000);
    await shop.app.db.session.updateMany({ where: { userId }, data: { createdAt } });
    expect(await remove(client)).toMatchObject({ status: 200, message: 'account_deleted' });
  });

  test('frees the address for a new account with a new id', async () => {
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    await remove(client);
    const input = { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' };
    const again = await callAccount('rest', shop.app.client(), { name: 'register', input });
    expect(again).toMatchObject({ status: 200, message: 'account_created' });
    const user = await shop.app.db.user.findUniqueOrThrow({ where: { emailKey: email } });
    expect(user.id).not.toBe(userId);
  });

  test('sends a last email, in the member’s language', async () => {
    const email = newEmail();
    const { client } = await shop.app.member({ email, locale: 'en' });
    await callAccount('rest', client, {
      name: 'delete',
      sent: { headers: { 'x-locale': 'en' } },
    });
    await shop.jobsDone();
    const subjects = shop.emailsTo(email).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('has been deleted')]);
  });

  test('H4: removes all personal data but the orders, which a new account cannot read', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const names = { firstName: `Zéphyrine${userId}`, lastName: `Quatremère${userId}` };
    await db.user.update({ where: { id: userId }, data: names });
    const person = await db.user.findUniqueOrThrow({ where: { id: userId } });

    const item = await addItem(db, { stocks: [5] });
    const ordered = await buy(client, {
      id: item.id,
      stripeToken: await shop.cardToken(),
      lastName: `Livrée${userId}`,
    });
    expect(ordered.status).toBe(200);
    const refused = await buy(client, {
      id: item.id,
      stripeToken: await shop.cardToken('4000000000000002'),
      lastName: `Refusée${userId}`,
    });
    expect(refused.status).toBe(402);
    await client.post('/api/contact', {
      subject: `Bonjour ${names.firstName}`,
      message: `Un message de ${names.lastName}, à l’équipe.`,
    });
    await client.put('/api/users/forgottenPassword', { email });
    const pending = `attente.${email}`;
    const change = { ...names, mdp: PASSWORD, mdp2: PASSWORD, email: pending };
    expect((await client.put('/api/users', change)).status).toBe(200);
    await shop.jobsDone();
    // Emails that still wait for a mail server.
    await client.put('/api/users/forgottenPassword', { email });
    await client.put('/api/users', change);
    await db.$executeRaw`
      UPDATE job SET run_at = now() + interval '1 hour' WHERE done_at IS NULL`;
    expect(await findInDatabase(db, names.firstName)).not.toEqual([]);

    expect(await remove(client)).toMatchObject({ status: 200 });
    await shop.jobsDone();
    expect(await db.user.findUnique({ where: { id: userId } })).toBeNull();
    expect(await db.session.count({ where: { userId } })).toBe(0);
    expect(await db.accountToken.count({ where: { userId } })).toBe(0);
    // The order has yet to arrive.
    expect(await findInDatabase(db, email)).toEqual(['orders.contact_email']);
    await db.order.updateMany({ where: { contactEmail: email }, data: { contactEmail: null } });
    for (const trace of [
      email,
      pending,
      names.firstName,
      names.lastName,
      person.passwordHash,
      person.personalDiscountCode,
      `Refusée${userId}`,
    ]) {
      expect([trace, await findInDatabase(db, trace)]).toEqual([trace, []]);
    }
    const [order] = await db.order.findMany({ where: { lastName: `Livrée${userId}` } });
    expect(order).toMatchObject({ userId: null, firstName: 'Jeanne' });
    expect(await findInDatabase(db, `Livrée${userId}`)).toEqual([
      'orders.last_name',
      'purchase_attempt.recipient',
    ]);
    const failed = await db.purchaseAttempt.findMany({ where: { userId: null, state: 'refused' } });
    // A plain hash would allow guessing name and address.
    for (const { requestHash } of failed) expect(requestHash).toHaveLength(0);
    expect(failed.length).toBeGreaterThan(0);
    expect(shop.app.logLines.join('\n')).not.toContain(email);

    const { client: stranger } = await shop.app.member({ email });
    expect(await connected(stranger)).toMatchObject({ user: { orders: [] } });
    expect((await stranger.get(`/api/users/${userId}`)).status).toBe(404);
  });

  test('H4: deletes the member’s messages, but not messages of others with that address', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const message = 'Où en est ma commande, s’il vous plaît ?';
    const write = (who: TestClient, subject: string, from?: string) =>
      who.post('/api/contact', {
        subject,
        message,
        ...(from === undefined ? {} : { email: from }),
      });
    expect((await write(client, 'Du membre')).status).toBe(200);
    expect((await write(client, 'Encore lui', newEmail())).status).toBe(200);
    const { client: other, userId: otherId } = await shop.app.member({ email: newEmail() });
    expect((await write(other, 'D’un autre', email)).status).toBe(200);
    expect((await write(shop.app.client(), 'D’un passant', email)).status).toBe(200);

    expect(await remove(client)).toMatchObject({ status: 200 });
    expect(await db.contactMessage.count({ where: { userId } })).toBe(0);
    const left = await db.contactMessage.findMany({ where: { email }, orderBy: { id: 'asc' } });
    expect(left.map((row) => row.userId)).toEqual([otherId, null]);
  });

  test('H4: the purge erases the recipient of a purchase that ends after the deletion', async () => {
    const { db } = shop.app;
    const { client, userId } = await shop.app.member({ email: newEmail() });
    const item = await addItem(db);
    const lastName = `Pressée${userId}`;
    await buy(client, {
      id: item.id,
      stripeToken: await shop.cardToken('4000000000003220'),
      lastName,
    });
    const { id } = await db.purchaseAttempt.findFirstOrThrow({
      where: { userId, state: 'requires_action' },
    });
    await remove(client);
    await purge(db);
    expect(await findInDatabase(db, lastName)).toEqual(['purchase_attempt.recipient']);
    await shop.reconcileAll();
    expect(await db.purchaseAttempt.findUnique({ where: { id } })).toMatchObject({
      userId: null,
      state: 'expired',
    });
    await purge(db);
    expect(await findInDatabase(db, lastName)).toEqual([]);
    expect(await db.purchaseAttempt.findUnique({ where: { id } })).toMatchObject({
      requestHash: new Uint8Array(0),
    });
  });

  test('the emails about an order that has yet to arrive still reach its buyer, until 30 days after', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const item = await addItem(db, { stocks: [5] });
    const orders: number[] = [];
    for (let bought = 1; bought <= 3; bought += 1) {
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      const { id } = await db.order.findFirstOrThrow({
        where: { userId },
        orderBy: { id: 'desc' },
      });
      orders.push(id);
    }
    const [sent = 0, lost = 0, arrived = 0] = orders;
    const delivered = { status: 'delivered', postDate: new Date() };
    await db.order.update({ where: { id: arrived }, data: delivered });
    await shop.jobsDone();
    // The first confirmation still waits for a mail server.
    await db.$executeRaw`
      UPDATE job SET done_at = NULL, run_at = now() + interval '1 hour'
      WHERE payload->>'letter' = 'orderConfirmed' AND payload->>'orderId' = ${String(sent)}`;
    const before = shop.emailsTo(email).length;
    await remove(client);
    const subjects = async () => {
      await db.$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
      await shop.jobsDone();
      return shop
        .emailsTo(email)
        .slice(0, -before)
        .map(({ subject }) => subject);
    };
    expect(await subjects()).toContainEqual(expect.stringContaining(`n° ${sent} `));
    const { csv } = (await outputOf(shop, 'orders.labels', { orders: String(sent) })) as {
      csv: string;
    };
    expect(csv).toContain(email);
    await outputOf(shop, 'orders.send', { orders: `${sent} ${lost}` });
    expect(await subjects()).toHaveLength(4);

    const contacts = async () => {
      const rows = await db.order.findMany({
        where: { id: { in: orders } },
        orderBy: { id: 'asc' },
      });
      return rows.map(({ contactEmail }) => contactEmail);
    };
    const arrive = (daysAgo: number) =>
      db.order.update({
        where: { id: sent },
        data: { status: 'delivered', postDate: new Date(Date.now() - daysAgo * 86_400_000) },
      });
    await db.order.updateMany({
      where: { id: { in: [sent, lost] } },
      data: { orderDate: new Date(Date.now() - 100 * 86_400_000) },
    });
    await arrive(29);
    await runRetention(shop.app.deps, RETENTION_RULES);
    expect(await contacts()).toEqual([email, email, null]);
    await arrive(31);
    await runRetention(shop.app.deps, RETENTION_RULES);
    expect(await contacts()).toEqual([null, email, null]);
    await db.order.update({
      where: { id: lost },
      data: { orderDate: new Date(Date.now() - 4 * 366 * 86_400_000) },
    });
    await runRetention(shop.app.deps, RETENTION_RULES);
    expect(await findInDatabase(db, email)).toEqual([]);
  });

  test('a refund that is on its way is announced to the buyer, whose address stays until it arrived', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const item = await addItem(db);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    await shop.jobsDone();
    const { id } = await db.order.findFirstOrThrow({ where: { userId } });
    await outputOf(shop, 'orders.cancel', { order: id, reason: 'Rupture' });
    await remove(client);
    const contact = async () => (await db.order.findUniqueOrThrow({ where: { id } })).contactEmail;
    expect(await contact()).toBe(email);
    await runRetention(shop.app.deps, RETENTION_RULES);
    expect(await contact()).toBe(email);
    await shop.inBackground(
      async () => (await db.refund.count({ where: { orderId: id, state: 'succeeded' } })) === 1,
    );
    await shop.jobsDone();
    expect(shop.emailsTo(email).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('est annulée'),
    );
  });

  test('a purchase that is paid after the deletion is confirmed to its buyer', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const item = await addItem(db);
    const stripeToken = await shop.cardToken('4000000000003220');
    await buy(client, { id: item.id, stripeToken });
    const { id: attemptId, paymentIntentId } = await db.purchaseAttempt.findFirstOrThrow({
      where: { userId, state: 'requires_action' },
    });
    await remove(client);
    shop.provider.finishChallenge({ intentId: paymentIntentId ?? '', outcome: 'succeed' });
    await shop.reconcileAll();
    await shop.jobsDone();
    const order = await db.order.findUniqueOrThrow({ where: { attemptId } });
    expect(order).toMatchObject({ userId: null, contactEmail: email });
    const subjects = shop.emailsTo(email).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining(`n° ${order.id} `));
  });

  test('H4: does not withdraw the receipt of a termination', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const subscribing = { plan: 'monthly', stripeToken: await shop.cardToken() };
    await client.post('/api/programsPerso/subscribe', subscribing);
    await shop.jobsDone();
    expect((await client.delete('/api/programsPerso/unsubscribe')).status).toBe(200);
    await shop.jobsDone();
    // As if the mail server had postponed it.
    await db.$executeRaw`
      UPDATE job SET done_at = NULL, run_at = now() + interval '1 hour'
      WHERE payload->>'letter' = 'subscriptionEnded' AND payload->>'userId' = ${String(userId)}`;
    const before = shop.emailsTo(email).length;
    await remove(client);
    const { id, statement } = await db.declaration.findFirstOrThrow({ where: { email } });
    const receipts = () =>
      shop
        .emailsTo(email)
        .slice(0, -before)
        .filter(({ text }) => text.includes(String(statement)));
    await shop.inBackground(async () => receipts().length > 0);
    expect(receipts()).toMatchObject([{ subject: expect.stringContaining(String(id)) }]);
  });

  test('H4: cancels the subscription at the provider, with retries', async () => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    const subscribing = { plan: 'monthly', stripeToken: await shop.cardToken() };
    expect(await client.post('/api/programsPerso/subscribe', subscribing)).toMatchObject({
      status: 200,
    });
    const { stripeSubscriptionId } = await db.subscription.findFirstOrThrow({ where: { userId } });
    if (stripeSubscriptionId === null) throw new Error('no subscription at the provider');

    shop.provider.addFault({ operation: 'subscriptions.cancel', effect: 'server_error', times: 2 });
    expect(await remove(client)).toMatchObject({ status: 200 });
    const statusOf = async () =>
      valueOf(await shop.payments.readSubscription('main', stripeSubscriptionId))?.status;
    expect(await statusOf()).toBe('active');
    await shop.inBackground(async () => {
      await db.$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL AND locked_by IS NULL`;
      return (await db.job.count({ where: { doneAt: null } })) === 0;
    });
    expect(await statusOf()).toBe('canceled');
    expect(await db.subscription.findFirst({ where: { stripeSubscriptionId } })).toMatchObject({
      userId: null,
      state: 'ended',
    });
  });

  test('enqueues no cancellation job for a member without payments', async () => {
    const { client } = await shop.app.member({ email: newEmail() });
    const before = await shop.app.db.job.count({ where: { kind: 'end_subscriptions' } });
    await remove(client);
    expect(await shop.app.db.job.count({ where: { kind: 'end_subscriptions' } })).toBe(before);
  });
});
