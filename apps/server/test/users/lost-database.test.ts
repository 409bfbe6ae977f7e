import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { inTransaction } from '@agres/db/transaction';
import { mintToken } from '@agres/shop/users/link-token';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { newEmail } from '../support/members.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type AccountCall } from '../support/user-calls.ts';

const NEW_PASSWORD = 'Nouveau34';
const MESSAGE = { subject: 'Ma commande', message: 'Où en est ma commande, s’il vous plaît ?' };

const SIGN_UP = /INSERT INTO "public"\."users"[^]*COMMIT/;
const NEW_PASSWORD_STORED = /UPDATE "public"\."users" SET [^]*"password_hash"[^]*COMMIT/;
const DELETION = /DELETE FROM "public"\."users"[^]*COMMIT/;
const CONTACT = /INSERT INTO "public"\."contact_message"[^]*COMMIT/;

// If a connection breaks at a COMMIT, it is unknown whether the transaction was committed.
describe.each(TRANSPORTS)('accounts over %s when the database connection breaks', (transport) => {
  const database = useRunning(createTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(database.url));
  const handle = useRunning(() => createDb(proxy.url));
  const app = useRunning(() => startTestApp({ database: handle }));

  const call = (name: AccountCall, input: unknown, client = app.client()) =>
    callAccount(transport, client, { name, input });
  const register = (email: string) =>
    call('register', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
  const jobsOf = async (letter: string, userId: number) => {
    const jobs = await app.db.job.findMany({
      where: { payload: { path: ['userId'], equals: userId } },
    });
    return jobs.filter(({ payload }) => Object(payload).letter === letter).length;
  };

  test('a sign-up succeeds if the connection breaks while its email is counted', async () => {
    const email = newEmail();
    proxy.cut({ when: /activationEmail:/, moment: 'before' });
    expect(await register(email)).toMatchObject({ status: 200, message: 'account_created' });
    expect(proxy.hasCut()).toBe(true);
  });

  test('a sign-up whose commit response is lost is found, and enqueues one email', async () => {
    const email = newEmail();
    proxy.cut({ when: SIGN_UP, moment: 'after' });
    expect(await register(email)).toMatchObject({ status: 200, message: 'account_created' });
    expect(proxy.hasCut()).toBe(true);
    const { id } = await app.db.user.findUniqueOrThrow({ where: { emailKey: email } });
    expect(await jobsOf('activation', id)).toBe(1);
  });

  test('a sign-up whose commit is lost leaves nothing, and a retry creates the account', async () => {
    const email = newEmail();
    proxy.cut({ when: SIGN_UP, moment: 'before' });
    expect((await register(email)).status).toBe(503);
    expect(proxy.hasCut()).toBe(true);
    expect(await app.db.user.count({ where: { emailKey: email } })).toBe(0);
    expect(await register(email)).toMatchObject({ status: 200, message: 'account_created' });
  });

  const forgetful = async () => {
    const { id, email } = await addUser(app.db, { email: newEmail() });
    const retrieve = await inTransaction(app.db, (tx) =>
      mintToken(tx, { userId: id, purpose: 'password_recovery', now: new Date() }),
    );
    const input = { id, retrieve, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    return { id, email, recover: () => call('retrievePassword', input) };
  };

  test.each([
    ['at its commit', NEW_PASSWORD_STORED],
    ['mid-transaction', /UPDATE "public"\."users" SET "password_hash"/],
  ])('a recovery lost %s leaves its link valid for a retry', async (_when, when) => {
    const { email, recover } = await forgetful();
    proxy.cut({ when, moment: 'before' });
    expect((await recover()).status).toBe(503);
    expect(proxy.hasCut()).toBe(true);
    expect(await recover()).toMatchObject({ status: 200, message: 'password_changed' });
    expect((await call('signIn', { email, mdp: NEW_PASSWORD })).status).toBe(200);
  });

  test('a recovery whose commit response is lost is found, and enqueues one email', async () => {
    const { id, email, recover } = await forgetful();
    proxy.cut({ when: NEW_PASSWORD_STORED, moment: 'after' });
    expect(await recover()).toMatchObject({ status: 200, message: 'password_changed' });
    expect(proxy.hasCut()).toBe(true);
    expect(await jobsOf('passwordChanged', id)).toBe(1);
    expect((await call('signIn', { email, mdp: NEW_PASSWORD })).status).toBe(200);
  });

  test('a password change whose commit response is lost keeps its session', async () => {
    const { client, email } = await app.member({ email: newEmail() });
    const input = { email, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD, currentMdp: PASSWORD };
    proxy.cut({ when: NEW_PASSWORD_STORED, moment: 'after' });
    expect(await call('update', input, client)).toMatchObject({
      status: 200,
      message: 'account_updated',
    });
    expect(proxy.hasCut()).toBe(true);
    expect((await client.get('/api/users/status')).body).toMatchObject({ isConnected: true });
  });

  test('a deletion whose commit response is lost gets 200', async () => {
    const { client, userId } = await app.member({ email: newEmail() });
    proxy.cut({ when: DELETION, moment: 'after' });
    expect(await call('delete', undefined, client)).toMatchObject({
      status: 200,
      message: 'account_deleted',
    });
    expect(proxy.hasCut()).toBe(true);
    expect(client.cookies.has('session')).toBe(false);
    expect(await app.db.user.count({ where: { id: userId } })).toBe(0);
  });

  test('a contact message whose commit response is lost is stored once', async () => {
    const email = newEmail();
    const input = { ...MESSAGE, email };
    proxy.cut({ when: CONTACT, moment: 'after' });
    const client = app.client();
    const answer =
      transport === 'rest'
        ? await client.post('/api/contact', input)
        : await client.mutate('contact.send', input);
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(200);
    expect(await app.db.contactMessage.count({ where: { email } })).toBe(1);
  });
});
