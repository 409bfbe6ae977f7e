import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

const ROOT = dirname(import.meta.dirname);
const DEPLOY = join(ROOT, 'deploy');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const promtool = [
  '/usr/bin/promtool',
  '/usr/local/bin/promtool',
  '/opt/homebrew/bin/promtool',
].find(existsSync);
const run = (...args: string[]) =>
  execFileSync(promtool ?? 'promtool', args, { cwd: DEPLOY, encoding: 'utf8', stdio: 'pipe' });

const rules = read('deploy/prometheus-rules.yml');
const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

test.skipIf(promtool === undefined)('promtool accepts the configuration and its rules', () => {
  expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  expect(run('check', 'rules', 'prometheus-rules.yml')).toContain(`${names.length} rules found`);
});

test.skipIf(promtool === undefined)('each alert fires when it should, and not before', () => {
  expect(run('test', 'rules', 'prometheus-rules.test.yml')).toContain('SUCCESS');
});

test('each rule has a test, and an explanation in OPERATIONS', () => {
  const tried = read('deploy/prometheus-rules.test.yml');
  const operations = read('docs/OPERATIONS.md');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !tried.includes(`alertname: ${name}`))).toEqual([]);
  expect(names.filter((name) => !operations.includes(`| \`${name}\``))).toEqual([]);
});

test('rules use metrics that the site exports', () => {
  const told = read('apps/server/src/operator/metrics.ts');
  const asked = [...rules.matchAll(/\bagres_\w+/g)].map(([name]) =>
    name.replace(/_(?:count|bucket)$/, ''),
  );
  const unknown = asked.filter(
    (name) => !told.includes(`'${name}'`) && !told.includes(`'${name.replace('agres_', '')}'`),
  );
  expect(new Set(asked).size).toBeGreaterThan(7);
  expect(unknown).toEqual([]);
});
