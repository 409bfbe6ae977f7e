export type MigrationStatement = {
  /** The text as written, without the comments before it. */
  sql: string;
  /**
   * The statement in lower case, with single spaces, without comments, string literals and function bodies.
   */
  code: string;
  comments: string;
};

/** The second file of a migration: indexes on existing tables, created after the commit. */
export const CONCURRENT_FILE = 'concurrently.sql';

/** String literals, dollar-quoted bodies, quoted names, comments, and statement ends. */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*[^]*?\*\/)|(?<text>'(?:[^']|'')*'|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$)|(?<name>"(?:[^"]|"")*")|(?<end>;)|[^;'"$/-]+|[^]/g;

/** Parses a migration's SQL into statements. */
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

/** Returns the name of the index that a statement of the second file creates; null for any other statement. */
export function readConcurrentIndex(code: string): string | null {
  const [, quoted, bare] =
    /^create (?:unique )?index concurrently (?:if not exists )?(?:"([^"]+)"|(?!on\b)(\w+)) on\b/.exec(
      code,
    ) ?? [];
  return quoted ?? bare ?? null;
}
