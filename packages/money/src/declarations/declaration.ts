import { secondsFromNow } from '@agres/db/database-clock';
import type { Db, Prisma, Tx } from '@agres/db/db';
import { DECLARATION_KINDS, type DeclarationKind } from '@agres/domain/declaration';
import { localeOf, type Locale } from '@agres/domain/locale';

/** How the shop knows the declarant: by log-in, by the shop owner's acceptance, or not at all. */
export type Proof = 'account' | 'owner' | 'none';

/** How a receipt is delivered. */
export type ReceiptWay =
  /** Emailed to the given address. */
  | 'address'
  /** Emailed to the account's address. */
  | 'account'
  /** Emailed within a day, together with others for the same address. */
  | 'waiting'
  /** Shown on the page only. */
  | 'page';

/** The events of a declaration. Each occurs once, except those that people cause. */
export const DECLARATION_EVENT_KINDS = [
  'receipt_sent',
  'receipt_lost',
  'recorded',
  'owner_told',
  'held',
  'return_asked',
  'return_announced',
  'goods_back',
  'accepted',
  'contested',
  'ended',
  'refund_requested',
  'closed',
] as const;
export type DeclarationEventKind = (typeof DECLARATION_EVENT_KINDS)[number];

/** Facts are ids, amounts, days and the words of a decision. They contain no personal data. */
export type EventFacts = Readonly<Record<string, string | number | boolean | null>>;

export type DeclarationEvent = {
  kind: DeclarationEventKind;
  by: string;
  facts: EventFacts;
  at: Date;
};

export type Declaration = {
  id: number;
  kind: DeclarationKind;
  orderId: number | null;
  subscriptionId: number | null;
  proof: Proof;
  /** The texts are null once their retention period is over. */
  name: string | null;
  reference: string | null;
  /** Numbers in the reference that may be order numbers. */
  numbers: readonly number[];
  email: string | null;
  locale: Locale;
  statement: string | null;
  declaredAt: Date;
  receipt: ReceiptWay;
  /** The declaration whose email also contains this receipt. */
  receiptWith: number | null;
  isFlood: boolean;
  returnTracking: string | null;
  closedAt: Date | null;
  nextCheckAt: Date | null;
  tries: number;
  events: readonly DeclarationEvent[];
};

/** Returns a declaration, or null for an unknown number. */
export async function findDeclaration(db: Db | Tx, id: number): Promise<Declaration | null> {
  const row = await db.declaration.findUnique({
    where: { id },
    include: DECLARATION_INCLUDE,
  });
  return row === null ? null : declarationOf(row);
}

type Row = Prisma.DeclarationGetPayload<{ include: { events: true } }>;

export const DECLARATION_INCLUDE = {
  events: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.DeclarationInclude;

export function declarationOf({ events, ...row }: Row): Declaration {
  const proof = PROOFS.find((known) => known === row.proof) ?? 'none';
  return {
    id: row.id,
    kind: DECLARATION_KINDS.find((kind) => kind === row.kind) ?? 'withdrawal',
    orderId: row.orderId,
    subscriptionId: row.subscriptionId,
    proof,
    name: row.name,
    reference: row.reference,
    numbers: row.numbers,
    email: row.email,
    locale: localeOf(row.locale),
    statement: row.statement,
    declaredAt: row.declaredAt,
    receipt: RECEIPT_WAYS.find((known) => known === row.receipt) ?? 'address',
    receiptWith: row.receiptWith,
    isFlood: row.flood !== null,
    returnTracking: row.returnTracking,
    closedAt: row.closedAt,
    nextCheckAt: row.nextCheckAt,
    tries: row.tries,
    events: events.map(({ kind, by, facts, at }) => ({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database's CHECK holds the kinds
      kind: kind as DeclarationEventKind,
      by,
      facts: factsOf(facts),
      at,
    })),
  };
}

export const PROOFS = ['account', 'owner', 'none'] as const satisfies readonly Proof[];
const RECEIPT_WAYS = [
  'address',
  'account',
  'waiting',
  'page',
] as const satisfies readonly ReceiptWay[];

function factsOf(value: Prisma.JsonValue): EventFacts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, fact]) =>
      typeof fact === 'object' && fact !== null ? [] : [[name, fact ?? null]],
    ),
  );
}

/** Returns the language of the newest withdrawal from a contract; null if none was declared. */
export async function findWithdrawalLocale(
  db: Db,
  contract: { orderId: number } | { subscriptionId: number },
): Promise<Locale | null> {
  const declaration = await db.declaration.findFirst({
    where: { ...contract, kind: 'withdrawal' },
    orderBy: { id: 'desc' },
    select: { locale: true },
  });
  return declaration === null ? null : localeOf(declaration.locale);
}

/** Returns the newest event of a kind. */
export function eventOf(
  { events }: Pick<Declaration, 'events'>,
  kind: DeclarationEventKind,
): DeclarationEvent | undefined {
  return events.findLast((event) => event.kind === kind);
}

/** Whether a declaration may take effect: made in the account, or accepted by the shop owner. */
export function isProved({ proof }: Pick<Declaration, 'proof'>): boolean {
  return proof !== 'none';
}

/** Returns the contract that a declaration concerns; null until the shop owner has assigned one. */
export function contractIdOf({
  orderId,
  subscriptionId,
}: Pick<Declaration, 'orderId' | 'subscriptionId'>): {
  noun: 'order' | 'subscription';
  contractId: number;
} | null {
  if (orderId !== null) return { noun: 'order', contractId: orderId };
  return subscriptionId === null ? null : { noun: 'subscription', contractId: subscriptionId };
}

/**
 * Locks and reads a declaration, or returns null for an unknown number. Lock its contract first (decision
 * 073).
 */
export async function lockDeclaration(tx: Tx, id: number): Promise<Declaration | null> {
  await tx.$queryRaw`SELECT 1 FROM declaration WHERE id = ${id}::int FOR UPDATE`;
  return findDeclaration(tx, id);
}

/**
 * Returns, by order id, the open withdrawal without a log-in that may concern the order, by order number or
 * email address. The parcels of these orders are excluded from bulk sending and printing.
 */
export async function findNamedOrders(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.$queryRaw<{ orderId: number; declarationId: number }[]>`
    SELECT o.id AS "orderId", min(d.id) AS "declarationId"
    FROM declaration d
    JOIN orders o ON o.id = ANY(${[...orderIds]}::int[])
    LEFT JOIN users u ON u.id = o.user_id
    WHERE d.closed_at IS NULL AND d.proof = 'none' AND d.kind = 'withdrawal' AND d.flood IS NULL
      AND (o.id = ANY(d.numbers) OR lower(d.email) = u.email_key)
      AND NOT EXISTS (SELECT FROM declaration_event e
        WHERE e.declaration_id = d.id AND e.kind = 'contested')
    GROUP BY o.id`;
  return new Map(rows.map(({ orderId, declarationId }) => [orderId, declarationId]));
}

export type NewEvent = { kind: DeclarationEventKind; by: string; facts?: EventFacts };

/** Adds an event in the transaction of its cause. A kind that occurs once is stored once. */
export async function addEvent(
  tx: Db | Tx,
  declarationId: number,
  { kind, by, facts = {} }: NewEvent,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO declaration_event (declaration_id, kind, by, facts)
    VALUES (${declarationId}::int, ${kind}, ${by}, ${JSON.stringify(facts)}::jsonb)
    ON CONFLICT DO NOTHING`;
}

/** Closes a declaration, which ends its background work. A closed one keeps its first time and reason. */
export async function closeDeclaration(
  tx: Tx,
  declarationId: number,
  { by, facts }: Omit<NewEvent, 'kind'>,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET closed_at = coalesce(closed_at, clock_timestamp())
    WHERE id = ${declarationId}::int`;
  await addEvent(tx, declarationId, {
    kind: 'closed',
    by,
    ...(facts === undefined ? {} : { facts }),
  });
}

/** Schedules a declaration's next check for now, in the transaction of a decision about it. */
export async function recheckDeclaration(tx: Tx, id: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET next_check_at = ${secondsFromNow(0)}, tries = 0 WHERE id = ${id}::int`;
}

/**
 * Schedules the next check of the open declarations about these orders for now. The caller must have locked
 * the orders (decision 073).
 */
export async function recheckDeclarationsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET next_check_at = ${secondsFromNow(0)}, tries = 0
    WHERE order_id = ANY(${[...orderIds]}::int[]) AND closed_at IS NULL`;
}
