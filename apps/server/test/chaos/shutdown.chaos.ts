import { setTimeout as sleep } from 'node:timers/promises';

import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { addItem, addUser } from '../support/rows.ts';
import { RECIPIENT } from '../support/shop.ts';
import { startStage } from '../support/stage.ts';
import { createVisitor, type Reply } from '../support/visitor.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { startRun } from './summary.ts';

const ROUNDS = 6;
const BUYERS = 24;
/** A purchase may take 27 s to its end; then the process is ended hard. */
const EXIT_WITHIN_MS = 35_000;

test('a process that is told to end finishes what it began', { timeout: 600_000 }, async () => {
  const { seed } = inject('chaosPlan');
  const random = createRandom(seed);
  const stage = await startStage({ processes: 1 });
  stage.provider.control.setLatency({ minMs: 100, maxMs: 600 });
  const item = await addItem(stage.db, { stocks: [100_000] });
  const [first] = stage.processes;
  const people = [];
  for (let index = 0; index < BUYERS; index += 1) {
    const { email } = await addUser(stage.db);
    const visitor = createVisitor();
    await visitor.signIn(first?.origin ?? '', email);
    people.push(visitor);
  }

  const report = startRun('told to end under load, one process after the other');
  const counts = { seed, rounds: ROUNDS, sold: 0, refused: 0, late: 0, slowestExitMs: 0 };
  const told: Reply[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [process] = stage.processes;
    const url = `${process?.origin}/api/items/buy`;
    const tokens = await Promise.all(people.map(() => stage.provider.cardToken()));
    const body = (index: number) => ({ ...RECIPIENT, id: item.id, stripeToken: tokens[index] });
    const inFlight = people.map((visitor, index) => visitor.post(url, body(index)));
    // Some are in the line, some at the provider, some done.
    await sleep(50 + Math.floor(random() * 600));
    const askedAt = performance.now();
    const ending = process?.stop();
    await sleep(20);
    const late = await people[0]?.post(url, body(0));
    counts.late += 1;
    // Refused in words, or by a door that is closed; never taken and forgotten.
    expect([undefined, 503, 409, 200]).toContain(late?.status);

    const replies = await Promise.all(inFlight);
    expect(await ending).toBe(0);
    const exitMs = performance.now() - askedAt;
    expect(exitMs).toBeLessThan(EXIT_WITHIN_MS);
    counts.slowestExitMs = Math.max(counts.slowestExitMs, Math.round(exitMs));
    // Every accepted request gets an answer.
    expect(replies.map((reply) => reply?.status ?? 'none')).not.toContain('none');
    const sold = replies.filter((reply) => reply?.status === 200);
    told.push(...sold);
    counts.sold += sold.length;
    counts.refused += replies.length - sold.length;
    // No work is left for another process.
    const open = await stage.db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });
    expect(open).toBe(0);
    stage.processes[0] = await stage.start();
  }
  await stage.untilNothingIsOpen();
  const broken = await stage.brokenInvariants();
  const orders = await stage.db.order.count();
  report({ counts: { ...counts, orders }, broken });
  await stage.close();
  expect(broken).toEqual([]);
  expect(counts.sold).toBeGreaterThan(0);
  expect(orders).toBeGreaterThanOrEqual(told.length);
});
