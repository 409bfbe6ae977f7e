import { readFileSync } from 'node:fs';

/** The flags that ask for help instead of running a command. */
const QUESTIONS = ['--help', '-h'];

/**
 * To be called by a script before it does anything: where its command line asks for help, this prints what
 * the script says of itself in its first comment, and ends the process.
 */
export function sayUsageIfAsked(script: string): void {
  if (!QUESTIONS.some((question) => process.argv.includes(question))) return;
  console.log(usageOf(readFileSync(script, 'utf8')));
  process.exit(0);
}

/** The comment that a source begins with, as text. */
export function usageOf(source: string): string {
  const [, comment] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source) ?? [];
  if (comment === undefined) throw new Error('The script does not begin with a comment.');
  return comment.replaceAll(/^ \* ?/gm, '');
}
