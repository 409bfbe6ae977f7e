import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findBrowser } from './find-browser.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const STARTS = '#!/bin/sh\necho Chromium 1.0\n';

function place(name: string, script = STARTS, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, mode);
  return path;
}

const find = (chosen?: string) =>
  findBrowser({
    chosen,
    path: [join(folder, 'first'), join(folder, 'second')].join(delimiter),
    ownDownload: join(folder, 'download/chrome'),
  });

test('uses the configured browser', () => {
  place('first/chromium');
  expect(find('/opt/my-browser')).toBe('/opt/my-browser');
});

test('prefers an installed browser to a downloaded one', () => {
  place('download/chrome');
  const installed = place('second/google-chrome');
  expect(find()).toBe(installed);
});

test('prefers the headless shell', () => {
  place('first/chromium');
  const shell = place('second/chromium-headless-shell');
  expect(find()).toBe(shell);
});

test('uses the downloaded browser if none is installed', () => {
  const downloaded = place('download/chrome');
  expect(find('')).toBe(downloaded);
});

test('ignores a file that is not executable', () => {
  place('first/chromium', STARTS, 0o644);
  expect(find()).toBeUndefined();
});

test('ignores a stub that only explains how to install a browser', () => {
  place('first/chromium', '#!/bin/sh\necho install it first >&2\nexit 10\n');
  const installed = place('second/google-chrome');
  expect(find()).toBe(installed);
});
