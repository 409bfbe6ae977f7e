import { SESSION_MAX_DAYS } from '@agres/core/session/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addArticle, addUser, PASSWORD } from './support/rows.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { signedEvent } from './support/shop.ts';
import { startTestCluster, type TestCluster } from './support/test-cluster.ts';
import { createVisitor } from './support/visitor.ts';
import { wrongClock } from './support/wrong-clock.ts';

/** The clock's error in minutes: more than the quarter of an hour in which a log-in counts as recent. */
const WRONG_MINUTES = 20;
/** The tolerance for a slow machine between two steps, in minutes. */
const NEAR_MINUTES = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// The embedded database has one process, whose clock is the database's own.
describe.each([
  { clock: 'ahead', minutes: WRONG_MINUTES },
  { clock: 'behind', minutes: -WRONG_MINUTES },
])('a process whose clock is $clock', ({ minutes }) => {
  let cluster: TestCluster;
  let process: ShopProcess;
  const inMinutes = (count: number) => new Date(Date.now() + count * MINUTE_MS);
  /** Returns a time between the wrong clock's and the correct one. */
  const between = inMinutes.bind(null, minutes / 2);
  const minutesApart = (at: Date | null | undefined, expected: Date) =>
    Math.abs((at?.getTime() ?? 0) - expected.getTime()) / MINUTE_MS;

  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 0 });
    process = await cluster.start({ settings: wrongClock(minutes) });
    cluster.processes.push(process);
  });
  afterAll(async () => {
    await cluster.close();
  });

  const logIn = async () => {
    const user = await addUser(cluster.db);
    const visitor = createVisitor();
    await visitor.signIn(process.origin, user.email);
    const session = await cluster.db.session.findFirstOrThrow({ where: { userId: user.id } });
    return { user, visitor, session };
  };
  const isMember = async ({ open }: Pick<ReturnType<typeof createVisitor>, 'open'>) => {
    const page = await open(`${process.origin}/api/users/status`);
    return page?.text.includes('"isConnected":true') ?? false;
  };

  test('starts sessions at the right time, for the right duration', async () => {
    const { session } = await logIn();
    expect(minutesApart(session.createdAt, inMinutes(0))).toBeLessThan(NEAR_MINUTES);
    expect(minutesApart(session.expiresAt, new Date(Date.now() + 30 * DAY_MS))).toBeLessThan(
      NEAR_MINUTES,
    );
  });

  test('expires a session at the right time', async () => {
    const { session, visitor } = await logIn();
    const isOver = minutes < 0;
    expect(await isMember(visitor)).toBe(true);
    await cluster.db.session.update({ where: { id: session.id }, data: { expiresAt: between() } });
    expect(await isMember(visitor)).toBe(!isOver);
    const left = await cluster.db.session.findMany({ where: { id: session.id } });
    // It was used near its end, so it was renewed.
    expect(left).toHaveLength(isOver ? 0 : 1);
    for (const { expiresAt } of left)
      expect(minutesApart(expiresAt, new Date(Date.now() + 30 * DAY_MS))).toBeLessThan(
        NEAR_MINUTES,
      );
  });

  test('ends a session of maximum age at the right time', async () => {
    const { session, visitor } = await logIn();
    const createdAt = new Date(between().getTime() - SESSION_MAX_DAYS * DAY_MS);
    await cluster.db.session.update({ where: { id: session.id }, data: { createdAt } });
    expect(await isMember(visitor)).toBe(minutes > 0);
  });

  test('creates links with the right expiry', async () => {
    const { email, id } = await addUser(cluster.db);
    const visitor = createVisitor();
    await visitor.fetchToken(process.origin);
    await visitor.put(`${process.origin}/api/users/forgottenPassword`, { email });
    const token = () =>
      cluster.db.accountToken.findFirst({ where: { userId: id, purpose: 'password_recovery' } });
    await expect.poll(token, { timeout: 30_000 }).not.toBeNull();
    expect(minutesApart((await token())?.expiresAt, inMinutes(60))).toBeLessThan(NEAR_MINUTES);
    expect(minutesApart((await token())?.createdAt, inMinutes(0))).toBeLessThan(NEAR_MINUTES);
  });

  test('stores timestamps by the right clock', async () => {
    const visitor = createVisitor();
    await visitor.fetchToken(process.origin);
    const email = `clock${minutes}@example.fr`;
    const account = { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' };
    expect((await visitor.post(`${process.origin}/api/users`, account))?.status).toBe(200);
    const message = { subject: 'Heure', message: 'Quelle heure est-il ?', email };
    expect((await visitor.post(`${process.origin}/api/contact`, message))?.status).toBe(200);
    const { createdAt } = await cluster.db.user.findFirstOrThrow({ where: { email } });
    expect(minutesApart(createdAt, inMinutes(0))).toBeLessThan(NEAR_MINUTES);
    expect(
      minutesApart((await cluster.db.contactMessage.findFirstOrThrow()).createdAt, inMinutes(0)),
    ).toBeLessThan(NEAR_MINUTES);
  });

  test('publishes an article at the right time', async () => {
    const { id } = await addArticle(cluster.db, { publishedAt: between() });
    const page = await createVisitor().open(`${process.origin}/api/blog/${id}`);
    expect(page?.status).toBe(minutes > 0 ? 404 : 200);
  });

  test('accepts a webhook event that the provider has just signed', async () => {
    const object = { id: 'pi_none', object: 'payment_intent' };
    const event = signedEvent({ type: 'payment_intent.succeeded', data: { object } });
    const { status } = await fetch(`${process.origin}/api/webhooks/stripe/main`, {
      method: 'POST',
      ...event,
    });
    expect(status).toBe(200);
  });
});
