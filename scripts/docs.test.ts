import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

test.each(pages)('%s links to what is there', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => to ?? '');
  const broken = links
    .filter((to) => !to.includes('://') && !to.includes('NNN'))
    .filter((to) => !existsSync(join(repository, dirname(page), to)));
  expect(broken).toEqual([]);
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md'])(
  '%s names files and folders that are there',
  (page) => {
    const named = [...read(page).matchAll(/`((?:apps|packages|prisma|scripts|docs|e2e)\/[^`]*)`/g)];
    const missing = named
      .map(([, path = '']) => path.replaceAll(/NOUN/g, '*'))
      .filter((path) => globSync(path, { cwd: repository }).length === 0);
    expect(missing).toEqual([]);
  },
);

test('every command that the pages name exists', () => {
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

test("no page has anybody start a script with their machine's own Node.js, which may be older", () => {
  const direct = pages.filter((page) => /(?:^|`)node \w+\//m.test(read(page)));
  expect(direct).toEqual([]);
});

test('every package stands in the tree of the README', () => {
  const readme = read('README.md');
  const folders = globSync('{apps,packages}/*/package.json', { cwd: repository }).map((path) =>
    path.split('/').at(1),
  );
  expect(folders.filter((folder) => !readme.includes(`  ${folder}/ `))).toEqual([]);
});
