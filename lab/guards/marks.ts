/** Finds the marks of guards (`// guard: NAME`) in the product's code, and removes a guard from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'oxc-parser';

import { listFiles } from '../../scripts/source-files.ts';
import type { Guard } from './guard.ts';

/** The position of marked code: from `start` to `end` in the file's `source`. */
export type Mark = { name: string; file: string; source: string; start: number; end: number };

/** Finds every mark in `packages/`, `apps/` and the commands of `scripts/`; files are paths from the root. */
export function findMarks(root: string): Mark[] {
  return listFiles(root)
    .filter((file) => /^(?:(?:apps|packages)\/.*\.tsx?|scripts\/[\w-]+\.ts)$/.test(file))
    .flatMap((file) => readMarks(file, readFileSync(join(root, file), 'utf8')));
}

/** Returns the marks of one file. Stacked marks refer to the same code. */
function readMarks(file: string, source: string): Mark[] {
  if (!source.includes('// guard: ')) return [];
  const { comments, program } = parseSync(file, source);
  return comments.flatMap(({ value, end }) => {
    const name = /^ guard: (.*\S)\s*$/.exec(value)?.[1];
    if (name === undefined) return [];
    const node = firstNodeBehind(program.body, end);
    if (node === undefined) throw new Error(`${file}: there is no code below the mark ${name}`);
    return [{ name, file, source, start: node.start, end: node.end }];
  });
}

/** Returns the file's source without the guard. @throws unless the guard's pattern matches exactly once. */
export function takeAway({ name, without }: Guard, { file, source, start, end }: Mark): string {
  const code = source.slice(start, end);
  const left = typeof without === 'string' ? without : changeSpot(code, without);
  if (left === null) throw new Error(`${file}: the guard "${name}" does not have its spot once`);
  // Removes the trailing comma along with a property or an element.
  const behind = left === '' ? source.slice(end).replace(/^,/, '') : source.slice(end);
  return source.slice(0, start) + left + behind;
}

function changeSpot(code: string, [spot, text]: readonly [RegExp, string]): string | null {
  const matches = [...code.matchAll(new RegExp(spot, 'g'))];
  return matches.length === 1 ? code.replace(spot, text) : null;
}

type Span = { start: number; end: number };

/** Returns the outermost of the nodes that start first after a position. */
function firstNodeBehind(node: unknown, place: number): Span | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if (isSpan(node) && node.start >= place) return node;
  if (isSpan(node) && node.end <= place) return undefined;
  return Object.values(node)
    .map((child: unknown) => firstNodeBehind(child, place))
    .filter((found) => found !== undefined)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .at(0);
}

const isSpan = (node: object): node is Span =>
  'start' in node &&
  typeof node.start === 'number' &&
  'end' in node &&
  typeof node.end === 'number';
