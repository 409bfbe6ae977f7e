import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runOn } from '../testing/test-servers.ts';
import { holdForDevelopment, openDevelopmentDatabase } from './development-database.ts';
import { readPostmasterPid } from './postgres-server.ts';

describe('the database of pnpm dev', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agres-dev-data-'));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('keeps its data, and writes its URL to a private file while it runs', async () => {
    const first = await openDevelopmentDatabase(folder);
    const urlFile = join(folder, 'database-url');
    expect(await readFile(urlFile, 'utf8')).toBe(`${first.url}\n`);
    expect((await stat(urlFile)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
    await runOn(first.url, 'create table note (id int)');
    await first.close();
    expect(existsSync(urlFile)).toBe(false);

    const second = await openDevelopmentDatabase(folder);
    expect(await runOn(second.url, 'select * from note')).toEqual([]);
    await second.close();
  });

  test('is locked by one run', async () => {
    const database = await openDevelopmentDatabase(folder);
    const release = await holdForDevelopment(database.url);
    await expect(holdForDevelopment(database.url)).rejects.toThrow('Another `pnpm dev` runs');
    await release();
    await (
      await holdForDevelopment(database.url)
    )();
    await database.close();
  });

  test('takes over a server left by an earlier run, and stops it', async () => {
    const first = await openDevelopmentDatabase(folder);
    const second = await openDevelopmentDatabase(folder);
    expect(second.url).toBe(first.url);
    await second.close();
    await expect(runOn(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  // For when PostgreSQL runs as another user, without access to root's folders.
  test.each([0o755, 0o700])(
    'starts afresh after its folder was deleted, with mode %o',
    async (mode) => {
      const parent = await mkdtemp(join(tmpdir(), 'agres-dev-data-'));
      await chmod(parent, mode);
      const own = join(parent, '.data');
      const first = await openDevelopmentDatabase(own);
      await runOn(first.url, 'create table note (id int)');
      await first.close();
      const again = await openDevelopmentDatabase(own);
      expect(await runOn(again.url, 'select * from note')).toEqual([]);
      await again.close();
      await rm(own, { recursive: true });
      const fresh = await openDevelopmentDatabase(own);
      await expect(runOn(fresh.url, 'select * from note')).rejects.toThrow('does not exist');
      const [row] = await runOn(fresh.url, "select current_setting('data_directory') as data");
      await fresh.close();
      await rm(dirname(String(row?.['data'])), { recursive: true });
      await rm(parent, { recursive: true, force: true });
    },
  );

  test('starts after a run that was killed', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `import { openDevelopmentDatabase } from ${JSON.stringify(import.meta.resolve('./development-database.ts'))};
       await openDevelopmentDatabase(${JSON.stringify(folder)});
       console.log('open');
       setInterval(() => {}, 1000);`,
    ]);
    await once(child.stdout, 'data');
    const pid = await readPostmasterPid(join(folder, 'postgres/data'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    const database = await openDevelopmentDatabase(folder);
    expect(await runOn(database.url, 'select * from note')).toEqual([]);
    await database.close();
  });
});
