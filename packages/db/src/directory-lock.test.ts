import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { lockDirectory } from './directory-lock.ts';

let folder: string;
let directory: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agres-lock-'));
  directory = join(folder, 'db');
  file = `${directory}.lock`;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A lock file as a process that held it would have left it. */
async function leaveLock(changes: Record<string, unknown>): Promise<void> {
  const lock = await lockDirectory(directory);
  const mine = JSON.parse(await readFile(file, 'utf8'));
  await lock.release();
  await writeFile(file, JSON.stringify({ ...mine, ...changes }));
}

/** Takes the lock, lets it go again, and answers whose it was meanwhile. */
async function holderAfterLocking(): Promise<number> {
  const lock = await lockDirectory(directory);
  const { pid } = JSON.parse(await readFile(file, 'utf8'));
  await lock.release();
  return pid;
}

async function pidOfEndedProcess(): Promise<number | undefined> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid;
}

describe('lockDirectory', () => {
  test('refuses a second time in the same process, until it is released', async () => {
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(`in this very process (${process.pid})`);
    await lock.release();
    const again = await lockDirectory(directory);
    await again.release();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('is refused while another process holds it, whose id it names', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `import { lockDirectory } from ${JSON.stringify(import.meta.resolve('./directory-lock.ts'))};
       await lockDirectory(${JSON.stringify(directory)});
       console.log('held');
       setInterval(() => {}, 1000);`,
    ]);
    await once(child.stdout, 'data');
    await expect(lockDirectory(directory)).rejects.toThrow(`in process ${child.pid}. Stop`);

    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await holderAfterLocking()).toBe(process.pid);
  });

  test('is taken over from a process that ended', async () => {
    await leaveLock({ pid: await pidOfEndedProcess() });
    expect(await holderAfterLocking()).toBe(process.pid);
  });

  test('is taken over after a restart of the machine, even if the process id is in use', async () => {
    await leaveLock({ bootId: 'another boot' });
    expect(await holderAfterLocking()).toBe(process.pid);
  });

  test.runIf(process.platform === 'linux')(
    'is taken over when another process has got the id since',
    async () => {
      await leaveLock({ startedAt: '1' });
      expect(await holderAfterLocking()).toBe(process.pid);
    },
  );

  test('is never taken from a process of another container, which cannot be seen from here', async () => {
    await leaveLock({ pid: await pidOfEndedProcess(), namespace: 'pid:[1]' });
    await expect(lockDirectory(directory)).rejects.toThrow('in another container');
  });

  test('says what to do with a lock file that cannot be read', async () => {
    await writeFile(file, '');
    await expect(lockDirectory(directory)).rejects.toThrow('delete that file');
  });

  test('goes to exactly one of many that find it stale at once', async () => {
    const pid = await pidOfEndedProcess();
    for (let round = 0; round < 16; round += 1) {
      await leaveLock({ pid });
      const attempts = await Promise.allSettled(
        // Each begins a little later: some have read the stale lock when another replaces it.
        Array.from({ length: 8 }, async (_, index) => {
          for (let turn = 0; turn < index * (round % 8); turn += 1) await setImmediate();
          return lockDirectory(directory);
        }),
      );
      const taken = attempts.flatMap((attempt) =>
        attempt.status === 'fulfilled' ? [attempt.value] : [],
      );
      expect(taken).toHaveLength(1);
      await taken[0]?.release();
    }
  });
});
