import { isSessionSecret, sessionIdOf } from '@agres/core/session/session';
import { isSubscriber, readSubscriberStatusBySession } from '@agres/money/subscription/access';
import { expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startBuiltSite);

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function signedIn() {
  const { client, userId } = await app.member();
  const secret = client.cookies.get('session') ?? '';
  expect(isSessionSecret(secret)).toBe(true);
  return { client, userId, secret };
}

test('the page query detects a subscriber exactly as isSubscriber does', async () => {
  const states = ['pending', 'active', 'past_due', 'ended'] as const;
  const ends = [null, inDays(-1), inDays(1)];
  let subscribers = 0;
  for (const state of states) {
    for (const accessEndsOn of ends) {
      const { userId, secret } = await signedIn();
      const { id } = await addSubscription(app.db, userId, { accessEndsOn });
      const subscriptionDate = state === 'pending' ? null : inDays(-10);
      await app.db.subscription.update({ where: { id }, data: { state, subscriptionDate } });
      const deps = { db: app.db, clock: () => new Date() };
      const expected = await isSubscriber(deps, userId);
      if (expected) subscribers += 1;
      const known = (await readSubscriberStatusBySession(deps, [secret])).get(secret);
      expect({ state, accessEndsOn, known }).toEqual({ state, accessEndsOn, known: expected });
    }
  }
  expect(subscribers).toBe(4);
});

test('several sessions in one query get their own access', async () => {
  const member = await signedIn();
  const subscriber = await signedIn();
  await addSubscription(app.db, subscriber.userId, { accessEndsOn: inDays(1) });
  const deps = { db: app.db, clock: () => new Date() };
  expect(await readSubscriberStatusBySession(deps, [member.secret, subscriber.secret])).toEqual(
    new Map([
      [member.secret, false],
      [subscriber.secret, true],
    ]),
  );
});

test.each([
  ['needs an extension', { expiresAt: inDays(14) }, { isShown: true, lastsUntil: 30 }],
  ['has expired', { expiresAt: inDays(-1) }, { isShown: false, lastsUntil: null }],
  ['exceeds its maximum age', { createdAt: inDays(-61) }, { isShown: false, lastsUntil: null }],
])('a session that %s is left to the full session lookup', async (_what, data, expected) => {
  const { client, secret } = await signedIn();
  await app.db.session.update({ where: { id: sessionIdOf(secret) }, data });
  const deps = { db: app.db, clock: () => new Date() };
  expect(await readSubscriberStatusBySession(deps, [secret])).toEqual(new Map());
  const { text } = await client.get('/en');
  const left = await app.db.session.findUnique({ where: { id: sessionIdOf(secret) } });
  expect({
    isShown: text.includes('LOG OUT'),
    lastsUntil: left && Math.round((Number(left.expiresAt) - Date.now()) / DAY_MS),
  }).toEqual(expected);
});

test('a session ended elsewhere is signed out on the next page', async () => {
  const { client, secret } = await signedIn();
  expect((await client.get('/en')).text).toContain('LOG OUT');
  await app.db.session.delete({ where: { id: sessionIdOf(secret) } });
  expect((await client.get('/en')).text).not.toContain('LOG OUT');
});
