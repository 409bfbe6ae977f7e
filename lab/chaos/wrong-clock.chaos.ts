import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { readDatabaseTime } from '@agres/db/database-clock';
import { createRandom } from '@agres/stripe-emulator/random';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { linkIn } from '../../apps/server/test/support/members.ts';
import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import { startTestCluster, type TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor } from '../../apps/server/test/support/visitor.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import { createCrowd } from './crowd.ts';
import { startRun } from './summary.ts';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const WRONG_SECONDS = 600;
const BUYERS = 10;
const BUYING_MS = 60_000;
/** Longer than two rounds of the job that resumes purchases. */
const SEVERAL_ROUNDS_MS = 15_000;
/** How far apart two steps on a slow machine may be. */
const NEAR_MS = 90_000;
const SECURE_CARD = '4000000000003220';
/** Password recovery emails per account and hour. */
const MOST_RECOVERIES = 3;

describe.skipIf(!existsSync(FAKETIME)).each([
  { clock: 'ahead', seconds: WRONG_SECONDS },
  { clock: 'behind', seconds: -WRONG_SECONDS },
])('one of two processes has a clock ten minutes $clock', ({ clock, seconds }) => {
  let cluster: TestCluster;
  let right: ShopProcess;
  let wrong: ShopProcess;
  let report: ReturnType<typeof startRun>;
  const counts: Record<string, number> = {};
  let answers: Readonly<Record<string, number>> = {};
  let broken: string[] = [];
  let lost: readonly unknown[] = [];

  beforeAll(async () => {
    report = startRun(`a clock ten minutes ${clock}, one of two processes`);
    cluster = await startTestCluster({ processes: 1 });
    const settings = {
      LD_PRELOAD: FAKETIME,
      FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
    wrong = await cluster.start({ settings });
    cluster.processes.push(wrong);
    const [first] = cluster.processes;
    if (first === undefined) throw new Error('a process was asked for');
    right = first;
  });
  afterAll(async () => {
    report({ counts, answers, broken, lost });
    await cluster.close();
  });

  const inSeconds = async (count: number) =>
    new Date((await readDatabaseTime(cluster.db)).getTime() + count * 1000);
  const msApart = (at: Date | null | undefined, expected: Date) =>
    Math.abs((at?.getTime() ?? 0) - expected.getTime());
  const both = () => [right, wrong];
  const isConnected = async (visitor: ReturnType<typeof createVisitor>, { origin }: ShopProcess) =>
    (await visitor.open(`${origin}/api/users/status`))?.text.includes('"isConnected":true');

  test('its clock is off by that time, as its Date header shows', async () => {
    const response = await fetch(`${wrong.origin}/healthz`);
    const shown = Date.parse(response.headers.get('date') ?? '');
    expect(msApart(new Date(shown), await inSeconds(seconds))).toBeLessThan(NEAR_MS);
  });

  test('a minute of purchases at both processes loses and doubles no order, with one e-mail each', async () => {
    const { seed } = inject('chaosPlan');
    const items = await Promise.all(
      [5, 40, 100_000].map((stock) => addItem(cluster.db, { stocks: [stock] })),
    );
    const crowd = await createCrowd(cluster, {
      size: BUYERS,
      itemIds: items.map(({ id }) => id),
      random: createRandom(seed),
      restMs: 200,
    });
    const endsAt = performance.now() + BUYING_MS;
    await crowd.buyWhile(() => performance.now() < endsAt);
    await cluster.untilNothingIsOpen();
    answers = crowd.tally;
    lost = await crowd.findLost();
    broken = await cluster.brokenInvariants();
    const orders = await cluster.db.order.findMany({ select: { id: true, orderDate: true } });
    counts['seed'] = seed;
    counts['orders'] = orders.length;
    counts['acknowledged'] = crowd.told.length;
    const now = await inSeconds(0);
    const misdated = orders.filter(
      ({ orderDate }) =>
        orderDate > now || now.getTime() - orderDate.getTime() > BUYING_MS + 2 * NEAR_MS,
    );
    expect([broken, lost, misdated]).toEqual([[], [], []]);
    expect(new Set(crowd.told.map(({ orderId }) => orderId)).size).toBe(crowd.told.length);
    expect(crowd.failed).toEqual([]);
    const unsent = () => cluster.db.job.count({ where: { kind: 'mail', doneAt: null } });
    await expect.poll(unsent, { timeout: 120_000, interval: 500 }).toBe(0);
    const confirmed = await cluster.db.job.count({ where: { kind: 'mail', attempts: { gt: 1 } } });
    counts['emails tried twice'] = confirmed;
    expect(confirmed).toBe(0);
  }, 300_000);

  test('a retry at the other process with the same idempotency key gets the same order', async () => {
    const item = await addItem(cluster.db, { stocks: [5] });
    const { email, id } = await addUser(cluster.db);
    const visitor = createVisitor();
    await visitor.signIn(right.origin, email);
    const body = { ...RECIPIENT, id: item.id, stripeToken: await cluster.provider.cardToken() };
    const key = { 'idempotency-key': 'e2c9a1f0-7f6b-4a3e-9d55-0a1b2c3d4e5f' };
    for (const { origin } of [wrong, right, wrong]) {
      expect((await visitor.postUntilAccepted(`${origin}/api/items/buy`, body, key))?.status).toBe(
        200,
      );
    }
    expect(await cluster.db.order.count({ where: { userId: id } })).toBe(1);
  });

  test('a unit is held for the same time by both processes', async () => {
    const item = await addItem(cluster.db, { stocks: [2] });
    const holds: Date[] = [];
    for (const { origin } of both()) {
      const { email, id } = await addUser(cluster.db);
      const visitor = createVisitor();
      await visitor.signIn(origin, email);
      const stripeToken = await cluster.provider.cardToken(SECURE_CARD);
      const body = { ...RECIPIENT, id: item.id, stripeToken };
      expect((await visitor.postUntilAccepted(`${origin}/api/items/buy`, body))?.status).toBe(402);
      const attempt = await cluster.db.purchaseAttempt.findFirstOrThrow({ where: { userId: id } });
      expect(attempt.state).toBe('requires_action');
      if (attempt.holdUntil !== null) holds.push(attempt.holdUntil);
    }
    expect(msApart(holds[0], holds[1] ?? new Date(0))).toBeLessThan(NEAR_MS);
    const states = async () => {
      const open = await cluster.db.purchaseAttempt.findMany({
        where: { option: { itemId: item.id } },
      });
      return open.map(({ state }) => state);
    };
    // The hold ends within the difference of the clocks.
    await cluster.db.purchaseAttempt.updateMany({
      where: { option: { itemId: item.id } },
      data: { holdUntil: await inSeconds(WRONG_SECONDS / 2), nextCheckAt: await inSeconds(0) },
    });
    await sleep(SEVERAL_ROUNDS_MS);
    expect(await states()).toEqual(['requires_action', 'requires_action']);
    await cluster.db.purchaseAttempt.updateMany({
      where: { option: { itemId: item.id } },
      data: { holdUntil: await inSeconds(-1), nextCheckAt: await inSeconds(0) },
    });
    await expect.poll(states, { timeout: 60_000 }).toEqual(['expired', 'expired']);
  }, 120_000);

  test('a session starts and expires at the right time on both processes', async () => {
    for (const { origin } of both()) {
      const { email, id } = await addUser(cluster.db);
      const visitor = createVisitor();
      await visitor.signIn(origin, email);
      const session = await cluster.db.session.findFirstOrThrow({ where: { userId: id } });
      expect(msApart(session.createdAt, await inSeconds(0))).toBeLessThan(NEAR_MS);
      expect(msApart(session.expiresAt, await inSeconds(30 * 86_400))).toBeLessThan(NEAR_MS);
      for (const site of both()) expect(await isConnected(visitor, site)).toBe(true);
      const expiresAt = await inSeconds(WRONG_SECONDS / 2);
      await cluster.db.session.update({ where: { id: session.id }, data: { expiresAt } });
      for (const site of both()) expect(await isConnected(visitor, site)).toBe(true);
      const isOver = { expiresAt: await inSeconds(-WRONG_SECONDS / 2) };
      await cluster.db.session.update({ where: { id: session.id }, data: isOver });
      for (const site of both()) expect(await isConnected(visitor, site)).toBe(false);
    }
  });

  test('three password e-mails an hour are allowed, each link valid for an hour', async () => {
    const { email, id } = await addUser(cluster.db);
    const visitor = createVisitor();
    for (const { origin } of [...both(), ...both(), ...both()]) {
      await visitor.fetchToken(origin);
      await visitor.put(`${origin}/api/users/forgottenPassword`, { email });
    }
    const received = () => cluster.mailbox.emails().filter(({ to }) => to.includes(email));
    const waiting = () => cluster.db.job.count({ where: { kind: 'mail', doneAt: null } });
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    expect(received()).toHaveLength(MOST_RECOVERIES);
    const links = { where: { userId: id, purpose: 'password_recovery' } };
    for (const { expiresAt } of await cluster.db.accountToken.findMany(links)) {
      expect(msApart(expiresAt, await inSeconds(3600))).toBeLessThan(NEAR_MS);
    }
    // The link expires within the difference of the clocks.
    const data = { expiresAt: await inSeconds(WRONG_SECONDS / 2) };
    await cluster.db.accountToken.updateMany({ ...links, data });
    const [newest] = received();
    if (newest === undefined) throw new Error('no email');
    const { secret } = linkIn(newest);
    const password = { retrieve: secret, mdp: 'Nouveau34', mdp2: 'Nouveau34' };
    const reply = await visitor.put(`${wrong.origin}/api/users/retrievePassword`, {
      id,
      ...password,
    });
    expect(reply?.status).toBe(200);
  }, 120_000);

  test('its own worker completes a due job', async () => {
    await right.stop();
    cluster.processes.splice(cluster.processes.indexOf(right), 1);
    const { email } = await addUser(cluster.db, { activatedAt: null });
    const visitor = createVisitor();
    await visitor.fetchToken(wrong.origin);
    await visitor.put(`${wrong.origin}/api/users/forgottenPassword`, { email });
    const received = () => cluster.mailbox.emails().filter(({ to }) => to.includes(email)).length;
    await expect.poll(received, { timeout: 60_000 }).toBe(1);
    expect(await cluster.brokenInvariants()).toEqual([]);
  }, 120_000);
});
