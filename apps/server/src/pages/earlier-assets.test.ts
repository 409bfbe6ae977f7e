import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { isKeptAsset, keepAssets } from './earlier-assets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUILD = {
  'shop-BvE8c1cz.js': 'export const shop = 1;\n',
  'shop-BvE8c1cz.js.br': 'packed',
  'shop-BvE8c1cz.js.gz': 'packed otherwise',
  'styles-6Le-MaJp.css': 'body {}\n',
};
const NAMES = Object.keys(BUILD);

let place: string;
let built: string;
let folder: string;
let warnings: string[];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'assets-'));
  chmodSync(place, 0o755);
  built = join(place, 'built');
  folder = join(place, 'folder');
  mkdirSync(built);
  mkdirSync(folder);
  warnings = [];
  write(built, BUILD);
});
afterEach(() => rmSync(place, { recursive: true }));

function write(into: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(into, name), text);
}

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_fields: object, event: string) => void warnings.push(event),
  error: () => undefined,
  fatal: () => undefined,
};

async function keep(from = built): Promise<void> {
  const { stop } = await keepAssets({ built: from, folder, log });
  stop();
}

const names = () => readdirSync(folder).filter((name) => !name.startsWith('.'));
const age = (name: string, ms: number) => {
  const then = new Date(Date.now() - ms);
  utimesSync(join(folder, name), then, then);
};
const ageMs = (name: string) => Date.now() - statSync(join(folder, name)).mtimeMs;

/** Like `keep`, in a separate process of a user who is not root. */
async function keepAsNobody(): Promise<string> {
  const program = `
    const { keepAssets } = await import(${JSON.stringify(import.meta.resolve('./earlier-assets.ts'))});
    const say = (fields, event) => console.log(event);
    const log = { info: () => {}, warn: say };
    if (process.getuid() === 0) process.setuid(65534);
    await keepAssets({ built: ${JSON.stringify(built)}, folder: ${JSON.stringify(folder)}, log })
      .then(({ stop }) => stop(), (error) => console.log(error.message));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}

describe('the assets of a release', () => {
  test('are copied with their compressed variants, and nothing else is', async () => {
    write(built, { 'robots.txt': 'no name by content' });
    mkdirSync(join(built, 'deep-BvE8c1cz.js'));
    symlinkSync(join(place, 'secret'), join(built, 'link-BvE8c1cz.js'));
    await keep();
    expect(names().toSorted()).toEqual(NAMES.toSorted());
    for (const [name, text] of Object.entries(BUILD)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
  });

  test('are removed thirty days after the last release that has them ran', async () => {
    await keep();
    const next = join(place, 'next');
    mkdirSync(next);
    write(next, {
      'shop-Anothers.js': 'export const shop = 2;\n',
      'styles-6Le-MaJp.css': 'body {}\n',
    });
    for (const name of NAMES) age(name, 29 * DAY_MS);
    await keep(next);
    expect(names()).toHaveLength(5);
    for (const name of NAMES) age(name, 30 * DAY_MS + HOUR_MS);
    await keep(next);
    expect(names().toSorted()).toEqual(['shop-Anothers.js', 'styles-6Le-MaJp.css']);
    expect(ageMs('styles-6Le-MaJp.css')).toBeLessThan(HOUR_MS);
  });

  test('have their age reset at every start', async () => {
    await keep();
    for (const name of NAMES) age(name, 40 * DAY_MS);
    await keep();
    expect(names()).toHaveLength(NAMES.length);
    for (const name of NAMES) expect(ageMs(name)).toBeLessThan(HOUR_MS);
  });

  test('have their age reset while the release runs, and are restored when deleted', async () => {
    const { stop } = await keepAssets({ built, folder, log, everyMs: 20 });
    for (const name of NAMES) age(name, 40 * DAY_MS);
    await expect.poll(() => NAMES.every((name) => ageMs(name) < HOUR_MS)).toBe(true);
    for (const name of NAMES) rmSync(join(folder, name));
    await expect.poll(() => names().length).toBe(NAMES.length);
    stop();
  });

  test('survive a race between a release that needs them and one that finds them expired', async () => {
    const before = join(place, 'before');
    mkdirSync(before);
    await keep();
    for (let round = 0; round < 150; round += 1) {
      for (const name of NAMES) age(name, 40 * DAY_MS);
      await Promise.all([keep(before), keep()]);
      expect(names().toSorted()).toEqual(NAMES.toSorted());
    }
  });

  test('are written again when a partial copy is in their place', async () => {
    await keep();
    writeFileSync(join(folder, 'shop-BvE8c1cz.js'), 'export const');
    await keep();
    expect(readFileSync(join(folder, 'shop-BvE8c1cz.js'), 'utf8')).toBe(BUILD['shop-BvE8c1cz.js']);
  });

  test('replace a symbolic link, and leave its target unchanged', async () => {
    const secret = join(place, 'secret');
    writeFileSync(secret, BUILD['shop-BvE8c1cz.js']);
    await keep();
    const before = statSync(secret).mtimeMs;
    rmSync(join(folder, 'shop-BvE8c1cz.js'));
    symlinkSync(secret, join(folder, 'shop-BvE8c1cz.js'));
    expect(await isKeptAsset(folder, 'shop-BvE8c1cz.js')).toBe(false);
    await keep();
    expect(await isKeptAsset(folder, 'shop-BvE8c1cz.js')).toBe(true);
    expect(statSync(secret).mtimeMs).toBe(before);
  });

  test('are complete after concurrent copies by several processes', async () => {
    chmodSync(folder, 0o777);
    write(built, { 'vendor-Large_01.js': 'x'.repeat(2_000_000) });
    expect(await Promise.all([1, 2, 3].map(() => keepAsNobody()))).toEqual(['', '', '']);
    expect(names()).toHaveLength(NAMES.length + 1);
    expect(statSync(join(folder, 'vendor-Large_01.js')).size).toBe(2_000_000);
    expect(readdirSync(folder)).toHaveLength(NAMES.length + 2);
  });

  test('temporary files of an interrupted copy are removed after a day', async () => {
    await keep();
    const left = '.0b9d5c1e-53e0-4a51-9b6c-4f0b7d0c8a11';
    writeFileSync(join(folder, left), 'export const');
    await keep();
    expect(existsSync(join(folder, left))).toBe(true);
    age(left, DAY_MS + HOUR_MS);
    await keep();
    expect(existsSync(join(folder, left))).toBe(false);
  });
});

describe('the folder of earlier assets', () => {
  test.each([
    '../built/shop-BvE8c1cz.js',
    '..',
    '..%2fshop-BvE8c1cz.js',
    '.0b9d5c1e-53e0-4a51-9b6c-4f0b7d0c8a11',
    '.files-of-releases',
    'shop-BvE8c1cz.js.br',
    'shop-BvE8c1cz.js\0.css',
    'none-BvE8c1cz.js',
    'notes.txt',
  ])('serves no file by the name %j', async (name) => {
    await keep();
    writeFileSync(join(folder, 'notes.txt'), 'of the owner');
    expect(await isKeptAsset(folder, 'shop-BvE8c1cz.js')).toBe(true);
    expect(await isKeptAsset(folder, name)).toBe(false);
  });

  test.each(['br', 'gz', 'deflate'])(
    'serves no file whose compressed variant is a symbolic link, .%s',
    async (suffix) => {
      await keep();
      const copy = join(folder, `shop-BvE8c1cz.js.${suffix}`);
      rmSync(copy, { force: true });
      symlinkSync(join(place, 'secret'), copy);
      expect(await isKeptAsset(folder, 'shop-BvE8c1cz.js')).toBe(false);
    },
  );

  test('must be empty at first: nothing is removed from a folder in other use', async () => {
    mkdirSync(join(folder, 'lost+found'));
    await keep();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    write(folder, { 'holidays-20230101.jpg': 'a picture' });
    age('holidays-20230101.jpg', 400 * DAY_MS);
    await expect(keep()).rejects.toThrow(
      `ASSETS_FOLDER (${folder}) contains other files. Give the site an empty folder of its own.`,
    );
    expect(names()).toEqual(['holidays-20230101.jpg']);
  });

  test('keeps files that are not assets, however old', async () => {
    await keep();
    write(folder, { 'notes.txt': 'of the owner' });
    age('notes.txt', 400 * DAY_MS);
    await keep();
    expect(names()).toContain('notes.txt');
  });

  test('stays empty, without an error, when there is no build', async () => {
    await keep(join(place, 'not built'));
    expect(names()).toEqual([]);
  });

  test('that is missing, or no directory, fails the start with instructions', async () => {
    rmSync(folder, { recursive: true });
    await expect(keep()).rejects.toThrow(`ASSETS_FOLDER (${folder}) does not exist`);
    writeFileSync(folder, '');
    await expect(keep()).rejects.toThrow(`ASSETS_FOLDER (${folder}) is no folder`);
  });

  test('that is not writable fails the start with instructions', async () => {
    chmodSync(folder, 0o555);
    expect(await keepAsNobody()).toBe(
      `ASSETS_FOLDER (${folder}) cannot be written (EACCES): let the user of the site write there. Or remove the setting: the site works without it.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is not writable any more but has the files only causes a warning', async () => {
    await keep();
    write(folder, { 'old-BvE8c1cz.js': 'old' });
    age('old-BvE8c1cz.js', 40 * DAY_MS);
    chmodSync(folder, 0o555);
    expect(await keepAsNobody()).toContain('is not writable');
    expect(names()).toHaveLength(NAMES.length + 1);
  });
});
