/** A guard, how a careless hand would leave it, and the test that has to notice. */
export type Guard = {
  name: string;
  file: string;
  /** What is there, once; and what is left without it. */
  guard: string;
  without: string;
  /** The file of the test, and its name or a part of it; left out, any test of the file. */
  suite: string;
  test?: string;
};
