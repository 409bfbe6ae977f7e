import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { linesOfBackup, type BackupHead } from './backup-file.ts';
import { inLongTransaction, type Query } from './long-transaction.ts';

export type BackupSummary = BackupHead & { tables: number; rows: number };

/** `heldMs`: how long the transaction was open. */
export type WrittenBackup = BackupSummary & { heldMs: number };

export type Table = { table: string; columns: { name: string; type: string }[] };

const BATCH_SIZE = 1000;
/** Bounds the memory of a batch of large rows, such as pictures. */
const BATCH_BYTES = 8_000_000;
/** Characters of text per byte of a `bytea` value. */
const TEXT_PER_BYTE = 2;
/** The rows of these tables are deleted after two days and must not survive in a backup. */
const SHORT_LIVED: ReadonlySet<string> = new Set(['log_key']);

/**
 * Writes a snapshot of the whole database to a stream, in our own format, and ends the stream. Reads only.
 * @throws a human-readable Error if the database contains no shop; the stream's error if it cannot be
 * written.
 */
export async function writeBackup(url: string, output: Writable): Promise<WrittenBackup> {
  // Compression continues while the database is read, and after the transaction has ended.
  const packing = createGzip();
  const packed = pipeline(packing, output);
  const startedAt = performance.now();
  try {
    const summary = await inLongTransaction(url, 'read', (query) => copyOut(query, packing));
    const heldMs = Math.round(performance.now() - startedAt);
    packing.end();
    await packed;
    return { ...summary, heldMs };
  } catch (error) {
    packing.destroy();
    const failure = await packed.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    // A full disk explains more than the premature end of the stream that it caused.
    throw isPremature(failure) ? error : failure;
  }
}

const isPremature = (error: unknown) =>
  error === undefined ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE');

async function copyOut(query: Query, output: Writable): Promise<BackupSummary> {
  const head = await readHead(query);
  const tables = (await readTables(query)).filter(({ table }) => !SHORT_LIVED.has(table));
  let rows = 0;
  async function* parts() {
    yield { kind: 'head', head } as const;
    for (const { table, columns } of tables) {
      yield { kind: 'table', table, columns: columns.map(({ name }) => name) } as const;
      const values = columns.map(({ name }) => `${quoteIdentifier(name)}::text`).join(', ');
      const batchSize = await batchSizeOf(query, { table, columns });
      await query(
        `declare copied no scroll cursor for select to_json(array[${values}])::text as row from ${quoteIdentifier(table)}`,
      );
      for (;;) {
        const fetched = await query(`fetch ${batchSize} from copied`);
        if (fetched.length > 0) yield { kind: 'rows', json: fetched.map(jsonOf) } as const;
        rows += fetched.length;
        if (fetched.length < batchSize) break;
      }
      await query('close copied');
    }
    yield { kind: 'sequences', lastValues: await readSequences(query) } as const;
  }
  // All waits share one promise, because a listener for each would remain until the end.
  const outputClosed = rejectOnClose(output);
  outputClosed.catch(() => {});
  for await (const text of Readable.from(linesOfBackup(parts()))) {
    if (!output.write(text)) await Promise.race([once(output, 'drain'), outputClosed]);
  }
  return { ...head, tables: tables.length, rows };
}

/** Returns how many rows to read at a time, by the largest one as stored, which needs no reading of values. */
async function batchSizeOf(query: Query, { table, columns }: Table): Promise<number> {
  const bytes = columns
    .map(({ name }) => `coalesce(pg_column_size(${quoteIdentifier(name)}), 0)`)
    .join(' + ');
  const [row] = await query(
    `select coalesce(max(${bytes}), 0)::int as largest from ${quoteIdentifier(table)}`,
  );
  const rows = Math.floor(BATCH_BYTES / (TEXT_PER_BYTE * Number(row?.['largest']) || 1));
  return Math.min(Math.max(rows, 1), BATCH_SIZE);
}

async function rejectOnClose(output: Writable): Promise<never> {
  await once(output, 'close');
  throw new Error('The backup could not be written.');
}

const jsonOf = ({ row }: Record<string, unknown>) => String(row);

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function readHead(query: Query): Promise<BackupHead> {
  const [there] = await query(`select to_regclass('_prisma_migrations') is not null as migrated,
    to_regclass('installation') is not null as installed,
    to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made_at`);
  if (there?.['migrated'] !== true) {
    throw new Error(
      'There is no shop in this database, so there is nothing to back up. Is DATABASE_URL right?',
    );
  }
  const migrations = await query(`select migration_name as name from _prisma_migrations
    where finished_at is not null and rolled_back_at is null order by 1`);
  const [installation] =
    there['installed'] === true ? await query('select id::text, site from installation') : [];
  return {
    madeAt: String(there['made_at']),
    migrations: migrations.map(({ name }) => String(name)),
    installation:
      installation === undefined
        ? null
        : { id: String(installation['id']), site: String(installation['site']) },
  };
}

/** Returns all tables of the shop, by name, except the migration history. */
export async function readTables(query: Query): Promise<Table[]> {
  const rows = await query(`select c.relname::text as table, a.attname::text as column,
      format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where n.nspname = current_schema() and c.relkind = 'r' and c.relname <> '_prisma_migrations'
    order by c.relname, a.attnum`);
  const tables = new Map<string, Table['columns']>();
  for (const { table, column, type } of rows) {
    const columns = tables.get(String(table)) ?? [];
    columns.push({ name: String(column), type: String(type) });
    tables.set(String(table), columns);
  }
  return [...tables].map(([table, columns]) => ({ table, columns }));
}

/** Returns each sequence's last value. Sequences are not transactional, so they are read last. */
async function readSequences(query: Query): Promise<Record<string, string>> {
  const rows = await query(`select sequencename::text as name, last_value::text as last
    from pg_sequences where schemaname = current_schema() and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, last }) => [String(name), String(last)]));
}
