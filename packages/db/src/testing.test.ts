import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { describe, expect, test } from 'vitest';

import { createDb, type DbKind } from './db.ts';
import { createTestDatabase, openTestDatabase, testDatabaseKind } from './testing.ts';

const kinds: DbKind[] = testDatabaseKind() === 'postgresql' ? ['postgresql', 'pglite'] : ['pglite'];

describe.each(kinds)('a test database on %s', (kind) => {
  test('is migrated, empty, and nobody else’s', async () => {
    const [one, two] = await Promise.all([
      openTestDatabase({ on: kind }),
      openTestDatabase({ on: kind }),
    ]);
    await one.db.job.create({ data: { kind: 'test', payload: {} } });
    expect([one.kind, two.kind]).toEqual([kind, kind]);
    expect(one.url).not.toBe(two.url);
    expect(await one.db.job.count()).toBe(1);
    expect(await two.db.job.count()).toBe(0);
    await Promise.all([one.close(), two.close()]);
  });

  test('is gone after it was closed', async () => {
    const database = await createTestDatabase({ on: kind });
    await database.close();
    await expect(useOf(database.url)).rejects.toThrow(/does not exist|ENOENT/);
  });
});

describe.skipIf(testDatabaseKind() === 'pglite')('a temporary server', () => {
  test('ends with the process that started it, however that ends', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `import { startPostgresServer } from ${JSON.stringify(import.meta.resolve('./testing/postgres-server.ts'))};
       const server = await startPostgresServer();
       console.log(server.url);
       setInterval(() => {}, 1000);`,
    ]);
    const [line] = await once(child.stdout, 'data');
    const url = String(line).trim();
    await expect(canConnect(url)).resolves.toBe(true);
    child.kill('SIGKILL');
    for (let tries = 0; tries < 100 && (await canConnect(url)); tries += 1) await sleep(50);
    await expect(canConnect(url)).resolves.toBe(false);
  });
});

/** Uses a database that must be there already. */
async function useOf(url: string): Promise<void> {
  if (url.startsWith('pglite:')) await stat(url.slice('pglite:'.length));
  const handle = await createDb(url);
  try {
    await handle.db.user.count();
  } finally {
    await handle.close();
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
