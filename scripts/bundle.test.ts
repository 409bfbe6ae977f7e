import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDb } from '@agres/db/db';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { MEMBERS } from '../e2e/content.ts';
import { prepareSeededServer, startSite } from '../e2e/site.ts';
import { findBenchItem, addContent } from '../lab/bench/content.ts';
import { cardToken, RECIPIENT } from '../lab/bench/traffic.ts';
import { signIn } from '../lab/bench/visitor.ts';
import { writeBundle } from './bundle.ts';

/** A process with the id of no user cannot write files of other users. */
const STRANGER = 65_534;

let parent = '';
let folder = '';

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'agres-bundle-'));
  chmodSync(parent, 0o755);
  folder = join(parent, 'release');
  writeBundle(folder);
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a release contains the files for production and nothing else', () => {
  const own = globSync('{apps,packages,prisma,scripts}/**/*', {
    cwd: folder,
    exclude: ['**/node_modules/**'],
  });
  expect(
    own.filter((file) => /\.test\.|testing|mailbox|emulator|src\/development|\.po$/.test(file)),
  ).toEqual([]);
  expect(own).toContain('prisma/migrations/0001_shop/migration.sql');
  expect(own).toContain('scripts/shop.ts');
  expect(own.some((file) => file.startsWith('apps/web/dist/client/assets/'))).toBe(true);
  // The guide tells an operator to install each of these files.
  const operations = readFileSync(join(folder, 'docs/OPERATIONS.md'), 'utf8');
  const named = new Set(Array.from(operations.matchAll(/\bdeploy\/[\w.@-]*\w/g), ([file]) => file));
  expect([...named]).toEqual(expect.arrayContaining(['deploy/nginx.conf', 'deploy/Caddyfile']));
  expect(named.size).toBeGreaterThan(7);
  const missing = ['.env.example', ...named].filter((file) => !existsSync(join(folder, file)));
  expect(missing).toEqual([]);
  const packages = globSync('node_modules/.pnpm/*', { cwd: folder });
  expect(packages.length).toBeGreaterThan(50);
  expect(
    packages.filter((name) =>
      /\/(?:@shop|vite|vitest|playwright|rolldown|oxlint|typescript|@types|prisma|smtp-server|postal-mime)(?:@|\+)/.test(
        name,
      ),
    ),
  ).toEqual([]);
  const { scripts }: { scripts?: unknown } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  expect(scripts).toBeUndefined();
});

test('a release sells an item as a user without write access, and its owner lists the order', async () => {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', folder]);
  const seeded = await prepareSeededServer(process.env['TEST_DATABASE_URL']);
  const site = await startSite(seeded.server, addContent, {
    command: join(folder, 'agres'),
    args: [],
    ...(isRoot ? { userId: STRANGER } : {}),
  });
  try {
    const page = await fetch(`${site.origin}/fr`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
    expect((await fetch(site.origin + asset)).status).toBe(200);

    const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
    const id = await findBenchItem(db);
    await close();
    const buyer = await signIn(site.origin, MEMBERS[0]?.email ?? '');
    const bought = await buyer.post('/api/items/buy', {
      ...RECIPIENT,
      id,
      stripeToken: await cardToken(site.providerUrl),
    });
    expect(bought.status).toBe(200);

    expect(runAgres(['migrate'], { DATABASE_URL: site.databaseUrl })).toBe('Nothing to migrate.\n');
    const orders = runAgres(['shop', 'orders', 'list'], { DATABASE_URL: site.databaseUrl });
    expect(orders).toMatch(/Article 0.*Jeanne +Martin/);
    const backup = join(parent, 'backup');
    expect(runAgres(['backup', backup], { DATABASE_URL: site.databaseUrl })).toContain('Wrote');
    expect(() =>
      runAgres(['restore', backup, '--instead'], {
        DATABASE_URL: site.databaseUrl,
        PUBLIC_URL: site.origin,
      }),
    ).toThrow(/Another program is connected|is not empty/);
    expect(() => runAgres(['shop', 'doctor'], { DATABASE_URL: site.databaseUrl })).toThrow(
      'Command failed',
    );
  } finally {
    await site.close();
    await seeded.close();
    if (!isRoot) execFileSync('chmod', ['-R', 'u+w', folder]);
  }
});

test('settings are read from the AGRES_ENV file, and an unknown command is refused', () => {
  const settings = join(parent, 'env');
  writeFileSync(settings, 'DATABASE_URL=postgres://agres@127.0.0.1:1/agres\n');
  expect(() => runAgres(['migrate'], { AGRES_ENV: settings })).toThrow(
    /No database answers at 127\.0\.0\.1:1/,
  );
  expect(() => runAgres(['sell'], {})).toThrow(/no command "sell"/);
  expect(() => runAgres(['migrate'], {})).toThrow(/DATABASE_URL is missing/);
  // The program needs no other program on the PATH.
  expect(() => runAgres(['migrate'], { PATH: parent })).toThrow(/DATABASE_URL is missing/);
});

test('a folder with other files is left unchanged', () => {
  const other = join(parent, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'letter.txt'), 'mine');
  expect(() => writeBundle(other)).toThrow(/is neither empty nor a release/);
  expect(existsSync(join(other, 'letter.txt'))).toBe(true);
});

function runAgres(args: readonly string[], settings: Record<string, string>): string {
  return execFileSync(join(folder, 'agres'), args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...settings },
    stdio: 'pipe',
  });
}
