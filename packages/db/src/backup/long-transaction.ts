import { PooledClient } from '../postgresql.ts';

export type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

// Formats values as text that every server reads back identically.
const SESSION_SETTINGS = [
  `set local time zone 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'iso_8601'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 3`,
];

/**
 * Runs work in one long transaction, on its own connection without statement timeouts. `read` sees one
 * snapshot of the database, unaffected by later commits.
 */
export async function inLongTransaction<T>(
  url: string,
  how: 'read' | 'write',
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = new PooledClient({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  await client.connect();
  const query: Query = async (sql, values) =>
    (await client.query<Record<string, unknown>>(sql, values)).rows;
  try {
    await query(how === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
    for (const setting of SESSION_SETTINGS) await query(setting);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await query(`set local ${limit} = 0`);
    }
    const result = await work(query);
    await query('commit');
    return result;
  } finally {
    // An uncommitted transaction is rolled back when its connection closes.
    await client.end();
  }
}
