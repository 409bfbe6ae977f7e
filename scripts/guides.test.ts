import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { RATE_LIMITS } from '@agres/core/limits/rate-limit';
import { freePort } from '@agres/db/local/free-port';
import { createEmptyDatabase, type TestDatabase } from '@agres/db/testing';
import { isOperationCode } from '@agres/domain/errors';
import { ERROR_REASONS } from '@agres/domain/shapes.schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LANGUAGES, readExamples, readOutput, type Language } from './read-examples.ts';

const ROOT = dirname(import.meta.dirname);
const GUIDES = join(ROOT, 'docs/api');
/** The URLs of the examples are the only values that a reader changes. */
const BASE = 'http://localhost:3000';
const EMAILS = 'http://localhost:8025';
const PAYMENTS = 'http://localhost:12111';

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
  python: {
    language: 'python',
    file: 'example.py',
    command: 'python3',
    args: [],
    needs: ['python3'],
  },
} as const satisfies Record<string, Runner>;
type RunnerName = keyof typeof RUNNERS;
const RUNNER_NAMES: readonly RunnerName[] = ['bash', 'python'];

const isHere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Logs in without a preceding GET, so that the first attempt has no CSRF token. */
const EARLY_LOG_INS: Record<Language, string> = {
  sh: `. ./agres.sh
agres /connect -d '{ "email": "member@agres.test", "mdp": "wrong" }' >wrong.json
agres /connect -w '\\n%{http_code}\\n' -d '{ "email": "member@agres.test", "mdp": "Demo1234!" }' >right.json
tail -n 1 right.json
grep -o '"code":"[a-z_]*"' wrong.json
`,
  python: `from agres import call
_, _, wrong = call("POST", "/connect", {"email": "member@agres.test", "mdp": "wrong"})
status, _, _ = call("POST", "/connect", {"email": "member@agres.test", "mdp": "Demo1234!"})
print(status)
print(f'"code":"{wrong["code"]}"')
`,
};

const read = (page: string) => readFileSync(join(GUIDES, page), 'utf8');
const CLIENT_PAGE = 'client.md';
const guides = globSync('*.md', { cwd: GUIDES });
const pages = guides.filter((page) => readOutput(read(page)) !== '' && page !== CLIENT_PAGE);
const KEY_HEADER = 'Idempotency-Key';
type Operation = { parameters?: { name: string }[] };

/** The compiler rejects each line that follows an expected error. */
const WRONG_CALLS = `import { createShop } from './shop.ts';
const shop = createShop('http://localhost:3000');
// @ts-expect-error no such path
await shop.GET('/item');
// @ts-expect-error no such call by this method
await shop.POST('/items', {});
// @ts-expect-error no password
await shop.POST('/connect', { body: { email: 'member@agres.test' } });
// @ts-expect-error no such plan
await shop.POST('/programsPerso/subscribe', { body: { plan: 'weekly' } });
const { data } = await shop.GET('/items');
// @ts-expect-error no such field in the answer
console.log(data?.[0]?.prize);
`;

describe('the guides to the API, on the site of `pnpm dev`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  let site: Awaited<ReturnType<typeof startDevelopment>>;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    site = await startDevelopment(database.url);
  }, 300_000);
  afterAll(async () => {
    site.process.kill('SIGTERM');
    if (site.process.exitCode === null) await once(site.process, 'exit');
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Saves the files of the first page as a reader does, and runs a program. */
  async function run(name: RunnerName, program: (language: Language) => string): Promise<string> {
    const { language, file, command, args }: Runner = RUNNERS[name];
    const cwd = mkdtempSync(join(folder, 'run-'));
    const save = (saved: string, text: string) =>
      writeFileSync(
        join(cwd, saved),
        text
          .replaceAll(BASE, site.origin)
          .replaceAll(EMAILS, site.emails)
          .replaceAll(PAYMENTS, site.payments),
      );
    const { files } = readExamples(read('first-call.md'), language);
    for (const one of files) save(one.name, one.text);
    save(file, program(language));
    const { stdout } = await promisify(execFile)(command, [...args, file], { cwd });
    return stdout;
  }

  test('the guides have examples for every task of a client', () => {
    expect(pages.toSorted()).toEqual([
      'buying.md',
      'errors.md',
      'first-call.md',
      'idempotency.md',
      'personal-data.md',
      'pickup-points.md',
      'rate-limits.md',
      'rehearsing.md',
      'stock-alerts.md',
      'subscribing.md',
      'withdrawals.md',
    ]);
    // Every guide has examples in Python, and one client of its standard library runs them all.
    expect(pages.filter((page) => readExamples(read(page), 'python').program === '')).toEqual([]);
  });

  describe.each(RUNNER_NAMES)('in %s', (name) => {
    const canRun = RUNNERS[name].needs.every(isHere);
    const hasExample = (page: string) =>
      readExamples(read(page), RUNNERS[name].language).program !== '';
    test.skipIf(!canRun).each(pages.filter(hasExample))(
      '%s runs unchanged and prints its documented output',
      async (page) => {
        const program = (language: Language) => readExamples(read(page), language).program;
        expect(await run(name, program)).toBe(readOutput(read(page)));
      },
    );

    test.skipIf(!canRun)(
      'a call without a token is retried with the token from the response',
      async () => {
        const printed = await run(name, (language) => EARLY_LOG_INS[language]);
        expect(printed).toBe('200\n"code":"incorrect_password"\n');
      },
    );
  });

  test('client.md gives a typed client with the documented output, and rejects wrong calls', async () => {
    const cwd = mkdtempSync(join(folder, 'typed-'));
    writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
    const page = read(CLIENT_PAGE).replaceAll(BASE, site.origin);
    const { files, program } = readExamples(page, 'ts');
    for (const { name, text } of files) writeFileSync(join(cwd, name), text);
    writeFileSync(join(cwd, 'example.ts'), program);
    const exec = promisify(execFile);
    await exec('sh', ['-euc', readExamples(page, 'sh').program], { cwd });
    expect((await exec(process.execPath, ['example.ts'], { cwd })).stdout).toBe(readOutput(page));

    writeFileSync(join(cwd, 'wrong.ts'), WRONG_CALLS);
    const settings = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types';
    const options = [join(ROOT, 'node_modules/@types/node'), '--allowImportingTsExtensions'];
    const { stdout } = await exec(
      join(ROOT, 'node_modules/.bin/tsc'),
      [...settings.split(' '), ...options, 'example.ts', 'wrong.ts'],
      { cwd },
    ).catch((error: unknown) => ({ stdout: String(Object(error).stdout) }));
    expect(stdout).toBe('');
  });

  test('the examples of every language are run', () => {
    const languages = new Set(RUNNER_NAMES.map((name) => RUNNERS[name].language));
    expect([...languages].toSorted()).toEqual([...LANGUAGES].toSorted());
  });
});

const secondsOf = (unit: string) =>
  unit.startsWith('day') ? 86_400 : unit.startsWith('hour') ? 3600 : 60;

describe('the guides to the API', () => {
  test('list every rate limit with its values', () => {
    const rows = read('rate-limits.md').matchAll(/^\| `(\w+)`.*\| (\d+) +\| (\d+) (\w+) +\|$/gm);
    const named = [...rows].map(([, name, limit, count, unit]) => [
      name,
      {
        limit: Number(limit),
        windowSeconds: Number(count) * secondsOf(unit ?? ''),
      },
    ]);
    // The owner's office is on another origin, so API clients never meet its limits.
    const { officeAccessByIp: _, staffInvitation: __, ...ofClients } = RATE_LIMITS;
    const limits = Object.entries(ofClients).map(([name, { limit, windowSeconds }]) => [
      name,
      { limit, windowSeconds },
    ]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(limits));
  });

  test('list every call with an idempotency key', () => {
    const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
      read('openapi.json'),
    );
    const keyed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === KEY_HEADER))
        .map(([method]) => `\`${method.toUpperCase()} /api${path}\``),
    );
    const told = read('idempotency.md').matchAll(
      /^- \*\*(?:Calls with a card|Declarations)\*\* \(([^)]*)\)/gm,
    );
    const named = [...told].flatMap(([, calls = '']) => calls.split(', '));
    expect(named.toSorted()).toEqual(keyed.toSorted());
  });

  test('name existing error codes only', () => {
    const codesOf = (page: string) =>
      [...read(page).matchAll(/\d{3} `([a-z]+_[a-z_]+)`/g)].map(([, code = '']) => code);
    expect(codesOf('accounts.md')).toContain('account_not_activated');
    const isKnown = (code: string) =>
      ERROR_REASONS.some((reason) => reason === code) || isOperationCode(code);
    const codes = guides.flatMap(codesOf);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !isKnown(code))).toEqual([]);
  });
});

/** Starts `pnpm dev` on its own port and database, and waits until it prints its URLs. */
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
  const addressOf = (what: string) =>
    new RegExp(`^ {2}${what} +(http://[^/\\s]+)`, 'm').exec(lines.join('\n'))?.[1] ?? '';
  return {
    process: child,
    origin: `http://localhost:${port}`,
    emails: addressOf('Emails'),
    payments: addressOf('Payments'),
  };
}
