import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { RATE_LIMITS } from '@shop/api/limits/rate-limit';
import { isErrorCode } from '@shop/domain/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LANGUAGES, readExamples, readOutput, type Language } from './read-examples.ts';

const ROOT = dirname(import.meta.dirname);
const GUIDES = join(ROOT, 'docs/api');
/** The address that stands in the examples: the one thing that a reader changes. */
const BASE = 'http://localhost:3000';

type Runner = {
  language: Language;
  file: string;
  command: string;
  args: readonly string[];
  needs: readonly string[];
};
const shell = (command: string): Runner => ({
  language: 'sh',
  file: 'example.sh',
  command,
  args: ['-eu'],
  needs: [command, 'curl'],
});
const RUNNERS = {
  bash: shell('bash'),
  dash: shell('dash'),
  zsh: shell('zsh'),
  node: { language: 'js', file: 'example.mjs', command: process.execPath, args: [], needs: [] },
  python: {
    language: 'python',
    file: 'example.py',
    command: 'python3',
    args: [],
    needs: ['python3'],
  },
} as const satisfies Record<string, Runner>;
type RunnerName = keyof typeof RUNNERS;
const RUNNER_NAMES: readonly RunnerName[] = ['bash', 'dash', 'zsh', 'node', 'python'];

// dash knows no --version.
const isHere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** A log-in that no GET came before: its first try has no token. */
const EARLY_LOG_INS: Record<Language, string> = {
  sh: `. ./agres.sh
agres /connect -d '{ "email": "member@agres.test", "mdp": "wrong" }' >wrong.json
agres /connect -w '\\n%{http_code}\\n' -d '{ "email": "member@agres.test", "mdp": "Demo1234!" }' >right.json
tail -n 1 right.json
grep -o '"code":"[a-z_]*"' wrong.json
`,
  js: `import { call } from './agres.mjs';
const wrong = await call('POST', '/connect', { email: 'member@agres.test', mdp: 'wrong' });
const { status } = await call('POST', '/connect', { email: 'member@agres.test', mdp: 'Demo1234!' });
console.log(status);
console.log(\`"code":"\${wrong.body.code}"\`);
`,
  python: `from agres import call
_, _, wrong = call("POST", "/connect", {"email": "member@agres.test", "mdp": "wrong"})
status, _, _ = call("POST", "/connect", {"email": "member@agres.test", "mdp": "Demo1234!"})
print(status)
print(f'"code":"{wrong["code"]}"')
`,
};

const read = (page: string) => readFileSync(join(GUIDES, page), 'utf8');
const pages = globSync('*.md', { cwd: GUIDES }).filter((page) => readOutput(read(page)) !== '');

describe('the guides to the API, on the site of `pnpm dev`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  let site: { process: ChildProcess; origin: string };
  beforeAll(async () => {
    site = await startDevelopment(`pglite:${join(folder, 'db')}`);
  }, 300_000);
  afterAll(async () => {
    site.process.kill('SIGTERM');
    if (site.process.exitCode === null) await once(site.process, 'exit');
    rmSync(folder, { recursive: true });
  });

  /** Saves what the first page has readers save, and runs a program. */
  async function run(name: RunnerName, program: (language: Language) => string): Promise<string> {
    const { language, file, command, args }: Runner = RUNNERS[name];
    const cwd = mkdtempSync(join(folder, 'run-'));
    const save = (saved: string, text: string) =>
      writeFileSync(join(cwd, saved), text.replaceAll(BASE, site.origin));
    const { files } = readExamples(read('first-call.md'), language);
    for (const one of files) save(one.name, one.text);
    save(file, program(language));
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

  describe.each(RUNNER_NAMES)('in %s', (name) => {
    const canRun = RUNNERS[name].needs.every(isHere);
    test.skipIf(!canRun).each(pages)(
      '%s runs as it stands and prints what it says',
      async (page) => {
        const program = (language: Language) => readExamples(read(page), language).program;
        expect(await run(name, program)).toBe(readOutput(read(page)));
      },
    );

    test.skipIf(!canRun)(
      'a call without a token is made again with the one it was given',
      async () => {
        const printed = await run(name, (language) => EARLY_LOG_INS[language]);
        expect(printed).toBe('200\n"code":"incorrect_password"\n');
      },
    );
  });

  test('every language of the examples is run', () => {
    const languages = new Set(RUNNER_NAMES.map((name) => RUNNERS[name].language));
    expect([...languages].toSorted()).toEqual([...LANGUAGES].toSorted());
  });
});

describe('the guides to the API', () => {
  test('name every limit of rate as it is', () => {
    const rows = read('rate-limits.md').matchAll(/^\| `(\w+)`.*\| (\d+) +\| (\d+) (\w+) +\|$/gm);
    const named = [...rows].map(([, name, limit, count, unit]) => [
      name,
      {
        limit: Number(limit),
        windowSeconds: Number(count) * (unit?.startsWith('hour') ? 3600 : 60),
      },
    ]);
    const limits = Object.entries(RATE_LIMITS).map(([name, { limit, windowSeconds }]) => [
      name,
      { limit, windowSeconds },
    ]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(limits));
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
