import { openTestDatabase } from '@agres/db/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { startTestMembers } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { callAccount, TRANSPORTS } from '../support/user-calls.ts';

const STEP_MINUTES = 5;
const HOURS = 4;

afterEach(() => {
  vi.useRealTimers();
});

describe.each(TRANSPORTS)('emails with a link, over %s', (transport) => {
  test('B11: are limited to three of each kind in any 60 minutes, however requests are spread', async () => {
    const database = await openTestDatabase();
    const members = await startTestMembers({ database });
    const { db } = members.app;
    const email = 'patient@exemple.fr';
    const client = members.app.client();
    const call = (name: 'register' | 'resendActivation' | 'forgotPassword', input: object) =>
      callAccount(transport, client, { name, input });
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const wait = async () => {
      await members.jobsDone();
      // Fake timers do not move PostgreSQL's clock.
      vi.advanceTimersByTime(STEP_MINUTES * 60_000);
      await db.$executeRaw`
        UPDATE rate_limit SET tat = tat - make_interval(mins => ${STEP_MINUTES}::int)`;
    };

    await call('register', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
    const sentAtMinutes = { resendActivation: [0], forgotPassword: [] as number[] };
    for (let minute = STEP_MINUTES; minute < HOURS * 60; minute += STEP_MINUTES) {
      await wait();
      const before = await db.job.count();
      const name = minute % 2 === 0 ? 'resendActivation' : 'forgotPassword';
      expect((await call(name, { email })).status).toBe(200);
      if ((await db.job.count()) > before) sentAtMinutes[name].push(minute);
    }
    for (const minutes of Object.values(sentAtMinutes)) {
      const inTheHourFrom = (from: number) =>
        minutes.filter((minute) => minute >= from && minute < from + 60).length;
      expect(Math.max(...minutes.map(inTheHourFrom))).toBe(3);
      expect(minutes).toHaveLength(3 * HOURS);
    }

    vi.useRealTimers();
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(2 * 3 * HOURS);
    await members.close();
    await database.close();
  });
});
