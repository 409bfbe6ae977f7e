import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createDb } from './db.ts';
import { explainFailure } from './explain-failure.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

describe('explainFailure', () => {
  test('ignores an error that has nothing to do with the database URL', () => {
    expect(explainFailure(new Error('x is not a function'), 'postgres://db/shop')).toBeUndefined();
    expect(explainFailure(new Error('cannot be read'), 'nonsense')).toBeUndefined();
  });
});

describe('explainFailure on a server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  /** Returns the explanations of the driver's and of Prisma's error for the same URL. */
  async function explanations(change: (url: URL) => void): Promise<(string | undefined)[]> {
    const address = new URL(database.url);
    change(address);
    const handle = createDb(address.href);
    const attempts = [migrate(address.href), handle.db.user.count()];
    const results = await Promise.allSettled(attempts);
    await handle.close();
    return results.map((result) =>
      result.status === 'rejected' ? explainFailure(result.reason, address.href) : 'worked',
    );
  }

  test('says that no database answers', async () => {
    const sentence = 'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.';
    expect(await explanations((url) => (url.port = '1'))).toEqual([sentence, sentence]);
  });

  test('names a missing database', async () => {
    const texts = await explanations((url) => (url.pathname = '/nowhere'));
    expect(texts.map((text) => text?.includes('has no database "nowhere"'))).toEqual([true, true]);
  });

  test('names a rejected user, without the password', async () => {
    const texts = await explanations((url) => {
      url.username = 'stranger';
      url.password = 'hunter2';
    });
    expect(texts.map((text) => text?.includes('does not let "stranger" in'))).toEqual([true, true]);
    expect(texts.join()).not.toContain('hunter2');
  });
});
