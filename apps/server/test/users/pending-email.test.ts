import { purge } from '@agres/shop/retention-rules';
import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addItem, addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';
import {
  callAccount,
  TRANSPORTS,
  type AccountCall,
  type Transport,
} from '../support/user-calls.ts';

const NEW_PASSWORD = 'Nouveau34';
const DONE = { status: 200, message: 'account_updated' };
const REFUSED = { status: 400, message: 'incorrect_activation_code' };
const TAKEN = { status: 409, message: 'email_taken' };

const same = (email: string) => ({ email, mdp: PASSWORD, mdp2: PASSWORD });
const renewed = (email: string) => ({ email, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD });

describe('account pre-hijacking', () => {
  const shop = useRunning(startMailedShop);

  const call = (client: TestClient, name: AccountCall, input: unknown) =>
    callAccount('rest', client, { name, input });
  const linkTo = async (email: string, page: RegExp) => {
    await shop.jobsDone();
    const received = shop
      .emailsTo(email)
      .find(({ links }) => links.some((link) => page.test(link)));
    if (received === undefined) throw new Error(`no link to ${email}`);
    return linkIn(received);
  };

  test('B12: gives the attacker nothing of what the owner of the address does later', async () => {
    const victim = newEmail('victim');
    const trap = await shop.app.member({ email: newEmail('stranger') });
    await call(trap.client, 'update', same(victim));
    const undo = await linkTo(trap.email, /annuler-changement-email|undo-email-change/);

    // The address is only pending on the stranger's account, so password recovery does not find it. The victim
    // signs up instead.
    const visitor = shop.app.client();
    expect(await call(visitor, 'forgotPassword', { email: victim })).toMatchObject({
      status: 404,
      message: 'unknown_email',
    });
    expect(await call(visitor, 'register', { ...same(victim), locale: 'fr' })).toMatchObject({
      status: 200,
    });
    const { id, secret } = await linkTo(victim, /\/activation\//);
    expect(await call(visitor, 'activate', { id, nonce: secret })).toMatchObject({ status: 200 });
    const logIn = { email: victim, mdp: PASSWORD };
    expect(await call(visitor, 'signIn', logIn)).toMatchObject({ status: 200 });
    const item = await addItem(shop.app.db);
    const lastName = `Victime${id}`;
    const bought = { id: item.id, stripeToken: await shop.cardToken(), lastName };
    expect((await buy(visitor, bought)).status).toBe(200);

    await call(shop.app.client(), 'undoEmailChange', { id: undo.id, nonce: undo.secret });
    const stranger = shop.app.client();
    await call(stranger, 'signIn', { email: trap.email, mdp: PASSWORD });
    const seen = await stranger.get('/api/users/status');
    expect(seen.body).toMatchObject({ user: { id: trap.userId, orders: [] } });
    expect(seen.text).not.toContain(lastName);
    expect(seen.text).not.toContain(victim);
    expect((await visitor.get('/api/users/status')).body).toMatchObject({
      user: { email: victim, orders: [{ lastName }] },
    });
  });
});

describe('a new address', () => {
  const members = useRunning(startTestMembers);

  const callOver =
    (transport: Transport) => (client: TestClient, name: AccountCall, input?: unknown) =>
      callAccount(transport, client, { name, input });
  const call = callOver('rest');
  const visitor = () => members.app.client();
  const rowOf = (id: number) => members.app.db.user.findUniqueOrThrow({ where: { id } });
  const userOf = async (client: TestClient) =>
    ((await client.get('/api/users/status')).body as { user: unknown }).user;
  const linkTo = async (email: string, nth = 1) => linkIn(await members.emailTo(email, nth));
  const follow = (
    client: TestClient,
    { id, secret }: { id: number; secret: string },
    transport: Transport = 'rest',
  ) => callOver(transport)(client, 'confirmEmail', { id, nonce: secret });
  const undo = ({ id, secret }: { id: number; secret: string }) =>
    call(visitor(), 'undoEmailChange', { id, nonce: secret });

  /** Creates a member with a pending address, and returns the links that both addresses received. */
  const memberWithPendingEmail = async (next = newEmail('new')) => {
    const member = await members.app.member({ email: newEmail('old') });
    expect(await call(member.client, 'update', same(next))).toMatchObject(DONE);
    const confirmation = await linkTo(next);
    return { ...member, next, confirmation, undoLink: await linkTo(member.email) };
  };
  const expectWaiting = async (client: TestClient, pendingEmail: string | null) =>
    expect(await userOf(client)).toMatchObject({ pendingEmail });

  test.each(TRANSPORTS)('over %s is confirmed by its link in a session', async (transport) => {
    const { client, userId, email, next, confirmation } = await memberWithPendingEmail();
    await call(visitor(), 'forgotPassword', { email });
    const recovery = await linkTo(email, 2);
    for (let round = 0; round < 2; round += 1) {
      expect(await follow(client, confirmation, transport)).toMatchObject(DONE);
      expect(await userOf(client)).toMatchObject({ email: next, pendingEmail: null });
    }
    expect(await call(visitor(), 'signIn', { email: next, mdp: PASSWORD })).toMatchObject({
      status: 200,
    });
    const retrieve = {
      id: userId,
      retrieve: recovery.secret,
      mdp: NEW_PASSWORD,
      mdp2: NEW_PASSWORD,
    };
    expect(await call(visitor(), 'retrievePassword', retrieve)).toMatchObject({ status: 400 });
    const { subject } = await members.emailTo(email, 3);
    expect(subject).toMatch(/a changé|has changed/);
    await members.jobsDone();
    expect(members.emailsTo(next)).toHaveLength(1);
    expect(await undo(await linkTo(email, 3))).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('B12: is not confirmed without a session, or in a session of another account', async () => {
    const { client, userId, email, next, confirmation } = await memberWithPendingEmail();
    expect(await follow(visitor(), confirmation)).toMatchObject({
      status: 401,
      message: 'not_logged_in',
    });
    const owner = await members.app.member({ email: newEmail('owner') });
    expect(await follow(owner.client, confirmation)).toMatchObject(REFUSED);
    const own = { id: owner.userId, secret: confirmation.secret };
    expect(await follow(owner.client, own)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email, pendingEmail: next });
    expect(await follow(client, confirmation)).toMatchObject(DONE);
  });

  test('B5: its link is bound to its account and purpose', async () => {
    const one = await memberWithPendingEmail();
    const other = await memberWithPendingEmail();
    for (const [id, nonce] of [
      [one.userId, other.confirmation.secret],
      [one.userId, one.undoLink.secret],
      [one.userId, 'a'.repeat(43)],
      [0, one.confirmation.secret],
      ['abc', one.confirmation.secret],
      [undefined, undefined],
    ]) {
      const outcome = await call(one.client, 'confirmEmail', { id, nonce });
      expect([id, outcome]).toMatchObject([id, REFUSED]);
    }
    const { userId: id, confirmation } = one;
    for (const name of ['undoEmailChange', 'cancelEmailChange', 'activate'] as const) {
      expect(await call(visitor(), name, { id, nonce: confirmation.secret })).toMatchObject(
        REFUSED,
      );
    }
    expect(
      await call(one.client, 'confirmEmail', { id: { gt: 0 }, nonce: { not: '' } }),
    ).toMatchObject({ status: 400, message: 'invalid_fields' });
    expect(await rowOf(id)).toMatchObject({ email: one.email, pendingEmail: one.next });
    expect(
      await call(one.client, 'confirmEmail', { id: String(id), nonce: confirmation.secret }),
    ).toMatchObject(DONE);
  });

  test.each(TRANSPORTS)('over %s is cancelled by the member', async (transport) => {
    const { client, userId, email, confirmation } = await memberWithPendingEmail();
    expect(await call(visitor(), 'cancelEmailChange', {})).toMatchObject({
      status: 401,
      message: 'not_logged_in',
    });
    for (let round = 0; round < 2; round += 1) {
      expect(await callOver(transport)(client, 'cancelEmailChange', {})).toMatchObject(DONE);
      expect(await userOf(client)).toMatchObject({ id: userId, email, pendingEmail: null });
    }
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
  });

  test('is cancelled by the link sent to the old address, which works twice', async () => {
    const { client, userId, email, next, confirmation, undoLink } = await memberWithPendingEmail();
    const link = { id: String(userId), nonce: undoLink.secret };
    expect(await call(visitor(), 'cancelEmailChange', { id: userId })).toMatchObject(REFUSED);
    expect(await call(visitor(), 'cancelEmailChange', { nonce: undoLink.secret })).toMatchObject(
      REFUSED,
    );
    const own = { id: userId, nonce: confirmation.secret };
    expect(await call(visitor(), 'cancelEmailChange', own)).toMatchObject(REFUSED);
    await expectWaiting(client, next);
    for (let round = 0; round < 2; round += 1) {
      expect(await call(visitor(), 'cancelEmailChange', link)).toMatchObject(DONE);
      expect(await userOf(client)).toMatchObject({ email, pendingEmail: null });
    }
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    // The used link does not report a later request as cancelled.
    await call(client, 'update', same(newEmail('new')));
    expect(await call(visitor(), 'cancelEmailChange', link)).toMatchObject(REFUSED);
  });

  test.each(TRANSPORTS)('the language of its email, over %s', async (transport) => {
    const { client } = await members.app.member({ email: newEmail('old'), locale: 'fr' });
    const next = newEmail('new');
    const sent = { headers: { 'x-locale': 'en' } };
    await callAccount(transport, client, { name: 'update', input: same(next), sent });
    const { link } = await linkTo(next);
    expect(link).toContain(transport === 'rpc' ? '/en/confirm-email/' : '/fr/confirmer-email/');
  });

  test('is pending: the old address stays in use, and both get a link', async () => {
    const { client, email, next, confirmation, undoLink, userId } = await memberWithPendingEmail();
    expect(await userOf(client)).toMatchObject({ email, pendingEmail: next });
    expect(await call(visitor(), 'signIn', { email: next, mdp: PASSWORD })).toMatchObject({
      message: 'incorrect_email',
    });
    expect(await call(visitor(), 'signIn', { email, mdp: PASSWORD })).toMatchObject({
      status: 200,
    });
    expect(await call(visitor(), 'forgotPassword', { email: next })).toMatchObject({
      message: 'unknown_email',
    });
    expect(confirmation.link).toMatch(/\/(fr\/confirmer-email|en\/confirm-email)\/\d+\//);
    expect(undoLink.link).toMatch(
      /^http:\/\/localhost:3000\/(fr\/annuler-changement-email|en\/undo-email-change)\/\d+\/[\w-]{43}$/,
    );
    expect([confirmation.id, undoLink.id]).toEqual([userId, userId]);
    await members.jobsDone();
    expect(members.emailsTo(next)).toHaveLength(1);
    expect(members.emailsTo(email)).toHaveLength(1);
  });

  test('gets an email without the requester’s name and address', async () => {
    const { client, email } = await members.app.member({ email: newEmail('old') });
    const next = newEmail('new');
    const names = { firstName: 'Lisez', lastName: 'evil.test' };
    await call(client, 'update', { ...same(next), ...names });
    const { subject, text, html } = await members.emailTo(next);
    for (const trace of [names.firstName, names.lastName, email]) {
      expect(subject + text + html).not.toContain(trace);
    }
  });

  test('B4: expires together with its link after 72 hours', async () => {
    const { client, userId, email, next, confirmation } = await memberWithPendingEmail();
    const age = (minutes: number) => members.app.db.$executeRaw`
      WITH aged AS (
        UPDATE account_token SET expires_at = expires_at - make_interval(mins => ${minutes}::int)
        WHERE user_id = ${userId}::int)
      UPDATE users SET pending_email_until = pending_email_until - make_interval(mins => ${minutes}::int)
      WHERE id = ${userId}::int`;
    await age(72 * 60 - 1);
    await expectWaiting(client, next);
    await age(1);
    await expectWaiting(client, null);
    await purge(members.app.db);
    expect(await rowOf(userId)).toMatchObject({ pendingEmail: null, pendingEmailUntil: null });
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email });
    // A new request makes it pending again and notifies the old address again.
    await call(client, 'update', same(next));
    await members.emailTo(email, 2);
    expect(await follow(client, await linkTo(next, 2))).toMatchObject(DONE);
  });

  test('stays pending while the names change', async () => {
    const { client, email, next, confirmation } = await memberWithPendingEmail();
    await call(client, 'update', { ...same(email), firstName: 'Léa' });
    expect(await userOf(client)).toMatchObject({ email, pendingEmail: next, firstName: 'Léa' });
    expect(await follow(client, confirmation)).toMatchObject(DONE);
  });

  test('requested again gets a second email, and its first link still works', async () => {
    const { client, email, next, confirmation } = await memberWithPendingEmail();
    expect(await call(client, 'update', same(next.toUpperCase()))).toMatchObject(DONE);
    await expectWaiting(client, next.toUpperCase());
    const again = await linkTo(next, 2);
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(1);
    expect(await follow(client, confirmation)).toMatchObject(DONE);
    expect(await userOf(client)).toMatchObject({ email: next.toUpperCase() });
    expect(again.secret).not.toBe(confirmation.secret);
  });

  test('is replaced by a later one, which invalidates its link', async () => {
    const { client, email, confirmation } = await memberWithPendingEmail();
    const other = newEmail('new');
    await call(client, 'update', same(other));
    await expectWaiting(client, other);
    await members.emailTo(email, 2);
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    expect(await follow(client, await linkTo(other))).toMatchObject(DONE);
  });

  test('B11: gets three emails for six requests, with the same response for each', async () => {
    const { client, next } = await memberWithPendingEmail();
    for (let round = 0; round < 5; round += 1) {
      expect(await call(client, 'update', same(next))).toMatchObject(DONE);
    }
    await members.jobsDone();
    expect(members.emailsTo(next)).toHaveLength(3);
  });

  test('B6: is cancelled by a password recovery', async () => {
    const { client, userId, email, confirmation } = await memberWithPendingEmail();
    await call(visitor(), 'forgotPassword', { email });
    const { secret } = await linkTo(email, 2);
    const input = { id: userId, retrieve: secret, mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD };
    expect(await call(visitor(), 'retrievePassword', input)).toMatchObject({ status: 200 });
    await call(client, 'signIn', { email, mdp: NEW_PASSWORD });
    await expectWaiting(client, null);
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email, pendingEmail: null });
  });

  test('C4: is cancelled by a later password change, but not by one in the same call', async () => {
    const { client, email, confirmation, next } = await memberWithPendingEmail();
    await call(client, 'update', renewed(email));
    await expectWaiting(client, null);
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    // It can be requested again with the new password, and the earlier links stay invalid.
    await call(client, 'update', { ...renewed(next), mdp: PASSWORD, mdp2: PASSWORD });
    await expectWaiting(client, next);
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
    expect(await follow(client, await linkTo(next, 2))).toMatchObject(DONE);
  });

  test('its queued emails are not sent once it is cancelled, and its link ends with the account', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail('old') });
    const next = newEmail('new');
    const late = { userId, locale: 'fr' as const, changedAt: new Date().toISOString() };
    await call(client, 'update', same(next));
    await members.emailTo(next);
    await members.emailTo(email);
    await call(client, 'cancelEmailChange', {});
    await members.app.db.job.createMany({
      data: [
        { kind: 'mail', payload: { letter: 'confirmEmail', ...late, to: next } },
        { kind: 'mail', payload: { letter: 'emailChangeAsked', ...late, to: email } },
      ],
    });
    await members.retryJobs();
    await members.jobsDone();
    expect(members.emailsTo(next)).toHaveLength(1);
    expect(members.emailsTo(email)).toHaveLength(1);

    await call(client, 'update', same(next));
    const confirmation = await linkTo(next, 2);
    expect(await call(client, 'delete')).toMatchObject({ status: 200 });
    expect(await follow(client, confirmation)).toMatchObject({ status: 401 });
    const heir = await members.app.member({ email });
    expect(await follow(heir.client, confirmation)).toMatchObject(REFUSED);
  });

  test('once confirmed is not cancelled by the undo link, but undone', async () => {
    const { client, userId, email, next, confirmation, undoLink } = await memberWithPendingEmail();
    await follow(client, confirmation);
    const link = { id: userId, nonce: undoLink.secret };
    expect(await call(visitor(), 'cancelEmailChange', link)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email: next });
    expect(await undo(undoLink)).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
    expect(await follow(client, confirmation)).toMatchObject({ status: 401 });
  });

  test('is cancelled by the undo link in any email to the old address, which ends every session', async () => {
    const { client, userId, email, undoLink } = await memberWithPendingEmail();
    const second = newEmail('new');
    await call(client, 'update', same(second));
    const confirmation = await linkTo(second);
    const later = await linkTo(email, 2);
    for (const link of [undoLink, undoLink, later]) {
      expect(await undo(link)).toMatchObject(DONE);
      expect(await rowOf(userId)).toMatchObject({ email, pendingEmail: null });
      expect(await userOf(client)).toBeNull();
    }
    await call(client, 'signIn', { email, mdp: PASSWORD });
    expect(await follow(client, confirmation)).toMatchObject(REFUSED);
  });

  test('is not reserved: a sign-up that is activated first keeps it', async () => {
    const { client, userId, email, next, confirmation } = await memberWithPendingEmail();
    await call(visitor(), 'register', { ...same(next), locale: 'fr' });
    const { id, secret } = await linkTo(next, 2);
    expect(await call(visitor(), 'activate', { id, nonce: secret })).toMatchObject({ status: 200 });
    for (let round = 0; round < 2; round += 1) {
      expect(await follow(client, confirmation)).toMatchObject(TAKEN);
      expect(await rowOf(userId)).toMatchObject({ email, pendingEmail: next });
    }
    // The link stays valid in case the address is free again.
    await members.app.db.user.delete({ where: { id } });
    expect(await follow(client, confirmation)).toMatchObject(DONE);
  });

  test('confirmed first replaces an unactivated sign-up', async () => {
    const { client, next, confirmation } = await memberWithPendingEmail();
    await call(visitor(), 'register', { ...same(next), locale: 'fr' });
    const activation = await linkTo(next, 2);
    expect(await follow(client, confirmation)).toMatchObject(DONE);
    expect(await userOf(client)).toMatchObject({ email: next });
    const { id, secret } = activation;
    expect(await members.app.db.user.findUnique({ where: { id } })).toBeNull();
    expect(await call(visitor(), 'activate', { id, nonce: secret })).toMatchObject(REFUSED);
  });

  test('held by an unactivated sign-up can be requested and confirmed', async () => {
    const held = newEmail('held');
    await addUser(members.app.db, { email: held, activatedAt: null });
    const { client, confirmation } = await memberWithPendingEmail(held);
    expect(await follow(client, confirmation)).toMatchObject(DONE);
  });

  test('can be pending for two accounts, and goes to the first that confirms it', async () => {
    const first = await memberWithPendingEmail();
    const second = await members.app.member({ email: newEmail('old') });
    await call(second.client, 'update', same(first.next));
    const confirmation = await linkTo(first.next, 2);
    expect(await follow(second.client, confirmation)).toMatchObject(DONE);
    expect(await follow(first.client, first.confirmation)).toMatchObject(TAKEN);
  });

  test('can be requested with a new password, and the old address is notified of both', async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail('old') });
    const next = newEmail('new');
    expect(await call(client, 'update', renewed(next))).toMatchObject(DONE);
    await expectWaiting(client, next);
    await members.jobsDone();
    expect([members.emailsTo(email).length, members.emailsTo(next).length]).toEqual([2, 1]);
    expect(await follow(client, await linkTo(next))).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email: next });
  });

  describe('in a race', () => {
    test('B3: twenty concurrent uses of its link succeed, with one notice to the old address', async () => {
      const { client, email, confirmation } = await memberWithPendingEmail();
      const tries = Array.from({ length: 20 }, () => follow(client, confirmation));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses).toEqual(Array<number>(20).fill(200));
      await members.jobsDone();
      expect(members.emailsTo(email)).toHaveLength(2);
    });

    test('goes to one of two accounts that confirm it concurrently', async () => {
      for (let round = 0; round < 5; round += 1) {
        const first = await memberWithPendingEmail();
        const second = await members.app.member({ email: newEmail('old') });
        await call(second.client, 'update', same(first.next));
        const confirmation = await linkTo(first.next, 2);
        const outcomes = await Promise.all([
          follow(first.client, first.confirmation),
          follow(second.client, confirmation),
        ]);
        const statuses = outcomes.map(({ status }) => status).toSorted((a, b) => a - b);
        expect(statuses).toEqual([200, 409]);
      }
    });

    test('goes to one of a confirmation and a concurrent activation of a sign-up', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { client, userId, next, confirmation } = await memberWithPendingEmail();
        await call(visitor(), 'register', { ...same(next), locale: 'fr' });
        const { id, secret } = await linkTo(next, 2);
        const [confirmed, activated] = await Promise.all([
          follow(client, confirmation),
          call(visitor(), 'activate', { id, nonce: secret }),
        ]);
        const owner = await members.app.db.user.findUniqueOrThrow({ where: { emailKey: next } });
        const hasMoved = owner.id === userId;
        expect([confirmed.status, activated.status]).toEqual(hasMoved ? [200, 400] : [409, 200]);
      }
    });

    test('one of a confirmation and a concurrent recovery succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { client, userId, email, next, confirmation } = await memberWithPendingEmail();
        await call(visitor(), 'forgotPassword', { email });
        const { secret } = await linkTo(email, 2);
        const [confirmed, recovered] = await Promise.all([
          follow(client, confirmation),
          call(visitor(), 'retrievePassword', { id: userId, retrieve: secret, ...renewed(email) }),
        ]);
        const { email: now, pendingEmail } = await rowOf(userId);
        expect(pendingEmail).toBeNull();
        expect(now).toBe(confirmed.status === 200 ? next : email);
        expect(
          [confirmed.status, recovered.status].filter((status) => status === 200),
        ).toHaveLength(1);
      }
    });
  });
});
