import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { compressFiles, findBuildFaults } from './build.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('a build', () => {
  test('is complete when the client has every file that the server references', () => {
    write(
      'server/entry-server.js',
      'import("./assets/page.js"); const css = "/assets/styles-a1.css";',
    );
    write('client/assets/styles-a1.css', 'body{}');
    expect(findBuildFaults(folder)).toEqual([]);
  });

  test('is rejected when the server references a file of another build', () => {
    write('server/assets/page.js', 'const css = "/assets/styles-old.css";');
    write('client/assets/styles-a1.css', 'body{}');
    expect(findBuildFaults(folder)).toEqual([
      'server/assets/page.js names /assets/styles-old.css, which was not built',
    ]);
  });

  test('is rejected when a client file contains a secret key', () => {
    write('client/assets/config-a1.js', 'export const key = "sk_test_emulator_main";');
    expect(findBuildFaults(folder)).toEqual([
      'client/assets/config-a1.js holds a secret key of the payment provider',
    ]);
  });
});

describe('compression', () => {
  const text = 'export const greeting = "bonjour";\n'.repeat(100);

  test('writes copies with the same content', () => {
    write('assets/page.js', text);
    compressFiles(folder);
    const brotli = readFileSync(join(folder, 'assets/page.js.br'));
    const gzip = readFileSync(join(folder, 'assets/page.js.gz'));
    expect(brotliDecompressSync(brotli).toString()).toBe(text);
    expect(gunzipSync(gzip).toString()).toBe(text);
    expect(gzip.length).toBeLessThan(text.length / 4);
  });

  test('skips small files, pictures and the manifest', () => {
    write('robots.txt', 'User-agent: *');
    write('hero.avif', text);
    write('.vite/manifest.json', text);
    compressFiles(folder);
    for (const file of ['robots.txt', 'hero.avif', '.vite/manifest.json']) {
      expect(existsSync(join(folder, `${file}.br`))).toBe(false);
    }
  });
});
