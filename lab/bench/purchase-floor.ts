/**
 * The floor of purchases: the least that a plain shop would do, with twelve statements and the same two
 * provider calls, on its own tables. It shares no code with the product, so that waste in the product does
 * not lower the bar, and changes only on purpose. purchases.ts starts it as a separate process; it prints its
 * URL.
 */
import { randomUUID } from 'node:crypto';

import { fastify } from 'fastify';
import pg from 'pg';

const [, , databaseUrl, providerUrl = '', secretKey = ''] = process.argv;
const CONNECTIONS = 6;

const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
const server = fastify();

type Wish = {
  id: number;
  stripeToken: string;
  firstName: string;
  lastName: string;
  shippingAddress: string;
};

server.post<{ Body: Wish }>('/api/items/buy', async ({ body, headers }) => {
  const [buyer] = await rowsOf(pool, 'SELECT user_id FROM floor_session WHERE id = $1', [
    headers.cookie,
  ]);
  const userId = Number(buyer?.['user_id']);
  await pool.query(
    `INSERT INTO floor_limit (user_id, count) VALUES ($1, 1)
     ON CONFLICT (user_id) DO UPDATE SET count = floor_limit.count + 1`,
    [userId],
  );
  const key = `t:${body.stripeToken}`;
  const earlier = await rowsOf(
    pool,
    'SELECT id FROM floor_attempt WHERE user_id = $1 AND key = $2',
    [userId, key],
  );
  if (earlier.length > 0) throw new Error('The card was used before.');

  const attemptId = randomUUID();
  const recipient = `${body.firstName} ${body.lastName}\n${body.shippingAddress}`;
  const cents = await inTransaction(async (client) => {
    const [item] = await rowsOf(
      client,
      `UPDATE floor_item SET remaining = remaining - 1 WHERE id = $1 AND remaining > 0
       RETURNING price_cents`,
      [body.id],
    );
    if (item === undefined) throw new Error('Sold out.');
    await client.query(
      `INSERT INTO floor_attempt (id, user_id, key, state, item_id, recipient, amount_cents)
       VALUES ($1, $2, $3, 'reserved', $4, $5, $6)`,
      [attemptId, userId, key, body.id, recipient, item['price_cents']],
    );
    return Number(item['price_cents']);
  });

  const intent = await callProvider('payment_intents', `${attemptId}_create`, {
    amount: String(cents),
    currency: 'eur',
    'allowed_payment_method_types[0]': 'card',
    'metadata[attempt_id]': attemptId,
    'metadata[recipient]': recipient,
    'expand[0]': 'latest_charge',
  });
  await pool.query(`UPDATE floor_attempt SET state = 'charging', intent_id = $2 WHERE id = $1`, [
    attemptId,
    intent.id,
  ]);
  const paid = await callProvider(`payment_intents/${intent.id}/confirm`, `${attemptId}_confirm`, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': body.stripeToken,
    'expand[0]': 'latest_charge',
  });
  if (paid.status !== 'succeeded') throw new Error(`The payment is ${paid.status}.`);

  return inTransaction(async (client) => {
    const [order] = await rowsOf(
      client,
      `WITH paid AS (
         UPDATE floor_attempt SET state = 'paid' WHERE id = $1 AND state = 'charging' RETURNING *)
       INSERT INTO floor_order (attempt_id, user_id, item_id, recipient, amount_cents)
       SELECT id, user_id, item_id, recipient, amount_cents FROM paid RETURNING *`,
      [attemptId],
    );
    await client.query(`INSERT INTO floor_job (kind, payload) VALUES ('mail', $1)`, [
      { orderId: order?.['id'] },
    ]);
    return order;
  });
});

console.log(await server.listen({ host: '127.0.0.1', port: 0 }));

type Row = Record<string, unknown>;

async function rowsOf(
  client: pg.Pool | pg.PoolClient,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>(statement, values)).rows;
}

async function inTransaction<Result>(
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function callProvider(
  path: string,
  idempotencyKey: string,
  fields: Record<string, string>,
): Promise<{ id: string; status: string }> {
  const answer = await fetch(`${providerUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': idempotencyKey },
    body: new URLSearchParams(fields),
  });
  const body: { id: string; status: string } = await answer.json();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return body;
}
