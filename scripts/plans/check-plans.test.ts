import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claimJobs } from '@agres/core/jobs/queue';
import { createDb } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { noteStatementsIn, readNotedStatements } from '@agres/db/testing/noted-statements';
import { runOn } from '@agres/db/testing/test-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { checkPlans } from './check-plans.ts';

describe('the query plans', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  const faultsOf = async (sql: string) => {
    const { faults } = await checkPlans(database.url, [{ sql, place: 'here' }]);
    return faults;
  };

  test.each([
    ['has no index', 'SELECT id FROM orders WHERE first_name = $1'],
    [
      'has an index but not by its first column',
      'SELECT id FROM purchase_attempt WHERE state = $1',
    ],
    ['counts all', 'SELECT count(*) FROM orders'],
    ['takes the first match', 'SELECT id FROM orders WHERE first_name = $1 ORDER BY id LIMIT 1'],
    [
      'compares with a volatile timestamp',
      'DELETE FROM session WHERE expires_at < clock_timestamp()',
    ],
    [
      'joins with all',
      'SELECT count(*) FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id',
    ],
    ['filters by IS NOT NULL', 'SELECT id FROM orders WHERE user_id IS NOT NULL'],
  ])('report a sequential scan for a statement that %s', async (_what, sql) => {
    expect(await faultsOf(sql)).toEqual([expect.stringMatching(/^here reads \w+ whole/)]);
  });

  test.each([
    ['finds rows by an index', 'SELECT id FROM orders WHERE user_id = $1 ORDER BY order_date DESC'],
    ['takes the newest', 'SELECT id FROM orders ORDER BY id DESC LIMIT $1'],
    ['reads a small table', 'SELECT count(*) FROM item'],
    [
      'has several conditions',
      'SELECT id FROM purchase_attempt WHERE option_id = $1 AND state = $2',
    ],
    ['compares with now', 'DELETE FROM session WHERE expires_at < now()'],
    ['reads the catalogue', 'SELECT oid FROM pg_database WHERE datname = current_database()'],
    ['begins a transaction', 'BEGIN'],
  ])('report nothing for a statement that %s', async (_what, sql) => {
    expect(await faultsOf(sql)).toEqual([]);
  });

  test('report a statement that cannot be planned', async () => {
    expect(await faultsOf('SELECT nothing FROM nowhere')).toEqual([
      expect.stringContaining('has no plan: relation "nowhere" does not exist'),
    ]);
  });

  test('have an index for every foreign key', async () => {
    const unserved = await runOn(
      database.url,
      `SELECT c.conname AS name FROM pg_constraint c
       WHERE c.contype = 'f' AND NOT EXISTS (
         SELECT FROM pg_index i
         WHERE i.indrelid = c.conrelid AND i.indpred IS NULL AND i.indkey[0] = c.conkey[1])`,
    );
    expect(unserved).toEqual([]);
  });

  test('cover statements of the product, and not those of a test', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agres-statements-'));
    const notes = noteStatementsIn(folder);
    const handle = createDb(database.url, notes);
    const db = notes.follow(handle.db);
    await claimJobs(db, {
      workerId: 'somebody',
      limit: 1,
      leaseSeconds: 1,
      kinds: [],
      letters: [],
      resting: [],
      paced: [],
      pacedLimit: 0,
    });
    await db.order.count();
    await db.$transaction(async (tx) => {
      await tx.user.count();
    });
    await handle.close();
    const noted = readNotedStatements(folder);
    rmSync(folder, { recursive: true });
    expect(noted.map(({ sql }) => sql.trim().split(/\s/, 2).join(' '))).toEqual(['WITH usual']);
  });
});
