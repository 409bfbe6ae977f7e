/**
 * Rejects vague words in comments, documents, test titles, errors and log lines (`pnpm check words`), because
 * they hide who does what. Texts for customers (catalogues, e-mails, legal texts) are exempt. Prints a line per
 * finding and exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

const VAGUE =
  /\b(?:whoever|whatever|somebody|nobody|everybody|anybody|someone's|(?:is|are|was|were|be|been) told|unless told|as said|by now|hears? of|lies there|what was \w+ed)\b/i;

/** Files with texts for customers, or with quotations of them, which have their own tone. */
const NOT_READ =
  /^(?:docs\/spec-coverage\.md|docs\/api\/CHANGELOG\.md|scripts\/check-words)|\/generated\/|^prisma\/migrations\//;

/** The title of a test, at the start of a line. */
const TITLE = /^\s*(?:test|it|describe)(?:\.\w+)?\((?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/;

/** Files with errors, log lines and output of commands, and without texts for customers. */
const HAS_ERRORS =
  /^(?:apps\/server|packages\/(?:core|db|money|office|payments|shop)|scripts)\/.*(?<!\.test)\.ts$/;
const TEXT = /'((?:[^'\\]|\\.)+ (?:[^'\\]|\\.)+)'|`([^`]+ [^`]+)`/;

/** Returns the comment or text in a line of code, or the title of a test; a document is read whole. */
function proseOf(file: string, line: string): string {
  if (file.endsWith('.md')) return line;
  const [, quoted, template] = TITLE.exec(line) ?? [];
  if (quoted ?? template) return quoted ?? template ?? '';
  const hash = /\.(?:ya?ml|sh|conf|vcl|service)$|ci\/run$|Caddyfile$|\.env\.example$/.test(file);
  const comment = hash ? /(?:^|\s)#\s(.*)$/ : /^\s*(?:\/?\*+|\/\/+|--)\s?(.*)$|\s\/\/ (.*)$/;
  const [, ...groups] = comment.exec(line) ?? [];
  const comments = groups.find((group) => group !== undefined) ?? '';
  const [, plain, filled] = (HAS_ERRORS.test(file) && TEXT.exec(line)) || [];
  return `${comments} ${plain ?? filled ?? ''}`;
}

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /\.(?:tsx?|css|prisma|sql|md|ya?ml|sh|conf|vcl|service)$|ci\/run$|Caddyfile$|\.env\.example$/.test(
      file,
    ),
  )
  .filter((file) => !NOT_READ.test(file));

const findings = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const [word] = VAGUE.exec(proseOf(file, line)) ?? [];
      return word === undefined ? [] : [`${file}:${index + 1}: "${word}"`];
    }),
);
for (const finding of findings) console.error(finding);
console.log(`words: ${files.length} files read, ${findings.length} vague words`);
process.exitCode = findings.length === 0 ? 0 : 1;
