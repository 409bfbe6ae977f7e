import { setTimeout as sleep } from 'node:timers/promises';

import type { Tx } from '@agres/db/db';
import { describe, expect, test } from 'vitest';

import type { Answer, TestClient } from '../support/client.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const NEW_PASSWORD = 'Nouveau34';
const MESSAGE = { subject: 'Ma commande', message: 'Où en est ma commande, s’il vous plaît ?' };

type Table = 'session' | 'lastSession' | 'contactMessage';
const HOLD: Record<Table, (tx: Tx) => Promise<unknown>> = {
  session: (tx) => tx.$executeRaw`LOCK TABLE session IN SHARE MODE`,
  // Blocks the end of the other sessions after a password change, once the call has renewed its own.
  lastSession: (tx) => tx.$queryRaw`
    SELECT FROM session WHERE created_at = (SELECT max(created_at) FROM session) FOR UPDATE`,
  contactMessage: (tx) => tx.$executeRaw`LOCK TABLE contact_message IN SHARE MODE`,
};

/**
 * Each call blocks midway on a table that the test locks until both have arrived: the first to arrive is
 * also the first to continue.
 */
describe('concurrent calls of one member', () => {
  const members = useRunning(startTestMembers);

  /** Starts each call once the earlier ones wait for the table lock, then releases it. */
  const meetAt = async <Result>(
    table: Table,
    calls: readonly (() => Promise<Result>)[],
  ): Promise<Result[]> => {
    const started: Promise<Result>[] = [];
    await members.app.db.$transaction(
      async (tx) => {
        await HOLD[table](tx);
        for (const call of calls) {
          started.push(call());
          await untilWaiting(started.length);
        }
      },
      { timeout: 30_000 },
    );
    return Promise.all(started);
  };

  const untilWaiting = async (wanted: number): Promise<void> => {
    for (;;) {
      const [row] = await members.app.db.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      if (row?.waiting === wanted) return;
      await sleep(5);
    }
  };

  const person = () => members.app.member({ email: newEmail() });
  const signIn = (client: TestClient, email: string, mdp = PASSWORD) =>
    client.post('/api/connect', { email, mdp });
  const change = (client: TestClient, email: string, mdp = NEW_PASSWORD) =>
    client.put('/api/users', { email, mdp, mdp2: mdp });
  const isConnected = async (client: TestClient) =>
    ((await client.get('/api/users/status')).body as { isConnected: boolean }).isConnected;
  const linkTo = async (email: string, nth = 1) => {
    await members.app.client().put('/api/users/forgottenPassword', { email });
    return linkIn(await members.emailTo(email, nth));
  };
  const retrieve = ({ id, secret }: { id: number; secret: string }, mdp: string) =>
    members.app
      .client()
      .put('/api/users/retrievePassword', { id, retrieve: secret, mdp, mdp2: mdp });

  test('C4: a log-in with the old password that races a password change gets 401', async () => {
    const { client, email } = await person();
    const intruder = members.app.client();
    const [changed, signedIn] = await meetAt('session', [
      () => change(client, email),
      () => signIn(intruder, email),
    ]);
    expect(changed).toMatchObject({ status: 200, body: { message: 'account_updated' } });
    expect(signedIn).toMatchObject({ status: 401, body: { message: 'incorrect_password' } });
    expect(await isConnected(intruder)).toBe(false);
    expect(await isConnected(client)).toBe(true);
  });

  test('B6: a log-in with the lost password that races a recovery gets 401', async () => {
    const { email, userId } = await person();
    const link = await linkTo(email);
    const intruder = members.app.client();
    const [retrieved, signedIn] = await meetAt('session', [
      () => retrieve(link, NEW_PASSWORD),
      () => signIn(intruder, email),
    ]);
    expect(retrieved).toMatchObject({ status: 200, body: { message: 'password_changed' } });
    expect(signedIn).toMatchObject({ status: 401, body: { message: 'incorrect_password' } });
    expect(await members.app.db.session.count({ where: { userId } })).toBe(0);
  });

  test('B6: of two concurrent recovery links, one sets its password', async () => {
    const { email } = await person();
    const first = await linkTo(email);
    const second = await linkTo(email, 2);
    const [one, other] = await meetAt('session', [
      () => retrieve(first, NEW_PASSWORD),
      () => retrieve(second, 'Intrus56'),
    ]);
    expect(one).toMatchObject({ status: 200, body: { message: 'password_changed' } });
    expect(other).toMatchObject({ status: 400, body: { message: 'incorrect_retrieve_code' } });
    expect((await signIn(members.app.client(), email, NEW_PASSWORD)).status).toBe(200);
  });

  test('C5: a log-in to an account that is being deleted is refused', async () => {
    const { client, email } = await person();
    const [deleted, signedIn] = await meetAt('session', [
      () => client.delete('/api/users'),
      () => signIn(members.app.client(), email),
    ]);
    expect(deleted).toMatchObject({ status: 200, body: { message: 'account_deleted' } });
    expect(signedIn).toMatchObject({ status: 401, body: { message: 'incorrect_password' } });
  });

  test.each([
    ['signing out everywhere', 'a new password'],
    ['a new password', 'signing out everywhere'],
  ] as const)('%s, and then %s: no session is left', async (...order) => {
    const { client, email, userId } = await person();
    const elsewhere = members.app.client();
    await signIn(elsewhere, email);
    const calls = {
      'signing out everywhere': () => elsewhere.delete('/api/users/sessions'),
      'a new password': () => change(client, email),
    };
    const answers = await meetAt('session', [calls[order[0]], calls[order[1]]]);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await members.app.db.session.count({ where: { userId } })).toBe(0);
    expect(await isConnected(client)).toBe(false);
  });

  test('signing out everywhere waits for a session that is being renewed', async () => {
    const { client, email, userId } = await person();
    const elsewhere = members.app.client();
    await signIn(elsewhere, email);
    await signIn(members.app.client(), email);
    const answers = await meetAt('lastSession', [
      () => change(client, email),
      () => elsewhere.delete('/api/users/sessions'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await members.app.db.session.count({ where: { userId } })).toBe(0);
  });

  test('C6: a session deleted while it is being extended reads as signed out, without an error', async () => {
    const { client, userId } = await person();
    const aDayLeft = new Date(Date.now() + 86_400_000);
    await members.app.db.session.updateMany({ where: { userId }, data: { expiresAt: aDayLeft } });
    const asked = Promise.withResolvers<Answer>();
    await members.app.db.$transaction(async (tx) => {
      await tx.session.deleteMany({ where: { userId } });
      void client.get('/api/users/status').then(asked.resolve, asked.reject);
      await untilWaiting(1);
    });
    expect(await asked.promise).toMatchObject({
      status: 200,
      body: { isConnected: false, user: null },
    });
  });

  test('H4: a contact message that races the deletion of its account is not stored', async () => {
    const { client, email } = await person();
    const [deleted, sent] = await meetAt('contactMessage', [
      () => client.delete('/api/users'),
      () => client.copy().post('/api/contact', MESSAGE),
    ]);
    expect(deleted).toMatchObject({ status: 200, body: { message: 'account_deleted' } });
    expect(sent).toMatchObject({ status: 400, body: { message: 'invalid_email_message' } });
    expect(await members.app.db.contactMessage.count({ where: { email } })).toBe(0);
  });
});
