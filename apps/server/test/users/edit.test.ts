import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addSubscription, addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import {
  callAccount,
  TRANSPORTS,
  type AccountCall,
  type Transport,
} from '../support/user-calls.ts';

const NEW_PASSWORD = 'Nouveau34';
const NOT_CONNECTED = { isConnected: false, user: null };

describe('editing the account', () => {
  const members = useRunning(startTestMembers);

  const callOver =
    (transport: Transport) => (client: TestClient, name: AccountCall, input: unknown) =>
      callAccount(transport, client, { name, input });
  const call = callOver('rest');
  const same = (email: string) => ({ email, mdp: PASSWORD, mdp2: PASSWORD });
  const rowOf = (id: number) => members.app.db.user.findUniqueOrThrow({ where: { id } });
  const signIn = (email: string, mdp: string) =>
    call(members.app.client(), 'signIn', { email, mdp });
  const connected = async (client: TestClient) => (await client.get('/api/users/status')).body;
  const ageSessions = (userId: number, minutes: number) => members.app.db.$executeRaw`
    UPDATE session SET created_at = now() - make_interval(mins => ${minutes}::int)
    WHERE user_id = ${userId}::int`;
  const DONE = { status: 200, message: 'account_updated' };
  const WRONG = { status: 401, message: 'incorrect_password' };

  test('names are set, kept when left out, and removed when blank', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const names = { firstName: '  Léa ', lastName: 'Martin' };
    expect(await call(client, 'update', { ...same(email), ...names })).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ firstName: 'Léa', lastName: 'Martin' });
    await call(client, 'update', same(email));
    expect(await rowOf(userId)).toMatchObject({ firstName: 'Léa', lastName: 'Martin' });
    await call(client, 'update', { ...same(email), firstName: ' ', lastName: null });
    expect(await rowOf(userId)).toMatchObject({ firstName: null, lastName: null });
    await members.jobsDone();
    expect(members.emailsTo(email)).toEqual([]);
  });

  test('resubmitting the current password changes no password and ends no session, even an old one', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const other = members.app.client();
    await other.post('/api/connect', { email, mdp: PASSWORD });
    await ageSessions(userId, 60);
    const { passwordHash } = await rowOf(userId);
    const cookie = client.cookies.get('session');
    expect(await call(client, 'update', { ...same(email), firstName: 'Léa' })).toMatchObject(DONE);
    expect((await rowOf(userId)).passwordHash).toBe(passwordHash);
    expect(client.cookies.get('session')).toBe(cookie);
    expect(await connected(other)).toMatchObject({ isConnected: true });
  });

  test.each(TRANSPORTS)('C4: over %s a new password ends other sessions', async (transport) => {
    const { client, email } = await members.app.member({ email: newEmail() });
    const other = members.app.client();
    await other.post('/api/connect', { email, mdp: PASSWORD });
    const stolen = client.copy();
    const input = { email, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    expect(await callOver(transport)(client, 'update', input)).toMatchObject(DONE);

    expect(client.cookies.get('session')).not.toBe(stolen.cookies.get('session'));
    expect(await connected(client)).toMatchObject({ isConnected: true, user: { email } });
    expect(await connected(other)).toEqual(NOT_CONNECTED);
    expect(await connected(stolen)).toEqual(NOT_CONNECTED);
    expect((await signIn(email, PASSWORD)).message).toBe('incorrect_password');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await members.emailTo(email)).subject).toMatch(/mot de passe|password/);
    // The renewed session works like a new one, its XSRF token included.
    const named = { ...input, firstName: 'Léa' };
    expect(await callOver(transport)(client, 'update', named)).toMatchObject(DONE);
  });

  test('a new password on a session older than 15 minutes requires the current one', async () => {
    const younger = await members.app.member({ email: newEmail() });
    await ageSessions(younger.userId, 14);
    const chosen = { mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    const change = { email: younger.email, ...chosen };
    expect(await call(younger.client, 'update', change)).toMatchObject(DONE);

    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const input = { email, ...chosen };
    await ageSessions(userId, 16);
    const { passwordHash } = await rowOf(userId);
    expect(await call(client, 'update', input)).toMatchObject(WRONG);
    expect(await call(client, 'update', { ...input, currentMdp: 'Wrong1234' })).toMatchObject(
      WRONG,
    );
    expect(await call(client, 'update', { ...input, currentMdp: NEW_PASSWORD })).toMatchObject(
      WRONG,
    );
    expect((await rowOf(userId)).passwordHash).toBe(passwordHash);
    expect(await call(client, 'update', { ...input, currentMdp: PASSWORD })).toMatchObject(DONE);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('a wrong current password is refused, even on a fresh session', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const before = await rowOf(userId);
    const mistyped = { mdp: 'Abcdef13', mdp2: 'Abcdef13' };
    for (const input of [
      { ...mistyped, currentMdp: mistyped.mdp },
      { ...same(newEmail()), currentMdp: NEW_PASSWORD },
      { ...mistyped, currentMdp: 'Wrong1234' },
    ]) {
      const change = { email, firstName: 'Léa', ...input };
      expect(await call(client, 'update', change)).toMatchObject(WRONG);
      expect(await rowOf(userId)).toEqual(before);
    }
    // The current address, entered twice, is no change of address; other fields and a new password are saved.
    const proved = { ...same(email), currentMdp: PASSWORD };
    expect(await call(client, 'update', { ...proved, firstName: 'Léa' })).toMatchObject(DONE);
    expect(await rowOf(userId)).toEqual({ ...before, firstName: 'Léa' });
    const chosen = { mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    expect(await call(client, 'update', { ...proved, ...chosen })).toMatchObject(DONE);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('a new address needs only the current password on an old session', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    await ageSessions(userId, 60);
    const moved = `Moved.${newEmail()}`;
    expect(await call(client, 'update', same(moved))).toMatchObject(DONE);
    expect(await connected(client)).toMatchObject({ user: { email, pendingEmail: moved } });
  });

  test('a taken address gets 409, and nothing changes', async () => {
    const taken = await addUser(members.app.db, { email: newEmail() });
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const before = await rowOf(userId);
    const input = { email: taken.email.toUpperCase(), mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    expect(await call(client, 'update', { ...input, firstName: 'Léa' })).toMatchObject({
      status: 409,
      message: 'email_taken',
      issues: [{ path: 'email', message: 'email_taken' }],
    });
    expect(await rowOf(userId)).toEqual(before);
    await members.jobsDone();
    expect([...members.emailsTo(email), ...members.emailsTo(taken.email)]).toEqual([]);
  });

  test('A8: a refused call leaves the row unchanged', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const before = await rowOf(userId);
    const wrong = { firstName: ['Léa'], lastName: 'a\r\nBcc: b@c.fr' };
    expect(await call(client, 'update', { ...same(email), ...wrong })).toMatchObject({
      status: 400,
      message: 'invalid_fields',
    });
    expect(await rowOf(userId)).toEqual(before);
  });

  test('E3: ignores fields that a member may not change', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    await addSubscription(members.app.db, userId);
    const { user } = (await connected(client)) as { user: object };
    const before = await rowOf(userId);
    const outcome = await call(client, 'update', {
      ...same(email),
      id: 1,
      role: 'admin',
      activated: false,
      activatedAt: null,
      passwordHash: 'x',
      personalDiscountCode: 'AAAAAAAA',
      subscription: null,
      isStripeBis: true,
      orders: [{ status: 'delivered' }],
      emailKey: 'x',
    });
    expect(outcome).toMatchObject(DONE);
    expect(await rowOf(userId)).toEqual(before);
    expect(await connected(client)).toEqual({ isConnected: true, user });
  });

  test('a change of case alone updates the address without an email', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    expect(await call(client, 'update', same(email.toUpperCase()))).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email: email.toUpperCase(), emailKey: email });
    await members.jobsDone();
    expect(members.emailsTo(email)).toEqual([]);
  });

  test('a new password invalidates recovery links', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    await call(client, 'forgotPassword', { email });
    const { secret } = linkIn(await members.emailTo(email));
    await call(client, 'update', { email, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD });
    const retrieve = { id: userId, retrieve: secret, mdp: 'Voleur123', mdp2: 'Voleur123' };
    expect((await call(client, 'retrievePassword', retrieve)).status).toBe(400);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('of two concurrent password changes one succeeds, and only its session survives', async () => {
    const { client, email } = await members.app.member({ email: newEmail() });
    const other = members.app.client();
    await other.post('/api/connect', { email, mdp: PASSWORD });
    const change = (who: TestClient, mdp: string) => call(who, 'update', { email, mdp, mdp2: mdp });
    const outcomes = await Promise.all([change(client, 'Premier11'), change(other, 'Second222')]);
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
    const states = [await connected(client), await connected(other)];
    expect(states[statuses.indexOf(200)]).toMatchObject({ isConnected: true });
    expect(states[statuses.indexOf(401)]).toEqual(NOT_CONNECTED);
  });
});

test('G1: ten wrong passwords rate-limit updates of the session and log-ins of its client', async () => {
  const members = await startTestMembers({ config: { rateLimit: 'strict' } });
  const { client, userId, email } = await members.app.member({ email: newEmail() });
  await members.app.db.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 3_600_000) },
  });
  const guess = (currentMdp: string) => ({
    email,
    mdp: NEW_PASSWORD,
    mdp2: NEW_PASSWORD,
    currentMdp,
  });
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const transport = attempt % 2 === 0 ? 'rest' : 'rpc';
    const input = guess(`Wrong123${attempt}`);
    statuses.push((await callAccount(transport, client, { name: 'update', input })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  for (const [name, input] of [
    ['update', guess(PASSWORD)],
    ['signIn', { email, mdp: PASSWORD }],
  ] as const) {
    expect((await callAccount('rest', client, { name, input })).status).toBe(429);
  }
  await members.close();
});
