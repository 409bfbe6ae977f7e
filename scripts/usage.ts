import { readFileSync } from 'node:fs';

const QUESTIONS = ['--help', '-h'];

/**
 * Prints the script's first comment and exits if its command line asks for help. A script calls this before
 * anything else.
 */
export function printHelpIfRequested(script: string): void {
  if (!QUESTIONS.some((question) => process.argv.includes(question))) return;
  console.log(usageOf(readFileSync(script, 'utf8')));
  process.exit(0);
}

/** Returns the comment at the start of a source as text. */
export function usageOf(source: string): string {
  const [, comment] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source) ?? [];
  if (comment === undefined) throw new Error('The script does not begin with a comment.');
  return comment.replaceAll(/^ \* ?/gm, '');
}
