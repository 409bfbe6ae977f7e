/** The tests a file declares, read from its syntax. Used by check-coverage.ts. */
import { readFileSync } from 'node:fs';

import { parseSync, Visitor, type CallExpression, type Expression } from 'oxc-parser';

export type DeclaredTest = {
  /** The names of the groups around it and its own, as written in the source. */
  titles: readonly Title[];
  /** Whether the runner leaves it out: `test.skip`, `test.todo`, `describe.skip`, `test.fixme`. */
  isLeftOut: boolean;
};

/** `pattern` fits the names a title takes when its placeholders are filled. */
type Title = { source: string; pattern: RegExp; hasFixedText: boolean };

export type TestFile = {
  tests: readonly DeclaredTest[];
  /** Every other string of the file: the values that placeholders in titles may take. */
  strings: ReadonlySet<string>;
};

/** Every test of a file, in order, with the groups it stands in. */
export function readTestFile(file: string): TestFile {
  const text = readFileSync(file, 'utf8');
  const groups: { titles: readonly Title[]; isLeftOut: boolean; end: number }[] = [];
  const tests: DeclaredTest[] = [];
  const titleStarts = new Set<number>();
  const strings = new Set<string>();

  const visitor = new Visitor({
    CallExpression(call) {
      while (groups.length > 0 && (groups.at(-1)?.end ?? 0) <= call.start) groups.pop();
      const declaration = readDeclaration(call);
      if (!declaration) return;
      titleStarts.add(declaration.title.start);
      const group = groups.at(-1);
      const titles = [...(group?.titles ?? []), titleOf(text, declaration.title)];
      const isLeftOut = declaration.isLeftOut || group?.isLeftOut === true;
      if (declaration.kind === 'describe') groups.push({ titles, isLeftOut, end: call.end });
      else tests.push({ titles, isLeftOut });
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && !titleStarts.has(start)) strings.add(value);
    },
  });
  visitor.visit(parseSync(file, text).program);
  return { tests, strings };
}

type Declaration = { kind: 'test' | 'describe'; isLeftOut: boolean; title: Expression };

const LEFT_OUT = new Set(['skip', 'todo', 'fixme', 'fails']);

/** Sees through `test.skip(…)`, `test.each(…)(…)` and `test.describe(…)` to what is declared. */
function readDeclaration(call: CallExpression): Declaration | undefined {
  const words = wordsOf(call.callee);
  const isDeclaration = words[0] === 'test' || words[0] === 'it' || words[0] === 'describe';
  const [title, body] = call.arguments;
  // `test.each(table)` alone, and hooks such as `test.beforeEach(fn)`, declare nothing by name.
  if (!isDeclaration || !title || title.type === 'SpreadElement') return undefined;
  if (!body && !words.includes('todo')) return undefined;
  return {
    kind: words.includes('describe') ? 'describe' : 'test',
    isLeftOut: words.some((word) => LEFT_OUT.has(word)),
    title,
  };
}

function wordsOf(callee: Expression): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'MemberExpression':
      return callee.property.type === 'Identifier'
        ? [...wordsOf(callee.object), callee.property.name]
        : [];
    case 'CallExpression':
      return wordsOf(callee.callee);
    case 'TaggedTemplateExpression':
      return wordsOf(callee.tag);
    default:
      return [];
  }
}

/** A title's text; `${…}`, `%s` and `$name` stand for any text. */
function titleOf(text: string, title: Expression): Title {
  if (title.type === 'TemplateLiteral') {
    const parts = title.quasis.map((quasi) => quasi.value.cooked ?? '');
    return { source: text.slice(title.start + 1, title.end - 1), ...patternOf(parts) };
  }
  if (title.type === 'Literal' && typeof title.value === 'string') {
    const parts = title.value.split(/%[sdifjo]|\$[a-zA-Z][\w.]*/);
    return { source: title.value, ...patternOf(parts) };
  }
  return { source: text.slice(title.start, title.end), ...patternOf(['', '']) };
}

function patternOf(parts: readonly string[]): Omit<Title, 'source'> {
  const fixed = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return {
    pattern: new RegExp(`^${fixed.join('.+')}$`, 's'),
    hasFixedText: parts.some((part) => part.trim() !== ''),
  };
}
