import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';

import { sessionIdOf } from '@agres/core/session/session';
import { openTestDatabase } from '@agres/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';

import { readSettings } from '#env.ts';
import { startOffice } from '#office/start-office.ts';

import { DEVELOPMENT_SETTINGS } from '../support/development-settings.ts';

const MINUTE_MS = 60_000;
const HOST = 'localhost:4000';

test('the clock of the office follows the database’s after its machine has slept', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const office = await startOffice(
    readSettings({
      ...DEVELOPMENT_SETTINGS,
      DATABASE_URL: database.url,
      OFFICE_URL: `http://${HOST}`,
      OFFICE_PORT: '0',
      LOG_LEVEL: 'silent',
    }),
  );
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await office.close();
    await database.close();
  });
  const { id: staffId } = await db.staff.create({
    data: { email: 'lea@example.fr', name: 'Léa', roles: ['owner'] },
  });
  const secret = randomBytes(32).toString('base64url');
  await db.staffSession.create({ data: { id: sessionIdOf(secret), staffId } });
  const expiresAt = new Date(Date.now() + 10 * MINUTE_MS);
  await db.staffInvitation.create({ data: { staffId, tokenHash: 'a hash', expiresAt } });
  /** By the clock of the office. */
  const isInvited = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const headers = { host: HOST, cookie: `office=${secret}` };
    request(`${office.origin}/trpc/staff.list?input={}`, { headers }, (answer) => {
      json(answer).then(resolve, reject);
    })
      .on('error', reject)
      .end();
    return Object(await promise).result.data.staff[0].isInvited;
  };
  expect(await isInvited()).toBe(true);

  const passed = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => passed() + 20 * MINUTE_MS);
  // Without a heartbeat it would not be: the clock is twenty minutes ahead.
  await expect.poll(isInvited, { timeout: 20_000 }).toBe(true);
  expect(await db.processHeartbeat.count()).toBe(1);
});
