/**
 * A guard, how a careless hand would leave it, and the test that has to notice. The code is marked by
 * a line `// guard: NAME` above a statement, or above a part of one that begins a line: an operand, a
 * property, a case.
 */
export type Guard = {
  name: string;
  /** What stands in place of the marked code, or what becomes of the one spot of it that matches. */
  without: string | readonly [spot: RegExp, text: string];
  /**
   * The file of the test, and its name or a part of it as the file has it, `%s` included; left out, any
   * test of the file.
   */
  suite: string;
  test?: string;
};

/** What the full name of a guard's test fits; nothing where any test of its file will do. */
export function testNamesOf({ test }: Guard): RegExp[] {
  if (test === undefined) return [];
  const parts = test
    .split('%s')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return [new RegExp(parts.join('.*'))];
}
