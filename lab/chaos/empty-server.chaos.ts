import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../empty-server/empty-server.ts');
/** The exit code of a machine that cannot run the program, which has printed why. */
const LEFT_OUT = 2;

test(
  'the production guide works from an empty server to the first order',
  { timeout: 1_500_000 },
  async ({ skip }) => {
    const child = spawn(
      'env',
      ['-u', 'NODE_ENV', process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const ended = once(child, 'exit');
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    if (child.exitCode === LEFT_OUT) {
      process.stdout.write(`chaos: ${complained}`);
      skip(complained.trim());
    }
    if (child.exitCode !== 0) process.stdout.write(said.slice(-3000) + complained);
    expect(child.exitCode).toBe(0);
    process.stdout.write(`chaos: ${said.trim().split('\n').at(-1)}\n`);
  },
);
