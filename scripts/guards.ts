/**
 * Removes the guards of the purchase one at a time and runs the suite that has to notice
 * (`pnpm test:guards`), then prints a table. Exits with 1 where one could go unnoticed. It changes
 * files of the working tree for the time of a run and puts them back: use a clean checkout.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Guard = {
  name: string;
  file: string;
  /** What is there, once; and what a careless hand would leave. */
  guard: string;
  without: string;
  suite: string;
};

const PURCHASE = 'packages/api/src/purchase';
const BUYING = 'apps/server/src/purchase/buying.test.ts';
const FAULTS = 'apps/server/src/purchase/faults.test.ts';
const BACKGROUND = 'apps/server/src/purchase/background.test.ts';
const JOBS = 'apps/server/src/jobs/jobs.test.ts';

const GUARDS: readonly Guard[] = [
  {
    name: 'no unit is taken where none is left',
    file: `${PURCHASE}/reservation.ts`,
    guard: ' AND remaining >= 1 ',
    without: ' ',
    suite: BUYING,
  },
  {
    name: 'a second click is no second attempt',
    file: `${PURCHASE}/reservation.ts`,
    guard: '    ON CONFLICT DO NOTHING\n',
    without: '',
    suite: BUYING,
  },
  {
    name: 'a payment is cancelled before its unit goes back',
    file: `${PURCHASE}/verdict.ts`,
    guard: "case 'created':\n      return 'cancel';",
    without: "case 'created':\n      return 'release';",
    suite: FAULTS,
  },
  {
    name: 'an attempt moves only from the state it was read in',
    file: `${PURCHASE}/transition.ts`,
    guard: ' AND state = ${from} AND ',
    without: ' AND ',
    suite: FAULTS,
  },
  {
    name: 'a unit goes back with a refused card',
    file: `${PURCHASE}/transition.ts`,
    guard: 'remaining = remaining + 1',
    without: 'remaining = remaining',
    suite: BUYING,
  },
  {
    name: 'a click that somebody works on is waited for',
    file: `${PURCHASE}/plan.ts`,
    guard: "attempt.isLeased ? 'wait' : 'take_over'",
    without: "attempt.isLeased ? 'take_over' : 'take_over'",
    suite: `${PURCHASE}/plan.test.ts`,
  },
  {
    name: 'a lost answer is found again',
    file: `${PURCHASE}/plan.ts`,
    guard: "  if (unsent !== undefined) return { step: 'replay', attempt: unsent };\n",
    without: '',
    suite: FAULTS,
  },
  {
    name: 'an answer that left is not given to the next purchase',
    file: `${PURCHASE}/plan.ts`,
    guard: 'AND response_sent_at IS NULL AND',
    without: 'AND',
    suite: BUYING,
  },
  {
    name: 'a key belongs to one content',
    file: `${PURCHASE}/request.ts`,
    guard: 'return Buffer.from(one).equals(Buffer.from(other));',
    without: 'return one.length === other.length;',
    suite: BUYING,
  },
  {
    name: 'money that was not agreed on makes no order',
    file: `${PURCHASE}/verdict.ts`,
    guard: 'intent.amountCents === attempt.amountCents &&',
    without: '',
    suite: `${PURCHASE}/verdict.test.ts`,
  },
  {
    name: 'a notice needs a signature',
    file: 'packages/api/src/payments/webhook.ts',
    guard: "=== 'bad_signature') return 'refused';",
    without: "=== 'bad_signature') return 'accepted';",
    suite: BACKGROUND,
  },
  {
    name: 'a job belongs to one worker at a time',
    file: 'packages/api/src/jobs/queue.ts',
    guard: 'AND (locked_until IS NULL OR locked_until <= clock_timestamp())',
    without: '',
    suite: JOBS,
  },
];

const root = join(import.meta.dirname, '..');

function isNoticed({ file, guard, without, suite }: Guard): boolean {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(guard).length !== 2) throw new Error(`${file} does not have once: ${guard}`);
  writeFileSync(
    path,
    source.replace(guard, () => without),
  );
  try {
    return !passes(suite);
  } finally {
    writeFileSync(path, source);
  }
}

function passes(suite: string): boolean {
  const vitest = join(root, 'node_modules/.bin/vitest');
  return spawnSync(vitest, ['run', suite, '--bail=1'], { cwd: root, stdio: 'ignore' }).status === 0;
}

const wanted = process.argv.slice(2).join(' ');
const chosen = GUARDS.filter(({ name }) => name.includes(wanted));
// A suite that fails anyway notices nothing.
for (const suite of new Set(chosen.map((guard) => guard.suite))) {
  if (!passes(suite)) throw new Error(`${suite} fails with every guard in place`);
}
const results = chosen.map((guard) => {
  const noticed = isNoticed(guard);
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${guard.name}  (${guard.suite})`);
  return noticed;
});
console.log(`${results.filter(Boolean).length} of ${results.length} removed guards were noticed`);
process.exitCode = results.every(Boolean) ? 0 : 1;
