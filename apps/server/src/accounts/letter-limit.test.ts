import type { DbKind } from '@shop/db/db';
import { openTestDatabase, testDatabaseKind } from '@shop/db/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { callAccount, TRANSPORTS } from '../testing/account-calls.ts';
import { startTestMembers } from '../testing/members.ts';
import { PASSWORD } from '../testing/rows.ts';

const KINDS = [...new Set<DbKind>([testDatabaseKind(), 'pglite'])];
const CASES = KINDS.flatMap((kind) => TRANSPORTS.map((transport) => ({ kind, transport })));

const STEP_MINUTES = 5;
const HOURS = 4;

afterEach(() => {
  vi.useRealTimers();
});

describe.each(CASES)('letters with a link, over $transport on $kind', ({ kind, transport }) => {
  test('B11: are three in any sixty minutes, whatever is asked for and however patiently', async () => {
    const database = await openTestDatabase({ on: kind });
    const members = await startTestMembers({ database });
    const { db } = members.app;
    const email = 'patient@exemple.fr';
    const client = members.app.client();
    const call = (name: 'register' | 'resendActivation' | 'forgotPassword', input: object) =>
      callAccount(transport, client, { name, input });
    vi.useFakeTimers({ toFake: ['Date'] });
    const wait = async () => {
      await members.settle();
      // The clock of this process is PGlite's too; PostgreSQL has its own.
      vi.setSystemTime(Date.now() + STEP_MINUTES * 60_000);
      if (kind === 'pglite') return;
      await db.$executeRaw`
        UPDATE rate_limit SET tat = tat - make_interval(mins => ${STEP_MINUTES}::int)`;
    };

    await call('register', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
    const sentAtMinutes = [0];
    for (let minute = STEP_MINUTES; minute < HOURS * 60; minute += STEP_MINUTES) {
      await wait();
      const before = await db.job.count();
      const name = minute % 2 === 0 ? 'resendActivation' : 'forgotPassword';
      expect((await call(name, { email })).status).toBe(200);
      if ((await db.job.count()) > before) sentAtMinutes.push(minute);
    }
    const inTheHourFrom = (from: number) =>
      sentAtMinutes.filter((minute) => minute >= from && minute < from + 60).length;
    expect(Math.max(...sentAtMinutes.map(inTheHourFrom))).toBe(3);
    expect(sentAtMinutes).toHaveLength(3 * HOURS);

    vi.useRealTimers();
    await members.settle();
    expect(members.lettersTo(email)).toHaveLength(3 * HOURS);
    await members.close();
    await database.close();
  });
});
