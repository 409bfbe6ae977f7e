import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { RATE_LIMITS } from '@shop/api/rate-limit';
import { isErrorCode } from '@shop/domain/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LANGUAGES, readExamples, readOutput, type Language } from './read-examples.ts';

const ROOT = dirname(import.meta.dirname);
const GUIDES = join(ROOT, 'docs/api');
/** The address that stands in the examples: the one thing that a reader changes. */
const BASE = 'http://localhost:3000';

type Runner = { file: string; command: string; args: readonly string[]; needs: readonly string[] };
const RUNNERS: Record<Language, Runner> = {
  sh: { file: 'example.sh', command: 'bash', args: ['-eu'], needs: ['bash', 'curl'] },
  js: { file: 'example.mjs', command: process.execPath, args: [], needs: [] },
  python: { file: 'example.py', command: 'python3', args: [], needs: ['python3'] },
};
const isHere = (command: string) => spawnSync(command, ['--version']).status === 0;

const read = (page: string) => readFileSync(join(GUIDES, page), 'utf8');
const pages = globSync('*.md', { cwd: GUIDES }).filter((page) => readOutput(read(page)) !== '');

describe('the guides to the API, on the site of `pnpm dev`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  let site: { process: ChildProcess; origin: string };
  beforeAll(async () => {
    site = await startDevelopment(`pglite:${join(folder, 'db')}`);
  });
  afterAll(async () => {
    site.process.kill('SIGTERM');
    if (site.process.exitCode === null) await once(site.process, 'exit');
    rmSync(folder, { recursive: true });
  });

  /** Saves what the first page has readers save, and runs the examples of a page. */
  async function run(page: string, language: Language): Promise<string> {
    const { file, command, args } = RUNNERS[language];
    const cwd = mkdtempSync(join(folder, 'run-'));
    const save = (name: string, text: string) =>
      writeFileSync(join(cwd, name), text.replaceAll(BASE, site.origin));
    const { files } = readExamples(read('first-call.md'), language);
    for (const { name, text } of files) save(name, text);
    save(file, readExamples(read(page), language).program);
    const { stdout } = await promisify(execFile)(command, [...args, file], { cwd });
    return stdout;
  }

  test('there are examples of a first call, a purchase, a subscription, errors, repetition and limits', () => {
    expect(pages.toSorted()).toEqual([
      'buying.md',
      'errors.md',
      'first-call.md',
      'idempotency.md',
      'rate-limits.md',
      'subscribing.md',
    ]);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const canRun = RUNNERS[language].needs.every(isHere);
    test.skipIf(!canRun).each(pages)(
      '%s runs as it stands and prints what it says',
      async (page) => {
        expect(await run(page, language)).toBe(readOutput(read(page)));
      },
    );
  });
});

describe('the guides to the API', () => {
  test('name every limit of rate as it is', () => {
    const rows = read('rate-limits.md').matchAll(/^\| `(\w+)`.*\| (\d+) +\| (\d+) (\w+) +\|$/gm);
    const named = [...rows].map(([, name, turns, count, unit]) => [
      name,
      {
        limit: Number(turns),
        windowSeconds: Number(count) * (unit?.startsWith('hour') ? 3600 : 60),
      },
    ]);
    const told = Object.entries(RATE_LIMITS).filter(([name]) => name !== 'letterByEmail');
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(told));
  });

  test('name only codes that there are', () => {
    const named = pages.flatMap((page) => [...read(page).matchAll(/\d{3} `([a-z]+_[a-z_]+)`/g)]);
    const codes = named.map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
  });
});

/** Starts `pnpm dev` on a port and a database of its own, and waits until it says where everything is. */
async function startDevelopment(databaseUrl: string) {
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (/^ {2}API /.test(line)) resolve();
    });
    createInterface(child.stderr).on('line', (line) => lines.push(line));
    child.once('exit', () => reject(new Error(`The site did not start:\n${lines.join('\n')}`)));
  });
  return { process: child, origin: `http://localhost:${port}` };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
