import { expect, onTestFinished, test } from 'vitest';

import { databaseFault } from '../database-errors.ts';
import { createDb } from '../db.ts';
import { openTestDatabase } from '../testing.ts';
import { startPostgresProxy } from './postgres-proxy.ts';

test('cuts at a statement with given values, even when it is prepared', async () => {
  const straight = await openTestDatabase();
  onTestFinished(straight.close);
  const proxy = await startPostgresProxy(straight.url);
  onTestFinished(proxy.close);
  const { db, close } = createDb(proxy.url, { poolSize: 1 });
  onTestFinished(close);
  const say = async (value: string) => db.$queryRaw`SELECT 'said' AS what, ${value}::text AS value`;
  // Sent unprepared, then prepared, then by its name alone.
  for (let times = 0; times < 3; times += 1) await say('something else');
  proxy.cut({ when: /SELECT 'said'[^]*the value/, moment: 'before' });
  expect(await say('the value').catch(databaseFault)).toBe('unknown');
  expect(proxy.hasCut()).toBe(true);
});
