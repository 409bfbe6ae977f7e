import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createDb, type DbHandle } from './db.ts';
import { createStatementNames } from './postgresql.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';

test('a statement gets a name on its second use, and keeps it', () => {
  const nameOf = createStatementNames();
  const [one, other] = ['SELECT $1', 'SELECT $1, $2'].map((sql) => ({ sql, args: [1] }));
  const names = [one, other, one, other, one].map((statement) => statement && nameOf(statement));
  expect(names).toEqual(['', '', 's0', 's1', 's0']);
});

test('a statement without parameters is never prepared', () => {
  const nameOf = createStatementNames();
  expect(['BEGIN', 'BEGIN'].map((sql) => nameOf({ sql, args: [] }))).toEqual(['', '']);
});

test('at most two hundred statements get a name', () => {
  const nameOf = createStatementNames();
  const texts = Array.from({ length: 300 }, (_, index) => ({ sql: `SELECT $${index}`, args: [1] }));
  texts.forEach(nameOf);
  const names = new Set(texts.map(nameOf));
  expect(names.size).toBe(201);
});

describe('a prepared statement', () => {
  let place: TestDatabase;
  let handle: DbHandle;
  beforeAll(async () => {
    place = await createTestDatabase();
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    handle = createDb(place.url, { poolSize: 1 });
    await handle.db.job.deleteMany();
    await handle.db.job.create({ data: { kind: 'test', payload: {}, dedupe: 'a' } });
    return () => handle.close();
  });

  const readKind = (db: Pick<DbHandle['db'], '$queryRaw'>) =>
    db.$queryRaw<{ kind: string }[]>`SELECT kind FROM job WHERE dedupe = ${'a'}`;
  const readAll = (db: Pick<DbHandle['db'], '$queryRaw'>) =>
    db.$queryRaw<{ kind: string }[]>`SELECT * FROM job WHERE dedupe = ${'a'}`;
  /** Runs work often enough for PostgreSQL to choose a generic plan. */
  const often = async (work: () => Promise<unknown>) => {
    for (let turn = 0; turn < 8; turn += 1) await work();
  };
  const countPrepared = async () => {
    const [row] = await handle.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_prepared_statements
      WHERE statement LIKE 'SELECT kind FROM job%'`;
    return row?.count;
  };

  test('is prepared once per connection', async () => {
    await often(() => readKind(handle.db));
    expect(await countPrepared()).toBe(1);
  });

  test('survives a migration that adds a column', async () => {
    const find = () => handle.db.job.findFirst({ where: { dedupe: 'a' } });
    await often(() => readKind(handle.db));
    await often(find);
    await handle.db.$executeRaw`ALTER TABLE job ADD COLUMN added int NOT NULL DEFAULT 1`;
    await handle.db.$executeRaw`CREATE INDEX added_index ON job (added)`;
    expect(await readKind(handle.db)).toEqual([{ kind: 'test' }]);
    expect(await find()).toMatchObject({ kind: 'test' });
  });

  test.each([
    ['outside of a transaction', (read: typeof readAll) => read(handle.db)],
    ['in a transaction', (read: typeof readAll) => inTransaction(handle.db, read)],
  ])('%s fails once after its result type changed', async (_how, run) => {
    await often(() => run(readAll));
    await handle.db.$executeRaw`ALTER TABLE job ADD COLUMN other int`;
    await expect(run(readAll)).rejects.toThrow('cached plan must not change result type');
    expect(await run(readAll)).toMatchObject([{ kind: 'test', other: null }]);
    await handle.db.$executeRaw`ALTER TABLE job DROP COLUMN other`;
  });
});
