import { describe, expect, test } from 'vitest';

import { findInDatabase } from '../support/database-search.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type Transport } from '../support/user-calls.ts';

describe('activation', () => {
  const members = useRunning(startTestMembers);

  const call = (
    name: 'register' | 'activate' | 'resendActivation' | 'signIn',
    input: unknown,
    transport: Transport = 'rest',
  ) =>
    callAccount(transport, members.app.client(), {
      name,
      input,
      sent: { headers: { 'x-locale': 'en' } },
    });

  const register = async (email = newEmail()) => {
    await call('register', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
    return { email, ...linkIn(await members.emailTo(email)) };
  };
  const activatedAtOf = async (id: number) =>
    (await members.app.db.user.findUniqueOrThrow({ where: { id } })).activatedAt;

  test.each(TRANSPORTS)('A6: over %s a log-in works after it only', async (transport) => {
    const { email, id, secret } = await register();
    const before = await call('signIn', { email, mdp: PASSWORD }, transport);
    expect(before).toMatchObject({ status: 403, message: 'account_not_activated' });

    const client = members.app.client();
    const activated = await callAccount(transport, client, {
      name: 'activate',
      input: { id, nonce: secret },
    });
    expect(activated).toMatchObject({ status: 200, message: 'account_activated' });
    expect(client.cookies.has('session')).toBe(false);
    expect((await call('signIn', { email, mdp: PASSWORD }, transport)).status).toBe(200);
  });

  test('B8: a second use of the same link succeeds and changes nothing; the id may be text', async () => {
    const { id, secret } = await register();
    await call('activate', { id, nonce: secret });
    const activatedAt = await activatedAtOf(id);
    const again = await call('activate', { id: String(id), nonce: secret });
    expect(again).toMatchObject({ status: 200, message: 'account_activated' });
    expect(await activatedAtOf(id)).toEqual(activatedAt);
  });

  test('B5: a link of one account does not activate another', async () => {
    const own = await register();
    const other = await register();
    for (const id of [other.id, 0, -1, 1e9, 1e12, 1.5, 'abc', '', undefined]) {
      const { status, message } = await call('activate', { id, nonce: own.secret });
      expect([id, status, message]).toEqual([id, 400, 'incorrect_activation_code']);
    }
    for (const nonce of [
      '',
      'x',
      `${own.secret}x`,
      own.secret.slice(1),
      'a'.repeat(43),
      undefined,
    ]) {
      const { status, message } = await call('activate', { id: own.id, nonce });
      expect([nonce, status, message]).toEqual([nonce, 400, 'incorrect_activation_code']);
    }
    expect(await activatedAtOf(own.id)).toBeNull();
    expect(await activatedAtOf(other.id)).toBeNull();
  });

  test('a resend reaches only an unactivated account, and the response is the same for all', async () => {
    const { email, id, secret } = await register();
    const active = await addUser(members.app.db);
    const outcomes = [];
    for (const address of [email.toUpperCase(), active.email, 'nobody@exemple.fr']) {
      const { status, message } = await call('resendActivation', { email: address });
      outcomes.push({ status, message });
    }
    const created = { status: 200, message: 'account_created' };
    expect(outcomes).toEqual([created, created, created]);
    const again = linkIn(await members.emailTo(email, 2));
    await members.jobsDone();
    expect(members.emailsTo(active.email)).toEqual([]);
    expect(members.emailsTo('nobody@exemple.fr')).toEqual([]);

    // Both links work: the first email may only be delayed.
    expect((await call('activate', { id, nonce: secret })).status).toBe(200);
    expect((await call('activate', { id, nonce: again.secret })).status).toBe(200);
    expect(await call('resendActivation', { email: 'nobody' })).toMatchObject({
      status: 400,
      message: 'invalid_email_message',
    });
  });

  test.each(TRANSPORTS)('the language of the resent email, over %s', async (transport) => {
    const { email } = await register();
    await call('resendActivation', { email }, transport);
    const { link } = linkIn(await members.emailTo(email, 2));
    expect(link).toContain(transport === 'rpc' ? '/en/activation/' : '/fr/activation/');
  });

  test('B9: links use the public origin, regardless of the Host and Forwarded headers', async () => {
    const email = newEmail();
    const client = members.app.client();
    const { status } = await callAccount('rest', client, {
      name: 'register',
      input: { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' },
      sent: {
        headers: {
          host: 'evil.test',
          'x-forwarded-host': 'evil.test',
          'x-forwarded-proto': 'https',
          forwarded: 'host=evil.test',
        },
      },
    });
    expect(status).toBe(200);
    const received = await members.emailTo(email);
    expect(linkIn(received).link).toMatch(/^http:\/\/localhost:3000\//);
    expect(received.html + received.text).not.toContain('evil.test');
  });

  test('B4: activation returns the confirmed address, and null once the address has changed', async () => {
    const { email, id, secret } = await register();
    const follow = () => members.app.client().put('/api/users/activate', { id, nonce: secret });
    expect(await follow()).toMatchObject({ status: 200, body: { email } });
    const changed = newEmail();
    await members.app.db.user.update({
      where: { id },
      data: { email: changed, emailKey: changed },
    });
    expect(await follow()).toMatchObject({ status: 200, body: { email: null } });
  });

  test('B8: twenty concurrent uses of the same link succeed', async () => {
    const { id, secret } = await register();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => call('activate', { id, nonce: secret })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  });

  test('B4: a link is valid for 72 hours; afterwards another can be requested', async () => {
    const { email, id, secret } = await register();
    const age = (hours: number) => members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - make_interval(hours => ${hours}::int)
      WHERE user_id = ${id}::int`;
    await age(71);
    await age(1);
    expect(await call('activate', { id, nonce: secret })).toMatchObject({
      status: 400,
      message: 'incorrect_activation_code',
    });
    expect(await activatedAtOf(id)).toBeNull();

    const { status, message } = await call('resendActivation', { email });
    expect({ status, message }).toEqual({ status: 200, message: 'account_created' });
    const another = linkIn(await members.emailTo(email, 2));
    expect(another.secret).not.toBe(secret);
    expect((await call('activate', { id, nonce: another.secret })).status).toBe(200);
  });

  test('B4: a link still works a minute before its 72 hours are over', async () => {
    const { id, secret } = await register();
    await members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - interval '71 hours 59 minutes'
      WHERE user_id = ${id}::int`;
    expect((await call('activate', { id, nonce: secret })).status).toBe(200);
  });

  test('A4: unactivated, active and unknown addresses cost the same work: one job each', async () => {
    const { email } = await register();
    const active = await addUser(members.app.db);
    await members.jobsDone();
    const asked: number[][] = [];
    for (const address of [email, active.email, 'no.account@exemple.fr']) {
      const counts: number[] = [];
      for (let time = 0; time < 4; time += 1) {
        const before = await members.app.db.job.count();
        await call('resendActivation', { email: address });
        counts.push((await members.app.db.job.count()) - before);
      }
      asked.push(counts);
    }
    // The sign-up itself has sent the first of the three.
    expect(asked).toEqual([
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 0],
    ]);
    await members.jobsDone();
    expect(await members.app.db.job.count({ where: { doneAt: null } })).toBe(0);
    expect(members.emailsTo(active.email)).toEqual([]);
    expect(members.emailsTo('no.account@exemple.fr')).toEqual([]);
  });
});

describe('link secrets', () => {
  const members = useRunning(startTestMembers);

  test('B1, B2: are 32 random bytes each, and appear raw in neither the database nor the log', async () => {
    const { db } = members.app;
    const emails = Array.from({ length: 50 }, () => newEmail());
    for (const email of emails) {
      const { id } = await addUser(db, { email, activatedAt: null });
      await db.job.create({
        data: { kind: 'mail', payload: { letter: 'activation', userId: id, locale: 'fr' } },
      });
    }
    const secrets: string[] = [];
    for (const email of emails) secrets.push(linkIn(await members.emailTo(email)).secret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);

    const [secret = ''] = secrets;
    const { id } = await db.user.findFirstOrThrow({ where: { email: emails[0] ?? '' } });
    const client = members.app.client();
    await client.put('/api/users/activate', { id, nonce: secret });
    await client.get(`/fr/activation/${id}/${secret}`);
    await client.query('users.status');
    expect(await findInDatabase(db, secret)).toEqual([]);
    expect(await findInDatabase(db, secret.slice(3, 30))).toEqual([]);
    // Proves that the search finds existing values.
    expect(await findInDatabase(db, emails[0] ?? '')).toEqual(['users.email', 'users.email_key']);
    const log = members.app.logLines.join('\n');
    for (const each of secrets) expect(log).not.toContain(each);
    expect(log).not.toContain(emails[0]);
  });

  test('of the last three emails are valid, and older ones are not', async () => {
    const { db } = members.app;
    const email = newEmail();
    const { id } = await addUser(db, { email, activatedAt: null });
    const secrets: string[] = [];
    for (let nth = 1; nth <= 4; nth += 1) {
      await db.job.create({
        data: { kind: 'mail', payload: { letter: 'activation', userId: id, locale: 'fr' } },
      });
      secrets.push(linkIn(await members.emailTo(email, nth)).secret);
    }
    const outcomes = [];
    for (const nonce of secrets) {
      const { status } = await members.app.client().put('/api/users/activate', { id, nonce });
      outcomes.push(status);
    }
    expect(outcomes).toEqual([400, 200, 200, 200]);
  });

  test('are not emailed to a deleted or activated account', async () => {
    const { db } = members.app;
    const { id, email } = await addUser(db);
    for (const userId of [id, 999_999]) {
      await db.job.create({
        data: { kind: 'mail', payload: { letter: 'activation', userId, locale: 'fr' } },
      });
    }
    await members.jobsDone();
    expect(members.emailsTo(email)).toEqual([]);
    expect(await db.job.count({ where: { deadAt: { not: null } } })).toBe(0);
  });
});
