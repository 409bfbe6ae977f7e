import { inTransaction } from '@agres/db/transaction';
import { purge } from '@agres/shop/retention-rules';
import { mintToken } from '@agres/shop/users/link-token';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';
import { confirmEmail, linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type AccountCall } from '../support/user-calls.ts';

describe('the link that undoes a change of address', () => {
  const members = useRunning(startTestMembers);

  const call = (client: TestClient, name: AccountCall, input: unknown) =>
    callAccount('rest', client, { name, input });
  const same = (email: string) => ({ email, mdp: PASSWORD, mdp2: PASSWORD });
  const rowOf = (id: number) => members.app.db.user.findUniqueOrThrow({ where: { id } });
  const DONE = { status: 200, message: 'account_updated' };
  const moveTo = async (client: TestClient, next: string) => {
    await call(client, 'update', same(next));
    await confirmEmail(members, client, next);
  };
  /** Creates a member whose new address was just confirmed, and returns the second link sent to the old one. */
  const moved = async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const next = newEmail();
    await moveTo(client, next);
    return { client, userId, email, next, ...linkIn(await members.emailTo(email, 2)) };
  };
  const undo = (id: unknown, nonce: unknown) =>
    call(members.app.client(), 'undoEmailChange', { id, nonce });
  const REFUSED = { status: 400, message: 'incorrect_activation_code' };

  test('restores the address, ends every session, and works twice', async () => {
    const { client, userId, email, next, secret } = await moved();
    await call(client, 'forgotPassword', { email: next });
    const recovery = linkIn(await members.emailTo(next, 2));
    for (const id of [userId, String(userId)]) {
      expect(await undo(id, secret)).toMatchObject(DONE);
      expect(await rowOf(userId)).toMatchObject({ email, emailKey: email });
    }
    expect((await client.get('/api/users/status')).body).toEqual({
      isConnected: false,
      user: null,
    });
    const retrieve = {
      id: userId,
      retrieve: recovery.secret,
      mdp: 'Voleur123',
      mdp2: 'Voleur123',
    };
    expect((await call(members.app.client(), 'retrievePassword', retrieve)).status).toBe(400);
  });

  test.each(TRANSPORTS)('the language of its emails, over %s', async (transport) => {
    const { userId, email, next, secret } = await moved();
    await callAccount(transport, members.app.client(), {
      name: 'undoEmailChange',
      input: { id: userId, nonce: secret },
      sent: { headers: { 'x-locale': 'en' } },
    });
    const isEnglish = transport === 'rpc';
    const { link } = linkIn(await members.emailTo(email, 3));
    expect(link).toContain(isEnglish ? '/en/password-recovery/' : '/fr/recuperation-mot-de-passe/');
    expect((await members.emailTo(next, 2)).subject).toMatch(
      isEnglish ? /^This email address can no longer/ : /^Cette adresse ne permet plus/,
    );
  });

  test('is bound to its account and purpose', async () => {
    const own = await moved();
    const other = await moved();
    for (const [id, nonce] of [
      [other.userId, own.secret],
      [0, own.secret],
      ['abc', own.secret],
      [own.userId, other.secret],
      [own.userId, 'a'.repeat(43)],
      [undefined, undefined],
    ]) {
      expect([id, await undo(id, nonce)]).toMatchObject([id, REFUSED]);
    }
    const { status } = await call(members.app.client(), 'activate', {
      id: own.userId,
      nonce: own.secret,
    });
    expect(status).toBe(400);
    expect(await undo({ gt: 0 }, { not: '' })).toMatchObject({ message: 'invalid_fields' });
    expect(await rowOf(own.userId)).toMatchObject({ email: own.next });
    expect(await rowOf(other.userId)).toMatchObject({ email: other.next });
  });

  test('B12: clears the password, and sends the restored address a link to set one', async () => {
    const { client, userId, email, secret } = await moved();
    expect(await undo(userId, secret)).toMatchObject(DONE);
    // The person who changed the address still knows the password.
    const logIn = (mdp: string) => call(members.app.client(), 'signIn', { email, mdp });
    expect(await logIn(PASSWORD)).toMatchObject({ status: 401, message: 'incorrect_password' });
    const link = linkIn(await members.emailTo(email, 3));
    const chosen = { id: userId, retrieve: link.secret, mdp: 'Nouveau34', mdp2: 'Nouveau34' };
    expect(await call(client, 'retrievePassword', chosen)).toMatchObject({ status: 200 });
    expect((await logIn('Nouveau34')).status).toBe(200);
  });

  test('notifies the address that loses the account once, without personal data', async () => {
    const { userId, next, secret, email } = await moved();
    const firstName = 'Zéphyrine';
    await members.app.db.user.update({ where: { id: userId }, data: { firstName } });
    expect(await undo(userId, secret)).toMatchObject(DONE);
    const told = await members.emailTo(next, 2);
    expect(told.subject).toMatch(/^Cette adresse ne permet plus/);
    expect(told.html + told.text).not.toContain(firstName);
    expect(told.html + told.text).not.toContain(email);
    // The link works once, however often it is followed.
    expect(await undo(userId, secret)).toMatchObject(DONE);
    await members.jobsDone();
    expect(members.emailsTo(next)).toHaveLength(2);
  });

  test('a deletion notifies each former address with a valid undo link once, not a pending one', async () => {
    const { client, email, next } = await moved();
    const third = newEmail();
    await moveTo(client, third);
    await members.emailTo(next, 3);
    const asked = newEmail();
    await call(client, 'update', same(asked));
    await members.emailTo(asked);
    expect(await call(client, 'delete', undefined)).toMatchObject({ status: 200 });
    await members.jobsDone();
    const toldOf = (address: string) =>
      members
        .emailsTo(address)
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('supprimé'));
    for (const former of [email, next]) {
      expect([former, toldOf(former)]).toEqual([
        former,
        [expect.stringMatching(/^Le compte .* qui avait cette adresse a été supprimé$/)],
      ]);
    }
    expect(toldOf(third)).toEqual([expect.stringMatching(/^Votre compte .* a été supprimé$/)]);
    expect(toldOf(asked)).toEqual([]);
  });

  test('a deletion does not notify a former address whose undo link has expired', async () => {
    const { client, userId, email } = await moved();
    await members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - interval '72 hours'
      WHERE user_id = ${userId}::int`;
    // An unsent email would be deleted with the account.
    await members.jobsDone();
    await call(client, 'delete', undefined);
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(2);
  });

  test('expires after 72 hours', async () => {
    const { userId, next, secret } = await moved();
    await members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - interval '72 hours'
      WHERE user_id = ${userId}::int`;
    expect(await undo(userId, secret)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email: next });
  });

  test('invalidates the links of later changes, sent or queued', async () => {
    const { client, userId, email, next, secret } = await moved();
    const third = newEmail();
    await moveTo(client, third);
    const later = linkIn(await members.emailTo(next, 3));
    await moveTo(client, newEmail());
    await members.emailTo(third, 3);
    // As if the last email had waited for a mail server until now.
    const { id: waiting, payload } = await members.app.db.job.findFirstOrThrow({
      where: { payload: { path: ['letter'], equals: 'emailChanged' } },
      orderBy: { id: 'desc' },
    });
    expect(await undo(userId, secret)).toMatchObject(DONE);
    expect(await undo(userId, later.secret)).toMatchObject(REFUSED);
    await members.app.db.job.update({
      where: { id: waiting },
      data: { doneAt: null, payload: { ...Object(payload), to: third } },
    });
    await members.retryJobs();
    await members.jobsDone();
    expect(members.emailsTo(third)).toHaveLength(3);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('withdraws the delayed email of a later change, also after the purge of the used link', async () => {
    const { client, userId, secret } = await moved();
    const third = newEmail();
    await moveTo(client, third);
    await members.jobsDone();
    await moveTo(client, newEmail());
    await members.jobsDone();
    const sent = members.emailsTo(third).length;
    // As if the mail server of the third address had postponed the last email.
    const { id, payload } = await members.app.db.job.findFirstOrThrow({
      where: { payload: { path: ['letter'], equals: 'emailChanged' } },
      orderBy: { id: 'desc' },
    });
    await members.app.db.job.update({
      where: { id },
      data: {
        doneAt: null,
        runAt: new Date(Date.now() + 3_600_000),
        payload: { ...Object(payload), to: third },
      },
    });
    expect(await undo(userId, secret)).toMatchObject(DONE);
    await members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - interval '72 hours'
      WHERE user_id = ${userId}::int`;
    await purge(members.app.db);
    await members.retryJobs();
    await members.jobsDone();
    expect(members.emailsTo(third)).toHaveLength(sent);
    expect(await members.app.db.accountToken.count({ where: { userId, usedAt: null } })).toBe(1);
  });

  test('still works after four later changes', async () => {
    const { client, userId, email, next, secret } = await moved();
    for (let change = 1; change <= 4; change += 1) await moveTo(client, newEmail());
    await members.jobsDone();
    expect(await rowOf(userId)).not.toMatchObject({ email: next });
    expect(await undo(userId, secret)).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('still works after five later pending addresses', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    await call(client, 'update', same(newEmail()));
    const first = linkIn(await members.emailTo(email));
    for (let asked = 1; asked <= 4; asked += 1) await call(client, 'update', same(newEmail()));
    const last = newEmail();
    await moveTo(client, last);
    expect(await rowOf(userId)).toMatchObject({ email: last });
    expect(await undo(userId, first.secret)).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('gets 409 while the address is taken, and works once it is free', async () => {
    const { userId, email, next, secret } = await moved();
    const { id } = await addUser(members.app.db, { email });
    expect(await undo(userId, secret)).toMatchObject({ status: 409, message: 'email_taken' });
    expect(await rowOf(userId)).toMatchObject({ email: next });
    await members.app.db.user.delete({ where: { id } });
    expect(await undo(userId, secret)).toMatchObject(DONE);
  });

  test('takes the address from an unactivated sign-up', async () => {
    const { userId, email, secret } = await moved();
    const { id } = await addUser(members.app.db, { email, activatedAt: null });
    expect(await undo(userId, secret)).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
    expect(await members.app.db.user.findUnique({ where: { id } })).toBeNull();
  });
});

test('a used or wrong undo link costs no hash: a server too busy to hash still answers', async () => {
  const members = await startTestMembers();
  const { client, userId, email } = await members.app.member({ email: newEmail() });
  await client.put('/api/users', { email: newEmail(), mdp: PASSWORD, mdp2: PASSWORD });
  const { secret } = linkIn(await members.emailTo(email));
  const undo = (nonce: string) => client.put('/api/users/email/undo', { id: userId, nonce });
  expect((await undo(secret)).status).toBe(200);

  const gate = Promise.withResolvers<void>();
  const line = Array.from({ length: 18 }, () =>
    members.app.deps.passwords.withHasher('127.0.0.1', () => gate.promise),
  );
  const answers = [await undo(secret), await undo('A'.repeat(43))];
  gate.resolve();
  await Promise.all(line);
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  await members.close();
});

test('a deletion notifies a former address whose undo link is still queued', async () => {
  // Without a worker: every email waits.
  const app = await startTestApp();
  const { client, userId, email } = await app.member({ email: newEmail() });
  const next = newEmail();
  const change = { email: next, mdp: PASSWORD, mdp2: PASSWORD };
  expect((await client.put('/api/users', change)).status).toBe(200);
  const nonce = await inTransaction(app.db, (tx) =>
    mintToken(tx, { userId, purpose: 'email_confirm', now: new Date(), newEmail: next }),
  );
  expect((await client.put('/api/users/email/confirm', { id: userId, nonce })).status).toBe(200);
  expect((await client.delete('/api/users')).status).toBe(200);
  const waiting = await app.db.job.findMany({ where: { kind: 'mail', doneAt: null } });
  expect(waiting.map(({ payload }) => payload)).toEqual([
    { letter: 'accountDeleted', to: next, locale: 'fr' },
    { letter: 'formerAccountDeleted', to: email, locale: 'fr' },
  ]);
  await app.close();
});
