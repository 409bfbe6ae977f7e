import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sayEvent } from '@agres/mail/emails/alert-events';
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { expect, test } from 'vitest';

const ROOT = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const SOURCES = globSync('packages/{core,money,shop}/src/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/model/**'],
}).filter((path) => /raiseAlert(?:Once)?\(|operatorAlertEmail,|kind: 'alert',/.test(read(path)));

/** Stands for a part of an alert that is known only at run time. */
const PART = '…';

type Alert = { place: string; event: string };

/** Returns every sentence that an expression can produce; undefined if that cannot be determined. */
function sentencesOf(
  node: Expression,
  constants: ReadonlyMap<string, Expression>,
): string[] | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : undefined;
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join(PART)];
    case 'ConditionalExpression':
      return allOf([node.consequent, node.alternate], constants);
    case 'LogicalExpression':
      return allOf([node.left, node.right], constants);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return sentencesOf(node.expression, constants);
    case 'Identifier': {
      const constant = constants.get(node.name);
      return constant === undefined ? undefined : sentencesOf(constant, constants);
    }
    case 'MemberExpression': {
      if (node.object.type !== 'Identifier') return undefined;
      const name = node.property.type === 'Identifier' ? node.property.name : '';
      const constant = constants.get(node.object.name) ?? constants.get(`.${name}`);
      return constant === undefined ? undefined : sentencesOf(constant, constants);
    }
    case 'CallExpression':
      return node.callee.type === 'MemberExpression'
        ? sentencesOf(node.callee, constants)
        : undefined;
    case 'ObjectExpression':
      return allOf(
        node.properties.flatMap((property) =>
          property.type === 'Property' ? [property.value] : [],
        ),
        constants,
      );
    case 'NewExpression': {
      const [entries] = node.arguments;
      if (entries?.type !== 'ArrayExpression') return undefined;
      const values = entries.elements.flatMap((entry) => {
        const value = entry?.type === 'ArrayExpression' ? entry.elements[1] : undefined;
        return value && value.type !== 'SpreadElement' ? [value] : [];
      });
      return allOf(values, constants);
    }
    default:
      return undefined;
  }
}

function allOf(nodes: readonly Expression[], constants: ReadonlyMap<string, Expression>) {
  const all = nodes.map((node) => sentencesOf(node, constants));
  return all.every((sentences) => sentences !== undefined) ? all.flat() : undefined;
}

/** Finds a file's alerts: the objects with both an event and its facts. */
function alertsIn(path: string): Alert[] {
  const { program } = parseSync(path, read(path));
  const constants = new Map<string, Expression>();
  const found: { event: Expression; line: number }[] = [];
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
    ObjectExpression({ properties, start }) {
      const values = new Map(
        properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [[property.key.name, property.value] as const]
            : [],
        ),
      );
      const alert = values.get('alert');
      if (alert !== undefined) constants.set('.alert', alert);
      const event = values.get('event');
      if (event !== undefined && values.has('facts')) {
        found.push({ event, line: read(path).slice(0, start).split('\n').length });
      }
    },
  });
  visitor.visit(program);
  return found.flatMap(({ event, line }) => {
    const place = `${path}:${line}`;
    const sentences = sentencesOf(event, constants);
    // Every alert passes through this function.
    if (sentences === undefined && path.endsWith('jobs/alert.ts')) return [];
    if (sentences === undefined) throw new Error(`${place}: which alerts these are cannot be read`);
    return sentences.map((sentence) => ({ place, event: sentence }));
  });
}

const alerts = SOURCES.flatMap(alertsIn);
const operations = read('docs/OPERATIONS.md');
const headings = [...operations.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);

test('every alert in the code is found', () => {
  const calls = SOURCES.flatMap((path) => [
    ...read(path).matchAll(
      /await raiseAlert(?:Once)?\(|email: operatorAlertEmail,|kind: 'alert',/g,
    ),
  ]);
  // Each call has at least one event. Two of the matches are in the function behind most calls, which
  // enqueues the job and writes the email.
  expect(new Set(alerts.map(({ place }) => place)).size).toBe(calls.length - 2);
  expect(alerts.length).toBeGreaterThan(40);
});

test.each([...new Set(alerts.map(({ event }) => event))].toSorted())(
  '%s has a section in OPERATIONS that explains it',
  (event) => {
    expect(headings).toContain(event);
    const [, page = ''] = operations.split(`\n### ${event}\n`);
    const [text = ''] = page.split(/\n(?:##|\*\*)/);
    expect(text.trim().split(/\s+/).length).toBeGreaterThan(10);
  },
);

test.each([...new Set(alerts.map(({ event }) => event))].toSorted())(
  '%s is translated in its email',
  (event) => {
    expect(sayEvent({ say: ({ id }) => id }, event)).toMatch(/^alertEvent\./);
  },
);

test('no section of OPERATIONS is about an alert that no longer exists', () => {
  const [, section = ''] = operations.split('\n## What each alert means\n');
  const [own = ''] = section.split(/\n## /);
  const named = [...own.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
  expect(named.filter((heading) => !alerts.some(({ event }) => event === heading))).toEqual([]);
});
