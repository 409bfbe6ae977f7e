import { describe, expect, test } from 'vitest';

import { createDb } from './db.ts';
import { postgresqlTarget } from './migration-target.ts';
import { createTestDatabase, testDatabaseKind } from './testing.ts';

describe.skipIf(testDatabaseKind() === 'pglite')('a PostgreSQL server to migrate', () => {
  test('is never reached over a second connection, which would be outside the transaction', async () => {
    const database = await createTestDatabase({ on: 'postgresql' });
    const target = postgresqlTarget(database.url);
    await target.execute('begin');
    const { db, close } = await createDb(database.url);
    await db.$queryRaw`
      select pg_terminate_backend(pid)::text from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    await expect(target.execute('create table stray (id int)')).rejects.toThrow(/terminat|lost/);
    await expect(target.execute('create table stray (id int)')).rejects.toThrow('lost');
    await close();
    await target.close();
    await database.close();
  });
});
