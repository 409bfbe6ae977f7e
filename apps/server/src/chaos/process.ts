import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { ChildSettings } from './child.ts';

/** A process of the shop. */
export type ShopProcess = {
  origin: string;
  /** Ends it at once, as a lost machine would. */
  kill: () => void;
  /** Asks it to end, or finds it ended. */
  gone: () => Promise<void>;
};

/** Starts a process of the shop and waits until it listens. */
export async function startShopProcess(settings: ChildSettings): Promise<ShopProcess> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'child.ts'),
    [JSON.stringify(settings)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = once(child, 'exit');
  const ready = once(child, 'message').then(([message]: unknown[]) => originOf(message));
  const origin = await Promise.race([ready, ended.then(() => null)]);
  if (origin === null) throw new Error('the process ended before it listened');
  return {
    origin,
    kill: () => {
      child.kill('SIGKILL');
    },
    gone: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function originOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('origin' in message)) {
    throw new Error('the process says something else');
  }
  return String(message.origin);
}
