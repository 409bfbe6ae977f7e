import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callAccount, TRANSPORTS, type AccountCall } from '../testing/account-calls.ts';
import type { TestClient } from '../testing/client.ts';
import { linkIn, startTestMembers, type TestMembers } from '../testing/members.ts';
import { addUser, PASSWORD } from '../testing/rows.ts';

let count = 0;
const newEmail = () => {
  count += 1;
  return `undo.${count}@exemple.fr`;
};

describe.each(TRANSPORTS)('the link that takes a change of address back, over %s', (transport) => {
  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers();
  });
  afterAll(() => members.close());

  const call = (client: TestClient, name: AccountCall, input: unknown) =>
    callAccount(transport, client, { name, input });
  const same = (email: string) => ({ email, mdp: PASSWORD, mdp2: PASSWORD });
  const rowOf = (id: number) => members.app.db.user.findUniqueOrThrow({ where: { id } });
  const DONE = { status: 200, message: 'account_updated' };
  /** A member whose address was just changed, and the link that the old one got. */
  const moved = async () => {
    const { client, userId, email } = await members.app.member({ email: newEmail() });
    const next = newEmail();
    await call(client, 'update', same(next));
    return { client, userId, email, next, ...linkIn(await members.letterTo(email)) };
  };
  const undo = (id: unknown, nonce: unknown) =>
    call(members.app.client(), 'undoEmailChange', { id, nonce });
  const REFUSED = { status: 400, message: 'incorrect_activation_code' };

  test('restores the address, ends every session, and works twice', async () => {
    const { client, userId, email, next, secret } = await moved();
    await call(client, 'forgotPassword', { email: next });
    const recovery = linkIn(await members.letterTo(next));
    for (const id of [userId, String(userId)]) {
      expect(await undo(id, secret)).toMatchObject(DONE);
      expect(await rowOf(userId)).toMatchObject({ email, emailKey: email });
    }
    expect((await client.get('/api/users/status')).body).toEqual({
      isConnected: false,
      user: null,
    });
    expect((await call(members.app.client(), 'signIn', { email, mdp: PASSWORD })).status).toBe(200);
    const retrieve = {
      id: userId,
      retrieve: recovery.secret,
      mdp: 'Voleur123',
      mdp2: 'Voleur123',
    };
    expect((await call(members.app.client(), 'retrievePassword', retrieve)).status).toBe(400);
  });

  test('is good for 72 hours', async () => {
    const { userId, next, secret } = await moved();
    await members.app.db.$executeRaw`
      UPDATE account_token SET expires_at = expires_at - interval '72 hours'
      WHERE user_id = ${userId}::int`;
    expect(await undo(userId, secret)).toMatchObject(REFUSED);
    expect(await rowOf(userId)).toMatchObject({ email: next });
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

  test('beats the links of every later change, sent or waiting', async () => {
    const { client, userId, email, next, secret } = await moved();
    const third = newEmail();
    await call(client, 'update', same(third));
    const later = linkIn(await members.letterTo(next));
    await call(client, 'update', same(newEmail()));
    await members.letterTo(third);
    // As if the last letter had been waiting for a mail server all the while.
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
    await members.hurry();
    await members.settle();
    expect(members.lettersTo(third)).toHaveLength(1);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('is not lost behind any number of later changes', async () => {
    const { client, userId, email, next, secret } = await moved();
    for (let change = 1; change <= 4; change += 1) {
      await call(client, 'update', same(newEmail()));
      await call(client, 'update', same(next));
    }
    await members.letterTo(next, 4);
    await members.settle();
    expect(await undo(userId, secret)).toMatchObject(DONE);
    expect(await rowOf(userId)).toMatchObject({ email });
  });

  test('cannot take an address that somebody else has by now, and stays good', async () => {
    const { userId, email, next, secret } = await moved();
    const { id } = await addUser(members.app.db, { email });
    expect(await undo(userId, secret)).toMatchObject({ status: 409, message: 'email_taken' });
    expect(await rowOf(userId)).toMatchObject({ email: next });
    await members.app.db.user.delete({ where: { id } });
    expect(await undo(userId, secret)).toMatchObject(DONE);
  });
});
