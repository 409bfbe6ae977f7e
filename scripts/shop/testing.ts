import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEVELOPMENT_SETTINGS } from '@agres/server/test/support/development-settings';
import { runOwnerProgram, type ProgramResult } from '@agres/server/test/support/owner-program';

const ROOT = join(import.meta.dirname, '../..');
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

export function shop(url: string, ...args: string[]): Promise<ProgramResult> {
  return shopWith({}, url, ...args);
}

export function shopWith(
  settings: Readonly<Record<string, string>>,
  url: string,
  ...args: string[]
): Promise<ProgramResult> {
  return runProgram('shop', { settings, url }, ...args);
}

/** Runs one of the owner's programs as a person does, in the folder for temporary files. */
export function runProgram(
  name: 'backup' | 'restore' | 'shop',
  { settings = {}, url }: { settings?: Readonly<Record<string, string>>; url: string },
  ...args: string[]
): Promise<ProgramResult> {
  const environment = { ...process.env, ...settings, DATABASE_URL: url, INIT_CWD: tmpdir() };
  return runOwnerProgram(name, environment, ...args);
}

export type RunningSite = {
  origin: string;
  logLines: readonly string[];
  stop: () => Promise<void>;
};

/** Starts a process of the site with the settings of development, and waits until it listens. */
export async function startSite(databaseUrl: string): Promise<RunningSite> {
  const main = join(ROOT, 'apps/server/src/main.ts');
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, main], {
    // Avoids the developer's .env.
    cwd: tmpdir(),
    env: { ...DEVELOPMENT_SETTINGS, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const logLines: string[] = [];
  const listening = new Promise<string>((resolve, reject) => {
    if (child.stdout === null) return;
    createInterface(child.stdout).on('line', (line) => {
      logLines.push(line);
      const origin = /"origin":"([^"]+)".*"msg":"listening"/.exec(line)?.[1];
      if (origin !== undefined) resolve(origin);
    });
    child.once('exit', () => reject(new Error('The site ended at its start.')));
  });
  return {
    origin: await listening,
    logLines,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Polls a URL until its body matches; returns the elapsed milliseconds, after at most three seconds. */
export async function millisecondsUntil(
  url: string,
  isThere: (body: string) => boolean,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const body = await (await fetch(url)).text();
    const elapsed = performance.now() - startedAt;
    if (isThere(body) || elapsed > 3000) return elapsed;
    await sleep(25);
  }
}
