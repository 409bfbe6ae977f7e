import { createHash } from 'node:crypto';

import { secondsFromNow } from '@shop/db/database-clock';
import type { Db, Prisma, Tx } from '@shop/db/db';
import { DECLARATION_KINDS, type DeclarationKind } from '@shop/domain/declaration';
import { localeOf, type Locale } from '@shop/domain/locale';

/** How it is known who declared. */
export type Proof = 'account' | 'letter' | 'none';

/** What happens to a declaration; each once, but for what people do. */
export type DeclarationEventKind =
  | 'receipt_sent'
  | 'receipt_lost'
  | 'matched'
  | 'proved'
  | 'denied'
  | 'held'
  | 'return_asked'
  | 'return_announced'
  | 'goods_back'
  | 'accepted'
  | 'contested'
  | 'ended'
  | 'refund_requested'
  | 'closed';

/** What an event tells beside its kind: ids, amounts, days, the words of a decision; never a person's data. */
export type EventFacts = Readonly<Record<string, string | number | boolean | null>>;

export type DeclarationEvent = {
  kind: DeclarationEventKind;
  by: string;
  facts: EventFacts;
  at: Date;
};

/** A declaration with what became of it. */
export type Declaration = {
  id: number;
  kind: DeclarationKind;
  orderId: number | null;
  subscriptionId: number | null;
  proof: Proof;
  /** Null, like the other words, once their term is over. */
  name: string | null;
  reference: string | null;
  email: string | null;
  locale: Locale;
  statement: string | null;
  declaredAt: Date;
  returnTracking: string | null;
  closedAt: Date | null;
  nextCheckAt: Date | null;
  tries: number;
  events: readonly DeclarationEvent[];
};

/** A declaration as it is; null for an unknown number. */
export async function findDeclaration(db: Db | Tx, id: number): Promise<Declaration | null> {
  const row = await db.declaration.findUnique({
    where: { id },
    include: DECLARATION_ROWS,
  });
  return row === null ? null : declarationOf(row);
}

type Row = Prisma.DeclarationGetPayload<{ include: { events: true } }>;

/** What `declarationOf` reads. */
export const DECLARATION_ROWS = {
  events: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.DeclarationInclude;

/** A declaration of its row and events. */
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
    email: row.email,
    locale: localeOf(row.locale),
    statement: row.statement,
    declaredAt: row.declaredAt,
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

const PROOFS = ['account', 'letter', 'none'] as const satisfies readonly Proof[];

function factsOf(value: Prisma.JsonValue): EventFacts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, fact]) =>
      typeof fact === 'object' && fact !== null ? [] : [[name, fact ?? null]],
    ),
  );
}

/** The newest event of a kind, if it has happened. */
export function eventOf(
  { events }: Pick<Declaration, 'events'>,
  kind: DeclarationEventKind,
): DeclarationEvent | undefined {
  return events.findLast((event) => event.kind === kind);
}

/** Whether what follows from it may follow: its declarer is proved, or the shop owner accepted it. */
export function isProved(declaration: Declaration): boolean {
  return declaration.proof !== 'none' || eventOf(declaration, 'accepted') !== undefined;
}

/** The same in a query, but for what was contested after the shop owner had accepted it. */
export const KNOWN_TO_BE_ITS_OWNERS = {
  OR: [{ proof: { not: 'none' } }, { events: { some: { kind: 'accepted' } } }],
} as const satisfies Prisma.DeclarationWhereInput;

/** Those that are not closed as the repetition of another one about the same contract. */
export const NO_REPETITION = {
  NOT: { events: { some: { kind: 'closed', facts: { path: ['repeats'], gt: 0 } } } },
} satisfies Prisma.DeclarationWhereInput;

/** The contract that a declaration is about; null while none is known. */
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
 * Locks a declaration, behind its contract (decision 073), and reads it under the lock; null for an
 * unknown number.
 */
export async function lockDeclaration(tx: Tx, id: number): Promise<Declaration | null> {
  await tx.$queryRaw`SELECT 1 FROM declaration WHERE id = ${id}::int FOR UPDATE`;
  return findDeclaration(tx, id);
}

export type NewEvent = { kind: DeclarationEventKind; by: string; facts?: EventFacts };

/** Adds an event, in the transaction of what it tells of; one that happens once is written once. */
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

/** Ends a declaration: nothing more follows by itself. A closed one stays closed, with its first reason. */
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

/**
 * Closes what nobody has proved about a contract, which the caller has locked, as repetitions of a
 * declaration that is known to be its owner's; answers what it closed.
 */
export async function closeRepetitions(
  tx: Tx,
  {
    id,
    kind,
    about,
  }: {
    id: number;
    kind: DeclarationKind;
    about: { orderId: number } | { subscriptionId: number };
  },
): Promise<Declaration[]> {
  const others = await tx.declaration.findMany({
    where: { ...about, kind, closedAt: null, proof: 'none', id: { not: id } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const closed: Declaration[] = [];
  for (const { id: otherId } of others) {
    const other = await lockDeclaration(tx, otherId);
    if (other === null || isProved(other)) continue;
    await closeDeclaration(tx, otherId, { by: 'system', facts: { repeats: id } });
    closed.push(other);
  }
  return closed;
}

/** Has the background look at a declaration at once, in the transaction of what was decided about it. */
export async function wakeDeclaration(tx: Tx, id: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET next_check_at = ${secondsFromNow(0)}, tries = 0 WHERE id = ${id}::int`;
}

/** The same for the open declarations about orders, whose caller has locked these (decision 073). */
export async function wakeDeclarationsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET next_check_at = ${secondsFromNow(0)}, tries = 0
    WHERE order_id = ANY(${[...orderIds]}::int[]) AND closed_at IS NULL`;
}

/** For how many days the account's owner can say whether they declared. */
export const LETTER_DAYS = 14;

/** How the secret of a link is kept. */
export function letterHashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
