import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { FILE_SETTINGS } from '@agres/server/secret-files';
import { expect, test } from 'vitest';

const repository = dirname(import.meta.dirname);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,packages}/**/*.md', {
    cwd: repository,
    exclude: (path) => path.includes('node_modules'),
  }),
];
const read = (page: string) => readFileSync(join(repository, page), 'utf8');

test.each(pages)('%s links to existing files', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => to ?? '');
  const broken = links
    .filter((to) => !to.includes('://') && !to.includes('NNN'))
    .filter((to) => !existsSync(join(repository, dirname(page), to)));
  expect(broken).toEqual([]);
});

test('the glossary names existing files and folders', () => {
  const rows = [...read('docs/GLOSSARY.md').matchAll(/`([\w-]+\/[\w./-]*(?:\.ts|\/))`/g)];
  const missing = rows
    .map(([, path = '']) => path)
    // The page shortens `packages/money/src/…`, as its introduction says.
    .map((path) => path.replace(/^(core|money|shop|office)\//, 'packages/$1/src/'))
    .filter((path) => !existsSync(join(repository, path)));
  expect(missing).toEqual([]);
});

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test.each(pages)('%s links to existing headings', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)];
  const broken = links.filter(([, to = '', anchor = '']) => {
    const target = to === '' ? page : join(dirname(page), to);
    if (to.includes('://') || !target.endsWith('.md')) return false;
    const headings = [...read(target).matchAll(/^#+ (.*)$/gm)];
    return !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the operations page explains how to replace each secret', () => {
  const [, section = ''] =
    /^## Another secret\n([\s\S]*?)^## /m.exec(read('docs/OPERATIONS.md')) ?? [];
  const secrets = FILE_SETTINGS.map((name) => name.replace(/_FILE$/, ''));
  expect(secrets.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test('the README describes production in at most five lines and links to its page', () => {
  const [, section = ''] = /^## In production\n\n([\s\S]*?)\n\n?## /m.exec(read('README.md')) ?? [];
  const lines = section.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeLessThanOrEqual(5);
  expect(section).toContain('docs/OPERATIONS.md#in-production');
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md'])(
  '%s names existing files and folders',
  (page) => {
    const named = [...read(page).matchAll(/`((?:apps|packages|prisma|scripts|docs|e2e)\/[^`]*)`/g)];
    const missing = named
      .map(([, path = '']) => path.replaceAll(/NOUN/g, '*'))
      .filter((path) => globSync(path, { cwd: repository }).length === 0);
    expect(missing).toEqual([]);
  },
);

test('every documented command exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const builtIn = new Set(['install', 'add', 'audit', 'test', 'start', 'exec', 'pack']);
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/(?:^|`)(?:npx -y pnpm@12|pnpm) ([a-z][a-z:0-9]*)/gm)].map(
      ([, command = '']) => command,
    ),
  );
  const unknown = named.filter((name) => !Object.hasOwn(scripts, name) && !builtIn.has(name));
  expect([...new Set(unknown)]).toEqual([]);
});

test('no page starts a script with the system’s Node.js, which may be older', () => {
  const direct = pages.filter((page) => /(?:^|`)node \w+\//m.test(read(page)));
  expect(direct).toEqual([]);
});

test('every package is listed in the tree of the README', () => {
  const readme = read('README.md');
  const folders = globSync('{apps,packages}/*/package.json', { cwd: repository }).map((path) =>
    path.split('/').at(1),
  );
  expect(folders.filter((folder) => !readme.includes(`  ${folder}/ `))).toEqual([]);
});
