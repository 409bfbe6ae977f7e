import { describe, expect, test } from 'vitest';

import { takeEqualTime } from '../support/equal-time.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addUser, PASSWORD, type NewUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type AccountCall } from '../support/user-calls.ts';

const NEW_PASSWORD = 'Nouveau34';

describe('password recovery', () => {
  const members = useRunning(startTestMembers);

  const call = (name: AccountCall, input: unknown, headers: Record<string, string> = {}) =>
    callAccount('rest', members.app.client(), { name, input, sent: { headers } });
  const retrieve = (id: unknown, secret: unknown, mdp: unknown = NEW_PASSWORD) =>
    call('retrievePassword', { id, retrieve: secret, mdp, mdp2: mdp });
  const signIn = (email: string, mdp: string) => call('signIn', { email, mdp });

  const forgetful = async (user: NewUser = {}) => {
    const email = newEmail();
    await addUser(members.app.db, { email, ...user });
    expect(await call('forgotPassword', { email: email.toUpperCase() })).toMatchObject({
      status: 200,
      message: 'forgotten_password_success',
    });
    return { email, ...linkIn(await members.emailTo(email)) };
  };

  test('the emailed link sets a new password', async () => {
    const { email, id, secret } = await forgetful();
    expect(await retrieve(String(id), secret)).toMatchObject({
      status: 200,
      message: 'password_changed',
    });
    expect((await signIn(email, PASSWORD)).message).toBe('incorrect_password');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each(TRANSPORTS)('B6: over %s ends every session and other link', async (transport) => {
    const email = newEmail();
    const { client: one } = await members.app.member({ email });
    const { client: other } = { client: members.app.client() };
    await other.post('/api/connect', { email, mdp: PASSWORD });
    await call('forgotPassword', { email });
    await call('forgotPassword', { email });
    const first = linkIn(await members.emailTo(email, 1));
    const second = linkIn(await members.emailTo(email, 2));

    const browser = members.app.client();
    const { answer, message } = await callAccount(transport, browser, {
      name: 'retrievePassword',
      input: { id: first.id, retrieve: first.secret, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD },
    });
    expect(message).toBe('password_changed');
    expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session=');
    for (const client of [one, other, browser]) {
      expect((await client.get('/api/users/status')).body).toEqual({
        isConnected: false,
        user: null,
      });
    }
    expect((await retrieve(second.id, second.secret)).message).toBe('incorrect_retrieve_code');
    const received = await members.emailTo(email, 3);
    expect(received.subject).toMatch(/a été modifié|a changé|has changed/);
  });

  test('B5: a link of one account does not change another', async () => {
    const own = await forgetful();
    const other = await forgetful();
    for (const id of [other.id, 0, -1, 1.5, 1e12, 'abc', undefined]) {
      const { status, message } = await retrieve(id, own.secret);
      expect([id, status, message]).toEqual([id, 400, 'incorrect_retrieve_code']);
    }
    for (const secret of ['', 'x', own.secret.slice(1), 'a'.repeat(43), undefined]) {
      const { status, message } = await retrieve(own.id, secret);
      expect([secret, status, message]).toEqual([secret, 400, 'incorrect_retrieve_code']);
    }
    for (const { email } of [own, other]) expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await retrieve(own.id, own.secret)).status).toBe(200);
  });

  test('B7: without a request gets 400 password_not_lost, and keeps the password', async () => {
    const { id, email } = await addUser(members.app.db, { email: newEmail() });
    for (const nobodys of [id, 999_999]) {
      const { status, message } = await retrieve(nobodys, 'a'.repeat(43));
      expect([nobodys, status, message]).toEqual([nobodys, 400, 'password_not_lost']);
    }
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('A8: a refused call leaves the link valid', async () => {
    const { id, secret } = await forgetful();
    const input = { id, retrieve: secret, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    const wrong = { ...input, retrieve: { startsWith: '' }, mdp2: 'Autre5678' };
    expect(await call('retrievePassword', wrong)).toMatchObject({
      status: 400,
      message: 'invalid_fields',
    });
    expect((await call('retrievePassword', input)).status).toBe(200);
  });

  test('an unknown address gets 404, and an invalid one 400', async () => {
    expect(await call('forgotPassword', { email: 'nobody@exemple.fr' })).toMatchObject({
      status: 404,
      message: 'unknown_email',
    });
    for (const email of ['nobody', '', 'a@b', undefined]) {
      expect([email, await call('forgotPassword', { email })]).toMatchObject([
        email,
        { status: 400, message: 'invalid_email_message' },
      ]);
    }
    for (const email of [{ contains: '' }, ['a@b.fr'], 7, null]) {
      expect([email, await call('forgotPassword', { email })]).toMatchObject([
        email,
        { status: 400, message: 'invalid_fields' },
      ]);
    }
  });

  test('B9: the link uses the public origin, regardless of the Host headers', async () => {
    const { email } = await addUser(members.app.db, { email: newEmail() });
    await call('forgotPassword', { email }, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    const received = await members.emailTo(email);
    expect(linkIn(received).link).toMatch(
      /^http:\/\/localhost:3000\/(fr\/recuperation-mot-de-passe|en\/password-recovery)\//,
    );
    expect(received.html + received.text).not.toContain('evil.test');
  });

  test.each(TRANSPORTS)('the language of the email, over %s', async (transport) => {
    const { email } = await addUser(members.app.db, { email: newEmail(), locale: 'fr' });
    await callAccount(transport, members.app.client(), {
      name: 'forgotPassword',
      input: { email },
      sent: { headers: { 'x-locale': 'en' } },
    });
    const { link } = linkIn(await members.emailTo(email));
    expect(link).toContain(
      transport === 'rpc' ? '/en/password-recovery/' : '/fr/recuperation-mot-de-passe/',
    );
  });

  test('activates an unactivated account, and keeps an earlier activation date', async () => {
    const { email, id, secret } = await forgetful({ activatedAt: null });
    expect((await signIn(email, PASSWORD)).message).toBe('account_not_activated');
    expect((await retrieve(id, secret)).message).toBe('password_changed');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);

    const activatedAt = new Date('2026-01-31T10:00:00.000Z');
    const active = await forgetful({ activatedAt });
    expect((await retrieve(active.id, active.secret)).status).toBe(200);
    const user = await members.app.db.user.findUniqueOrThrow({ where: { id: active.id } });
    expect(user.activatedAt).toEqual(activatedAt);
  });

  test('B3: of twenty concurrent uses of one link, one sets its password', async () => {
    const { email, id, secret } = await forgetful();
    const passwords = Array.from({ length: 20 }, (_, index) => `Nouveau${index}`);
    const outcomes = await Promise.all(passwords.map((mdp) => retrieve(id, secret, mdp)));
    const messages = outcomes.map(({ message }) => message);
    // A server that is too busy to hash a password answers 503 and does not use up the link.
    const others = outcomes.filter(({ status }) => status !== 200 && status !== 503);
    for (const { message } of others) expect(message).toBe('incorrect_retrieve_code');
    expect(messages.filter((message) => message === 'password_changed')).toHaveLength(1);
    expect(others.length).toBeGreaterThan(0);
    const winner = passwords[messages.indexOf('password_changed')] ?? '';
    expect((await signIn(email, winner)).status).toBe(200);
  });

  test('B4: a link is valid for an hour; afterwards another can be requested', async () => {
    const { email, id, secret } = await forgetful();
    const age = (minutes: number) => members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - make_interval(mins => ${minutes}::int)
      WHERE user_id = ${id}::int`;
    await age(60);
    expect(await retrieve(id, secret)).toMatchObject({
      status: 400,
      message: 'incorrect_retrieve_code',
    });
    await call('forgotPassword', { email });
    const another = linkIn(await members.emailTo(email, 2));
    await age(59);
    expect((await retrieve(id, another.secret)).message).toBe('password_changed');
  });

  test('B5: an activation link does not recover a password', async () => {
    const email = newEmail();
    await call('register', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
    const { id, secret } = linkIn(await members.emailTo(email));
    expect((await retrieve(id, secret)).message).toBe('password_not_lost');
  });

  test('B7: password_not_lost takes as long as a wrong link', async () => {
    const { id } = await addUser(members.app.db, { email: newEmail() });
    const lost = await forgetful();
    const timed = (userId: number) => async () => {
      await retrieve(userId, 'a'.repeat(43));
      return async () => undefined;
    };
    expect(await takeEqualTime(timed(id), timed(lost.id))).toBe(true);
  });
});

test('a recovery link stays valid after a 503 from a server too busy to hash', async () => {
  const members = await startTestMembers();
  const { id, email } = await addUser(members.app.db, { email: newEmail() });
  const client = members.app.client();
  await client.put('/api/users/forgottenPassword', { email });
  const { secret } = linkIn(await members.emailTo(email));
  const input = { id, retrieve: secret, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };

  const gate = Promise.withResolvers<void>();
  const line = Array.from({ length: 18 }, () =>
    members.app.deps.passwords.withHasher('127.0.0.1', () => gate.promise),
  );
  const refused = await client.put('/api/users/retrievePassword', input);
  gate.resolve();
  await Promise.all(line);
  expect(refused).toMatchObject({ status: 503, body: { message: 'error_message' } });
  expect(refused.headers['retry-after']).toBe('2');
  expect((await client.put('/api/users/retrievePassword', input)).status).toBe(200);
  await members.close();
});
