/** A statement of a migration. */
export type MigrationStatement = {
  /** As it is written, without the comments before it. */
  sql: string;
  /** In lower case, without comments, texts and bodies of functions, with single spaces. */
  code: string;
  /** What the comments before it and in it say. */
  comments: string;
};

/** The second file of a migration: indexes on tables that exist, made after the commit. */
export const CONCURRENT_FILE = 'concurrently.sql';

/** Texts, bodies in dollars, names in quotes, comments, and what ends a statement. */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*[^]*?\*\/)|(?<text>'(?:[^']|'')*'|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$)|(?<name>"(?:[^"]|"")*")|(?<end>;)|[^;'"$/-]+|[^]/g;

/** Takes the SQL of a migration apart. */
export function statementsOf(text: string): MigrationStatement[] {
  const statements: MigrationStatement[] = [];
  let open = { sql: '', code: '', comments: '' };
  const finish = () => {
    const sql = open.sql.trim();
    const code = open.code.replaceAll(/\s+/g, ' ').trim();
    if (code !== '') statements.push({ sql, code, comments: open.comments });
    open = { sql: '', code: '', comments: '' };
  };
  for (const { 0: token, groups } of text.matchAll(TOKEN)) {
    if (groups?.['end'] !== undefined) finish();
    else if (groups?.['comment'] !== undefined) open.comments += `${token}\n`;
    else {
      open.sql += token;
      if (groups?.['text'] !== undefined) open.code += "''";
      else open.code += groups?.['name'] === undefined ? token.toLowerCase() : token;
    }
  }
  finish();
  return statements;
}

/** The name of the index that a statement of the second file makes; null for any other statement. */
export function readConcurrentIndex(code: string): string | null {
  const [, quoted, bare] =
    /^create (?:unique )?index concurrently (?:if not exists )?(?:"([^"]+)"|(?!on\b)(\w+)) on\b/.exec(
      code,
    ) ?? [];
  return quoted ?? bare ?? null;
}
