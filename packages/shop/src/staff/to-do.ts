import { Prisma, type Db } from '@agres/db/db';
import { refundLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import { LOW_STOCK } from '@agres/domain/stock';
import { IS_REPLACEMENT_TO_SEND, IS_TO_SEND } from '@agres/money/orders/order-state';
import { IS_OWED } from '@agres/money/refund/returned-money';

export type ToDo = {
  moneyOwed: number;
  declarations: number;
  declarationsBy: Day | null;
  parcels: number;
  parcelsBy: Day | null;
  /** The messages unanswered for more than a day; the site promises a reply within two. */
  messages: number;
  lowStock: number;
};

const DAY_MS = 86_400_000;

export async function countToDo(db: Db, now: Date): Promise<ToDo> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const failedRefunds = await readCount(
    db,
    Prisma.sql`SELECT count(DISTINCT r.payment_intent_id)::int AS count
      FROM refund r WHERE r.state = 'failed' AND ${IS_OWED}`,
  );
  const disputes = await readCount(
    db,
    Prisma.sql`SELECT count(*)::int AS count FROM dispute WHERE closed_at IS NULL`,
  );
  const [declarations] = await db.$queryRaw<{ count: number; first: Date | null }[]>`
    SELECT count(*)::int AS count, min(d.declared_at) AS first FROM declaration d
    WHERE d.closed_at IS NULL AND d.flood IS NULL AND NOT EXISTS (
      SELECT FROM declaration_event e
      WHERE e.declaration_id = d.id AND e.kind IN ('accepted', 'contested'))`;
  const [parcels] = await db.$queryRaw<{ count: number; by: Date | null }[]>`
    SELECT count(*)::int AS count, min(promised_by) AS by FROM orders WHERE ${IS_TO_SEND}`;
  const replacements = await readCount(
    db,
    Prisma.sql`SELECT count(*)::int AS count FROM replacement WHERE ${IS_REPLACEMENT_TO_SEND}`,
  );
  const first = declarations?.first ?? null;
  return {
    moneyOwed: failedRefunds + disputes,
    declarations: declarations?.count ?? 0,
    declarationsBy:
      first === null ? null : refundLastDay({ declaredOn: parisDayOf(first), goods: 'nothing' }),
    parcels: (parcels?.count ?? 0) + replacements,
    parcelsBy: parcels?.by?.toISOString().slice(0, 10) ?? null,
    messages: await readCount(
      db,
      Prisma.sql`SELECT count(*)::int AS count FROM contact_message
        WHERE answered_at IS NULL AND created_at < ${dayAgo}`,
    ),
    lowStock: await db.itemOption.count({
      where: { remaining: { lte: LOW_STOCK }, item: { publishedAt: { lte: now } } },
    }),
  };
}

async function readCount(db: Db, counting: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(counting);
  return row?.count ?? 0;
}
