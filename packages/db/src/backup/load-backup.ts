import { placeOfBackup } from '../database-place.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import { readBackup, type BackupHead } from './backup-file.ts';
import { inLongTransaction, type Query } from './long-transaction.ts';
import { quoteIdentifier, readTables, type BackupSummary, type Table } from './write-backup.ts';

const MAX_ROWS_PER_INSERT = 500;
const MAX_CHARACTERS_PER_INSERT = 1_000_000;

/**
 * Reads a whole backup and returns a summary.
 * @throws a human-readable Error: not a backup, truncated, damaged, of a newer release.
 */
export async function inspectBackup(path: string): Promise<BackupSummary> {
  let head: BackupHead | undefined;
  let tables = 0;
  let rows = 0;
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') ({ head } = part);
    if (part.kind === 'table') tables += 1;
    if (part.kind === 'row') rows += 1;
  }
  if (head === undefined) throw new Error(`${path} is empty.`);
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = head.migrations.filter((name) => !known.has(name));
  // guard: an older release does not load a backup of a newer one
  if (unknown.length > 0) {
    throw new Error(
      `${path} was made by a newer release: ${unknown.join(', ')} is not known here. Restore it with that release. Nothing was changed.`,
    );
  }
  return { ...head, tables, rows };
}

/** Returns the names of a database's existing relations; empty for a new database. */
export async function listRelations(url: string): Promise<string[]> {
  return inLongTransaction(url, 'read', async (query) => {
    const rows = await query(`select c.relname::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      order by c.relkind = 'S', 1`);
    return rows.map(({ name }) => String(name));
  });
}

/**
 * Loads a backup into an empty database: migrates it to the backup's migrations, fills it in one transaction,
 * and applies the remaining migrations. The place of the database is `placeOfBackup` until its owner adopts
 * it. If the load fails, the database is emptied again.
 * @throws a human-readable Error: a damaged file, a row that does not fit, missing privileges.
 */
export async function loadBackup(
  url: string,
  path: string,
  { migrations }: Pick<BackupHead, 'migrations'>,
): Promise<void> {
  try {
    await migrate(url, { only: migrations });
    await inLongTransaction(url, 'write', (query) => fill(query, path));
    await migrate(url);
  } catch (error) {
    await dropAllObjects(url).catch(() => undefined);
    throw error;
  }
}

async function fill(query: Query, path: string): Promise<void> {
  const tables = new Map((await readTables(query)).map((table) => [table.table, table]));
  const names = [...tables.keys()].map(quoteIdentifier);
  // Also empties tables that migrations filled, because the backup contains their rows.
  await query(`truncate ${names.join(', ')}`);
  // The data was valid in the original: triggers must neither reject nor change it row by row.
  for (const name of names) await query(`alter table ${name} disable trigger user`);
  const unproved = await dropNotValidConstraints(query);
  const deferred = await deferForeignKeys(query);

  let head: BackupHead | undefined;
  let into: RowInserter | undefined;
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') ({ head } = part);
    else if (part.kind === 'row') await into?.add(part.json);
    else {
      await into?.finish();
      into = undefined;
      if (part.kind === 'table') into = createRowInserter(query, tables.get(part.table), part);
      else await setSequences(query, part.lastValues);
    }
  }
  await into?.finish();
  await query('set constraints all immediate');
  for (const { table, name } of deferred) {
    await query(`alter table ${table} alter constraint ${name} not deferrable`);
  }
  for (const statement of unproved) await query(statement);
  for (const name of names) await query(`alter table ${name} enable trigger user`);
  if (tables.has('installation')) {
    await query('update installation set place = $1', [placeOfBackup(head?.madeAt ?? '')]);
  }
}

/**
 * Drops the constraints that apply only to new rows (`NOT VALID`), which older rows may violate; returns
 * the statements that recreate them.
 */
async function dropNotValidConstraints(query: Query): Promise<string[]> {
  const rows = await query(`select t.relname::text as table, c.conname::text as name,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and c.contype in ('c', 'f') and not c.convalidated`);
  const again: string[] = [];
  for (const { table, name, definition } of rows) {
    const altering = `alter table ${quoteIdentifier(String(table))}`;
    await query(`${altering} drop constraint ${quoteIdentifier(String(name))}`);
    again.push(`${altering} add constraint ${quoteIdentifier(String(name))} ${String(definition)}`);
  }
  return again;
}

/** Defers foreign keys, so that rows may arrive in any order; returns the constraints, quoted for SQL. */
async function deferForeignKeys(query: Query): Promise<{ table: string; name: string }[]> {
  const rows = await query(`select t.relname::text as table, c.conname::text as name
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and c.contype = 'f' and not c.condeferrable`);
  const found = rows.map(({ table, name }) => ({
    table: quoteIdentifier(String(table)),
    name: quoteIdentifier(String(name)),
  }));
  for (const { table, name } of found) {
    await query(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
  }
  return found;
}

type RowInserter = { add: (json: string) => Promise<void>; finish: () => Promise<void> };

function createRowInserter(
  query: Query,
  known: Table | undefined,
  { table, columns }: { table: string; columns: readonly string[] },
): RowInserter {
  const typeOf = new Map(known?.columns.map(({ name, type }) => [name, type]));
  const missing = columns.filter((name) => !typeOf.has(name));
  if (known === undefined || missing.length > 0) {
    const what = known === undefined ? 'that table' : `its column ${missing.join(', ')}`;
    throw new Error(
      `The backup has rows of ${table}, but its migrations do not create ${what}. Nothing was restored.`,
    );
  }
  const values = columns.map((name, index) => `(r->>${index})::${typeOf.get(name) ?? ''}`);
  const statement = `insert into ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')})
    overriding system value select ${values.join(', ')} from json_array_elements($1::json) as r`;
  let waiting: string[] = [];
  let characters = 0;
  const finish = async () => {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    characters = 0;
    await query(statement, [`[${rows.join(',')}]`]);
  };
  return {
    finish,
    add: async (json) => {
      waiting.push(json);
      characters += json.length;
      if (waiting.length >= MAX_ROWS_PER_INSERT || characters >= MAX_CHARACTERS_PER_INSERT)
        await finish();
    },
  };
}

async function setSequences(
  query: Query,
  lastValues: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, last] of Object.entries(lastValues)) {
    await query('select setval($1::regclass, $2::bigint)', [quoteIdentifier(name), last]);
  }
  // A row may have an id that its sequence never assigned: the sequence continues after it.
  const owned = await query(`select s.relname::text as sequence, t.relname::text as table,
      a.attname::text as column
    from pg_class s join pg_namespace n on n.oid = s.relnamespace
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where n.nspname = current_schema() and s.relkind = 'S'`);
  for (const { sequence, table, column } of owned) {
    const name = quoteIdentifier(String(sequence));
    await query(
      `select setval($1::regclass, highest.id)
      from (select max(${quoteIdentifier(String(column))}) as id from ${quoteIdentifier(String(table))}) highest
      where highest.id > coalesce((select last_value from pg_sequences
        where schemaname = current_schema() and sequencename = $2), 0)`,
      [name, String(sequence)],
    );
  }
}

async function dropAllObjects(url: string): Promise<void> {
  await inLongTransaction(url, 'write', async (query) => {
    const tables = await query(`select c.relname::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind = 'r'`);
    for (const { name } of tables)
      await query(`drop table ${quoteIdentifier(String(name))} cascade`);
    const functions = await query(`select p.oid::regprocedure::text as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = current_schema() and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
    for (const { name } of functions) await query(`drop function ${String(name)} cascade`);
  });
}
