/**
 * A guard, the code that replaces it in the experiment, and the test that must notice. The code is
 * marked by a line `// guard: NAME` above a statement, or above a part of one that starts a line: an operand,
 * a property, a case.
 */
export type Guard = {
  name: string;
  /** The replacement for the marked code, or for the one match of a pattern in it. */
  without: string | readonly [spot: RegExp, text: string];
  /**
   * The file of the test and, unless any test of the file will do, its title or a part of it as written in the
   * file, `%s` included.
   */
  suite: string;
  test?: string;
};

/** The guards of a part of the product: by the file of their test, then by their name. */
export type GuardsByTestFile = Readonly<Record<string, Readonly<Record<string, GuardEntry>>>>;

type GuardEntry = Pick<Guard, 'without' | 'test'>;

export function listGuards(tables: readonly GuardsByTestFile[]): Guard[] {
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([suite, guards]) =>
      Object.entries(guards).map(([name, entry]) => ({ name, suite, ...entry })),
    ),
  );
}

/** Returns the patterns that the full name of a guard's test matches; empty if any test of its file will do. */
export function testNamesOf({ test }: Guard): RegExp[] {
  if (test === undefined) return [];
  const parts = test
    .split('%s')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return [new RegExp(parts.join('.*'))];
}
