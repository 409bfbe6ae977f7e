import pg from 'pg';

/** A plan node, as in `EXPLAIN (FORMAT JSON)`. */
export type PlanNode = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  /** The cost in the planner's units: about 1 per page read, 0.01 per row. */
  'Total Cost': number;
  Plans?: PlanNode[];
};

export type AskedPlan = { plan: PlanNode } | { fault: string };

export type Indexes = ReadonlyMap<string, { firstColumn: string; isPartial: boolean }>;

export type PlanAsker = {
  /** Plans a statement with `$1`, `$2`…, without values. */
  ask: (sql: string) => Promise<AskedPlan>;
  indexes: Indexes;
  majorVersion: number;
  close: () => Promise<void>;
};

/**
 * Opens a connection that plans statements. It prefers any index to a sequential scan, which then remains
 * only if no index can serve. Up to version 15 `EXPLAIN` has no option for the generic plan of a statement,
 * so it is prepared and explained with nulls.
 */
export async function openPlanAsker(url: string): Promise<PlanAsker> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  // Hash and merge joins read both sides whole, which does not prove a missing index either.
  await client.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off',
  );
  return {
    ask: (sql) => askPlan(client, sql),
    indexes: await readIndexes(client),
    majorVersion: await readMajorVersion(client),
    close: () => client.end(),
  };
}

async function readMajorVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    `select current_setting('server_version_num')::int / 10000 as number`,
  );
  return rows[0]?.number ?? 0;
}

async function askPlan(client: pg.Client, sql: string): Promise<AskedPlan> {
  try {
    await client.query(`prepare asked as ${sql}`);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  try {
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    );
    const values = (prepared[0]?.types ?? []).map(() => 'null').join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) execute asked${values === '' ? '' : `(${values})`}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return plan === undefined ? { fault: 'no plan' } : { plan };
  } finally {
    await client.query('deallocate asked');
  }
}

async function readIndexes(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<{ name: string; firstColumn: string; isPartial: boolean }>(`
    select c.relname as name, regexp_replace(
      -- An expression stands in parentheses of its own.
      pg_get_indexdef(i.indexrelid, 1, false), '^\\((\\(.*\\))\\)$', '\\1') as "firstColumn",
      i.indpred is not null as "isPartial"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace`);
  return new Map(rows.map(({ name, ...index }) => [name, index]));
}
