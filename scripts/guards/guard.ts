/**
 * A guard, how a careless hand would leave it, and the test that has to notice. The code is marked by
 * a line `// guard: NAME` above a statement, or above a part of one that begins a line: an operand, a
 * property, a case.
 */
export type Guard = {
  name: string;
  /** What stands in place of the marked code, or what becomes of the one spot of it that matches. */
  without: string | readonly [spot: RegExp, text: string];
  /** The file of the test, and its name or a part of it; left out, any test of the file. */
  suite: string;
  test?: string;
};
