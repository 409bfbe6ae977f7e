import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

import { z } from 'zod';

/** The version of the format. Increment it when an older reader would misunderstand the file. */
const VERSION = 1;

// Contents of a file are printed to a terminal, so control characters are refused.
const nameSchema = z.string().regex(/^\w+$/);
const printableSchema = z.string().regex(/^\P{Cc}*$/u);

const headSchema = z.object({
  backup: z.literal('agres'),
  version: z.number(),
  /** The time of the snapshot, by the database's clock. */
  madeAt: z.iso.datetime(),
  migrations: z.array(nameSchema),
  /** Null for a database on which no site ever started. */
  installation: z.object({ id: z.uuid(), site: printableSchema }).nullable(),
});
const tableSchema = z.object({ table: nameSchema, columns: z.array(nameSchema).min(1) });
const sequencesSchema = z.object({ sequences: z.record(nameSchema, z.string().regex(/^\d+$/)) });
const endSchema = z.object({ end: z.object({ rows: z.number(), sha256: z.string() }) });

/** The metadata of a backup, in its first line. */
export type BackupHead = Omit<z.infer<typeof headSchema>, 'backup' | 'version'>;

type CommonPart =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'table'; table: string; columns: readonly string[] }
  | { kind: 'sequences'; lastValues: Readonly<Record<string, string>> };

/** A part of a backup that is read, in file order. `json`: an array of a row's values, as text or null. */
export type BackupPart = CommonPart | { kind: 'row'; json: string };
/** A part of a backup that is written. */
type WrittenPart = CommonPart | { kind: 'rows'; json: readonly string[] };

/**
 * Yields a backup as JSON lines. The last line has the number of rows and the checksum of everything before
 * it; a file without it is not a backup.
 */
export async function* linesOfBackup(parts: AsyncIterable<WrittenPart>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of parts) {
    const text = textOf(part);
    if (part.kind === 'rows') rows += part.json.length;
    hash.update(text);
    yield text;
  }
  yield lineOf({ end: { rows, sha256: hash.digest('hex') } });
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

function textOf(part: WrittenPart): string {
  switch (part.kind) {
    case 'head':
      return lineOf({ backup: 'agres', version: VERSION, ...part.head });
    case 'table':
      return lineOf({ table: part.table, columns: part.columns });
    case 'rows':
      return part.json.map((json) => `${json}\n`).join('');
    case 'sequences':
      return lineOf({ sequences: part.lastValues });
  }
}

/**
 * Reads a backup and verifies its checksum at the end. Parts yielded before the end are valid only if
 * reading completes.
 * @throws a human-readable Error: not a backup, a newer format, truncated, damaged.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let rows = 0;
  let state: 'head' | 'parts' | 'ended' = 'head';
  for await (const line of linesOf(path)) {
    if (state === 'ended') throw notWhole(path);
    const part = state === 'head' ? headOf(path, line) : partOf(path, line);
    if (part.kind === 'end') {
      if (part.rows !== rows || part.sha256 !== digestOf(hash)) throw notWhole(path);
      state = 'ended';
      continue;
    }
    if (part.kind === 'row') rows += 1;
    hash.update(`${line}\n`);
    state = 'parts';
    yield part;
  }
  // guard: a truncated backup is refused
  if (state !== 'ended') throw notWhole(path);
}

const digestOf = (hash: Hash) => hash.copy().digest('hex');

const notBackup = (path: string) =>
  new Error(`${path} is not a backup created by \`pnpm backup\`.`);

const notWhole = (path: string) =>
  new Error(`${path} is incomplete or damaged and cannot be restored. Use an older backup.`);

/** The most text read without a line break: a longer line is not ours. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

async function* linesOf(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path);
  const text = createGunzip();
  packed.on('error', (error) => text.destroy(error));
  packed.pipe(text).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of text) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_LENGTH) throw notWhole(path);
      yield* lines;
    }
  } catch (error) {
    throw explained(path, error);
  }
  if (rest !== '') throw notWhole(path);
}

function explained(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_DATA_ERROR' && error instanceof Error && /header/.test(error.message)) {
    return notBackup(path);
  }
  if (code.startsWith('Z_')) return notWhole(path);
  if (code === 'ENOENT') return new Error(`There is no file ${path}. Is the path right?`);
  if (code === 'EACCES') return new Error(`You may not read ${path}. Give yourself the right to.`);
  if (code === 'EISDIR') return notBackup(path);
  return error;
}

function headOf(path: string, line: string): BackupPart {
  const parsed = headSchema.safeParse(parsedLine(line));
  if (!parsed.success) throw notBackup(path);
  const { version, madeAt, migrations, installation } = parsed.data;
  if (version !== VERSION) {
    throw new Error(
      `${path} was written by a newer release, in a form that this one cannot read. Use that release.`,
    );
  }
  return { kind: 'head', head: { madeAt, migrations, installation } };
}

function partOf(
  path: string,
  line: string,
): BackupPart | { kind: 'end'; rows: number; sha256: string } {
  if (line.startsWith('[')) return { kind: 'row', json: line };
  const value = parsedLine(line);
  const table = tableSchema.safeParse(value);
  if (table.success) return { kind: 'table', ...table.data };
  const sequences = sequencesSchema.safeParse(value);
  if (sequences.success) return { kind: 'sequences', lastValues: sequences.data.sequences };
  const end = endSchema.safeParse(value);
  if (end.success) return { kind: 'end', ...end.data.end };
  throw notWhole(path);
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
