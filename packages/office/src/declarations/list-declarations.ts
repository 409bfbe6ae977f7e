import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { refundLastDay, type RefundIncrease } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { DECLARATION_KINDS } from '@agres/domain/declaration';
import { GOODS_RETURNS } from '@agres/domain/order-marks';
import type { Refusal } from '@agres/domain/refusals';
import { emailKeyOf } from '@agres/domain/users';
import {
  contractIdOf,
  DECLARATION_EVENT_KINDS,
  DECLARATION_INCLUDE,
  declarationOf,
  eventOf,
  findDeclaration,
  isProved,
  PROOFS,
  type Declaration,
  type DeclarationEventKind,
} from '@agres/money/declarations/declaration';
import { REFUND_STATES, refundStateOf } from '@agres/money/refund/refund-outcome';
import { findOwedRefunds } from '@agres/money/refund/returned-money';
import { CONTRACTS } from '@agres/shop/contracts';
import { GOODS_PLACES, type ContractStanding } from '@agres/shop/declarations/contract';
import {
  computeRefundDue,
  isLate,
  DECLARATION_STATUSES,
  declarationStatusOf,
  type DeclarationStatus,
} from '@agres/shop/declarations/standing';
import { z } from 'zod';

import { MAX_LISTED } from '../operations/values.ts';

/** An undelivered receipt is listed for this many days. */
const RECEIPT_DAYS = 60;

/** The legal increase of an overdue refund. */
export const increaseSchema: z.ZodType<RefundIncrease> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('legal_rate') }),
  z.object({ kind: z.literal('percent'), percent: z.number() }),
]);

export const listedDeclarationSchema = z.object({
  id: z.int(),
  kind: z.enum(DECLARATION_KINDS),
  stand: z.enum(DECLARATION_STATUSES),
  declaredDate: z.iso.datetime(),
  name: z.string().nullable(),
  contract: z.object({ noun: z.enum(['order', 'subscription']), id: z.int() }).nullable(),
  /** The last day on which a withdrawal takes effect automatically; null before the period begins. */
  followedUntil: z.iso.date().nullable(),
  /** The last day to answer a declaration that the owner must decide; null otherwise. */
  answerBy: z.iso.date().nullable(),
  /** Whether the last day to answer or to refund has passed. */
  isOverdue: z.boolean(),
  isReturnAnnounced: z.boolean(),
  isReceiptLost: z.boolean(),
  /** The last day to refund, and the increase for being late. */
  due: z.object({ on: z.iso.date(), increase: increaseSchema }).nullable(),
  /** The part of the payment not refunded yet. Null without a contract, or if only the provider knows it. */
  leftCents: z.int().nullable(),
  /** Where the goods of a withdrawn order are. */
  goods: z.enum(GOODS_RETURNS),
});
type ListedDeclaration = z.output<typeof listedDeclarationSchema>;

/** Returns a lookup of the current standing of each declaration's contract. */
async function readStandings(
  db: Db | Tx,
  declarations: readonly Declaration[],
): Promise<(declaration: Declaration) => ContractStanding | null> {
  const known = new Map<string, ContractStanding>();
  for (const { noun, standings } of CONTRACTS) {
    const ids = declarations.flatMap((one) => {
      const contract = contractIdOf(one);
      return contract?.noun === noun ? [contract.contractId] : [];
    });
    if (ids.length === 0) continue;
    for (const one of await standings(db, [...new Set(ids)])) {
      known.set(`${noun} ${one.contractId}`, one);
    }
  }
  return (declaration) => {
    const contract = contractIdOf(declaration);
    if (contract === null) return null;
    return known.get(`${contract.noun} ${contract.contractId}`) ?? null;
  };
}

/** Returns the current standing of a declaration's contract, or null without one. */
export async function readStanding(
  db: Db | Tx,
  declaration: Declaration,
): Promise<ContractStanding | null> {
  return (await readStandings(db, [declaration]))(declaration);
}

const isToAnswer = (stand: DeclarationStatus) => stand === 'undecided' || stand === 'late';

/** The last day to answer a declaration without a log-in: the refund would be due then (L221-24). */
const answerDayOf = ({ declaredAt }: Declaration) =>
  refundLastDay({ declaredOn: parisDayOf(declaredAt), goods: 'nothing' });

function toListedDeclaration(
  declaration: Declaration,
  contract: ContractStanding | null,
  { today, isOwed }: { today: string; isOwed: boolean },
): ListedDeclaration {
  const about = contractIdOf(declaration);
  const isDue = declaration.closedAt === null || isOwed;
  const stand = declarationStatusOf(declaration, contract);
  const due = isDue ? computeRefundDue(declaration, contract, today) : null;
  const answerBy = isToAnswer(stand) ? answerDayOf(declaration) : null;
  const lastDay = due?.on ?? answerBy;
  return {
    id: declaration.id,
    kind: declaration.kind,
    stand,
    declaredDate: declaration.declaredAt.toISOString(),
    name: declaration.name,
    contract: about === null ? null : { noun: about.noun, id: about.contractId },
    followedUntil: contract?.followedUntil ?? null,
    answerBy,
    isOverdue: lastDay !== null && lastDay < today,
    isReturnAnnounced: declaration.returnTracking !== null,
    isReceiptLost: eventOf(declaration, 'receipt_lost') !== undefined,
    due,
    leftCents: contract?.money?.leftCents ?? null,
    goods:
      eventOf(declaration, 'goods_back') !== undefined
        ? 'back'
        : stand === 'awaited'
          ? 'awaited'
          : 'none',
  };
}

/**
 * Converts declarations to listed ones. `owed` holds ids of declarations whose refund is not sent yet, or
 * failed and is still owed.
 */
async function toListed(
  db: Db | Tx,
  declarations: readonly Declaration[],
  { now, owed }: { now: Date; owed: ReadonlySet<number> },
): Promise<ListedDeclaration[]> {
  const standing = await readStandings(db, declarations);
  const today = parisDayOf(now);
  return declarations.map((one) =>
    toListedDeclaration(one, standing(one), { today, isOwed: owed.has(one.id) }),
  );
}

/**
 * Returns the declarations that are open, owe money or have an undelivered receipt. Held ones come first,
 * then undelivered receipts, then the rest by the day on which money or an answer is due.
 */
export async function findWaitingDeclarations(db: Db, now: Date): Promise<ListedDeclaration[]> {
  const open = await db.declaration.findMany({
    where: { closedAt: null, flood: null },
    include: DECLARATION_INCLUDE,
    orderBy: [{ declaredAt: 'asc' }, { id: 'asc' }],
    take: MAX_LISTED,
  });
  const [owed, lost] = await Promise.all([findOwed(db), findLostReceipts(db)]);
  const known = new Set(open.map(({ id }) => id));
  const others = [...new Set([...owed, ...lost])].filter((id) => !known.has(id));
  const closed = await db.declaration.findMany({
    where: { id: { in: others }, closedAt: { not: null } },
    include: DECLARATION_INCLUDE,
  });
  const rows = await toListed(db, [...open, ...closed].map(declarationOf), { now, owed });
  return rows.toSorted((one, other) => compareTexts(placeOf(one), placeOf(other)));
}

/**
 * Finds the withdrawal of each order that has one. Among several: one whose goods are back, else an open one,
 * else the newest.
 */
export async function findOrderWithdrawals(
  db: Db | Tx,
  orderIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ListedDeclaration>> {
  const rows = await db.declaration.findMany({
    where: { kind: 'withdrawal', orderId: { in: [...orderIds] } },
    include: DECLARATION_INCLUDE,
    orderBy: { id: 'asc' },
  });
  if (rows.length === 0) return new Map();
  const found = await toListed(db, rows.map(declarationOf), { now, owed: await findOwed(db) });
  // A later entry of the same order overrides an earlier one.
  const inOrder = found.toSorted(
    (one, other) => weightOf(one) - weightOf(other) || one.id - other.id,
  );
  return new Map(inOrder.flatMap((one) => (one.contract === null ? [] : [[one.contract.id, one]])));
}

const weightOf = ({ goods, stand }: ListedDeclaration) =>
  goods === 'back' ? 2 : stand === 'closed' ? 0 : 1;

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the sort key of `findWaitingDeclarations`. */
const placeOf = (row: ListedDeclaration) => {
  const { stand, isReceiptLost, due, answerBy, declaredDate } = row;
  const day = due?.on ?? answerBy ?? '9999-12-31';
  return [stand === 'held' ? 0 : isReceiptLost ? 1 : 2, day, declaredDate].join(' ');
};

/** The open declarations of a network above its daily limit. */
export const floodSchema = z.object({ firstId: z.int(), count: z.int(), on: z.iso.date() });
type Flood = z.output<typeof floodSchema>;

/** Returns one row per network above its limit, newest first. */
export async function findFloods(db: Db): Promise<Flood[]> {
  const rows = await db.$queryRaw<{ firstId: number; count: number; at: Date }[]>`
    SELECT min(id) AS "firstId", count(*)::int AS count, min(declared_at) AS at FROM declaration
    WHERE closed_at IS NULL AND flood IS NOT NULL GROUP BY flood
    ORDER BY min(id) DESC LIMIT ${MAX_LISTED}::int`;
  return rows.map(({ at, ...row }) => ({ ...row, on: parisDayOf(at) }));
}

/** Returns the ids of withdrawals whose refund is not sent yet, or failed and is still owed. */
async function findOwed(db: Db | Tx): Promise<ReadonlySet<number>> {
  const refunds = await findOwedRefunds(db, 'withdrawal');
  const idsOf = (field: 'orderId' | 'subscriptionId') =>
    refunds.flatMap((refund) => (refund[field] === null ? [] : [refund[field]]));
  const [ofOrders, ofSubscriptions] = await Promise.all([
    db.declaration.findMany({
      where: { kind: 'withdrawal', orderId: { in: idsOf('orderId') } },
      select: { id: true, orderId: true },
      orderBy: { id: 'asc' },
    }),
    db.declaration.findMany({
      where: { kind: 'withdrawal', subscriptionId: { in: idsOf('subscriptionId') } },
      select: { id: true, subscriptionId: true },
      orderBy: { id: 'asc' },
    }),
  ]);
  // Among several about one contract, the newest was followed.
  return new Set([
    ...new Map(ofOrders.map(({ id, orderId }) => [orderId, id])).values(),
    ...new Map(ofSubscriptions.map(({ id, subscriptionId }) => [subscriptionId, id])).values(),
  ]);
}

async function findLostReceipts(db: Db): Promise<readonly number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT declaration_id AS "id" FROM declaration_event
    WHERE kind = 'receipt_lost' AND at > now() - make_interval(days => ${RECEIPT_DAYS}::int)
    ORDER BY at DESC LIMIT ${MAX_LISTED}::int`;
  return rows.map(({ id }) => id);
}

export function refuseUnknownDeclaration(id: number): never {
  refuse({ code: 'declaration_unknown', declaration: id });
}

const eventSchema = z.object({
  /** `parcel_gone` comes from the order's journal, not from the declaration's events. */
  kind: z.enum([...DECLARATION_EVENT_KINDS, 'parcel_gone']),
  by: z.string(),
  at: z.iso.datetime(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const nearSchema = z.object({
  noun: z.enum(['order', 'subscription']),
  id: z.int(),
  isOfAddress: z.boolean(),
  isNumbered: z.boolean(),
  title: z.string().nullable(),
  titleEn: z.string().nullable(),
  madeOn: z.iso.date(),
  accountEmail: z.string().nullable(),
  /** The last day of the withdrawal period. `isOver`: the contract is cancelled or has ended. */
  followedUntil: z.iso.date().nullable(),
  isOver: z.boolean(),
  goodsPlace: z.enum(GOODS_PLACES).nullable(),
  leftCents: z.int().nullable(),
});

const DECISIONS = ['accept', 'contest', 'close', 'noteGoods'] as const;
type Decision = (typeof DECISIONS)[number];

/** The states in which each decision is possible; `findGoodsObstacle` rules on returned goods. */
const DECIDED_IN: Readonly<Record<Exclude<Decision, 'noteGoods'>, readonly DeclarationStatus[]>> = {
  accept: ['undecided', 'late', 'contested'],
  contest: ['undecided', 'late'],
  close: ['undecided', 'late', 'contested', 'awaited'],
};

export const canDecide = (decision: keyof typeof DECIDED_IN, stand: DeclarationStatus) =>
  DECIDED_IN[decision].includes(stand);

/** `title` and `option` are in French. */
export const boughtItemSchema = z.object({
  title: z.string(),
  option: z.string().nullable(),
  titleEn: z.string(),
  optionEn: z.string().nullable(),
});

const declarationSchema = listedDeclarationSchema.extend({
  proof: z.enum(PROOFS),
  email: z.string().nullable(),
  locale: z.string(),
  reference: z.string().nullable(),
  statement: z.string().nullable(),
  returnTracking: z.string().nullable(),
  hasAccount: z.boolean(),
  /** The decisions that are possible now. */
  decisions: z.array(z.enum(DECISIONS)),
  /** The number of open declarations of its network above that day's limit, itself included; otherwise 0. */
  floodCount: z.int(),
  /** The item that was bought; null without an order. */
  item: boughtItemSchema.nullable(),
  goodsPlace: z.enum(GOODS_PLACES).nullable(),
  /** The price without delivery, which is the most that can be retained; null if not known here. */
  goodsCents: z.int().nullable(),
  /** Candidate contracts, until one is chosen. */
  near: z.array(nearSchema),
  events: z.array(eventSchema),
  refunds: z.array(z.object({ amountCents: z.int(), state: z.enum(REFUND_STATES) })),
});
type ShownDeclaration = z.output<typeof declarationSchema>;

async function readDeclaration(db: Db, id: number, now: Date): Promise<ShownDeclaration> {
  const declaration = (await findDeclaration(db, id)) ?? refuseUnknownDeclaration(id);
  const contract = await readStanding(db, declaration);
  const { orderId, subscriptionId } = declaration;
  const refunds =
    orderId === null && subscriptionId === null
      ? []
      : await db.refund.findMany({
          where: orderId === null ? { subscriptionId } : { orderId },
          select: { amountCents: true, state: true, origin: true },
          orderBy: { at: 'asc' },
        });
  const order =
    orderId === null
      ? null
      : await db.order.findUnique({
          where: { id: orderId },
          select: {
            itemTitleFr: true,
            itemTitleEn: true,
            chosenOptionTitleFr: true,
            chosenOptionTitleEn: true,
          },
        });
  const [owed, near, floodCount, obstacle] = await Promise.all([
    findOwed(db),
    findNear(db, declaration),
    countFlood(db, id),
    findGoodsObstacle(db, { declaration, contract }),
  ]);
  const row = toListedDeclaration(declaration, contract, {
    today: parisDayOf(now),
    isOwed: owed.has(id),
  });
  return {
    ...row,
    proof: declaration.proof,
    email: declaration.email,
    locale: declaration.locale,
    reference: declaration.reference,
    statement: declaration.statement,
    returnTracking: declaration.returnTracking,
    hasAccount: contract?.hasAccount ?? false,
    decisions: DECISIONS.filter((one) =>
      one === 'noteGoods' ? obstacle === null : canDecide(one, row.stand),
    ),
    floodCount,
    item: order && {
      title: order.itemTitleFr,
      option: order.chosenOptionTitleFr,
      titleEn: order.itemTitleEn,
      optionEn: order.chosenOptionTitleEn,
    },
    goodsPlace: contract?.goods ?? null,
    goodsCents: contract?.money?.goodsCents ?? null,
    near,
    events: [...declaration.events, ...(await findParcelGone(db, declaration))]
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    refunds: refunds.map(({ amountCents, state }) => ({
      amountCents,
      state: refundStateOf(state),
    })),
  };
}

/** Returns the sending of an order that a declaration held: staff answered that its parcel had left. */
async function findParcelGone(db: Db, declaration: Declaration) {
  const held = eventOf(declaration, 'held');
  if (held === undefined) return [];
  const sending = await db.journalEntry.findFirst({
    where: {
      subjectKind: 'order',
      subjectId: String(declaration.orderId),
      operation: 'orders.send',
      at: { gte: held.at },
    },
    select: { at: true, actorName: true },
    orderBy: { id: 'asc' },
  });
  if (sending === null) return [];
  const { at, actorName: by } = sending;
  return [{ kind: 'parcel_gone' as const, by, at, facts: {} }];
}

/** Returns the day and person of an earlier decision, or null. */
export function earlierDecisionOf(
  declaration: Declaration,
  kind: DeclarationEventKind,
): { declaration: number; on: string; by: string } | null {
  const event = eventOf(declaration, kind);
  if (event === undefined) return null;
  return { declaration: declaration.id, on: parisDayOf(event.at), by: event.by };
}

async function countFlood(db: Db, id: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM declaration
    WHERE closed_at IS NULL AND flood = (SELECT flood FROM declaration WHERE id = ${id}::int)`;
  return row?.count ?? 0;
}

type Standing = { declaration: Declaration; contract: ContractStanding | null };

/**
 * Returns why the goods of a declaration cannot be recorded as returned, or null. A declaration that was
 * closed because its goods had not arrived allows it.
 */
export async function findGoodsObstacle(
  db: Db | Tx,
  { declaration, contract }: Standing,
): Promise<Refusal | null> {
  const { id, kind, orderId } = declaration;
  const before = earlierDecisionOf(declaration, 'goods_back');
  if (before !== null) return { code: 'goods_noted', ...before };
  if (kind !== 'withdrawal' || orderId === null || contract?.money == null) {
    return { code: 'goods_of_no_order', declaration: id };
  }
  if (contract.goods !== 'sent') return { code: 'goods_not_sent', order: orderId };
  // guard: returned goods are refunded only for a proved or accepted withdrawal
  if (!isProved(declaration) || isLate(declaration, contract)) {
    return declaration.closedAt === null
      ? { code: 'goods_not_accepted', declaration: id }
      : { code: 'goods_closed_before', declaration: id, order: orderId };
  }
  if (eventOf(declaration, 'refund_requested') !== undefined || contract.money.leftCents <= 0) {
    return { code: 'goods_given_back', declaration: id, order: orderId };
  }
  const other = await db.declarationEvent.findFirst({
    where: { kind: 'goods_back', declaration: { orderId } },
    select: { declarationId: true },
  });
  // guard: the return of an order’s goods is recorded once
  if (other !== null) {
    return { code: 'goods_noted_elsewhere', order: orderId, declaration: other.declarationId };
  }
  return null;
}

/** Finds the contracts of the email address and of the numbers in the reference; the owner chooses one. */
async function findNear(
  db: Db,
  { closedAt, kind, email, reference, ...declaration }: Declaration,
): Promise<z.output<typeof nearSchema>[]> {
  if (closedAt !== null || contractIdOf(declaration) !== null) return [];
  const declared = { emailKey: emailKeyOf(email ?? ''), reference: reference ?? '', kind };
  const found = await Promise.all(
    CONTRACTS.filter(({ kinds }) => kinds.has(kind)).map(
      async ({ noun, findNear: find, standings }) => {
        const near = await find(db, declared);
        const known = await standings(
          db,
          near.map(({ contractId }) => contractId),
        );
        return near.map(({ contractId, ...one }) => {
          const standing = known.find((other) => other.contractId === contractId);
          return {
            noun,
            id: contractId,
            ...one,
            followedUntil: standing?.followedUntil ?? null,
            isOver: standing?.isEnding ?? false,
            goodsPlace: standing?.goods ?? null,
            leftCents: standing?.money?.leftCents ?? null,
          };
        });
      },
    ),
  );
  return found.flat();
}

/** Lists the waiting declarations; with `isAll` all of them, newest first. */
export const listDeclarations = defineRead({
  name: 'declarations.list',
  permission: 'declarations.read',
  input: z.object({ isAll: z.boolean() }),
  output: z.object({
    declarations: z.array(listedDeclarationSchema),
    areMore: z.boolean(),
    floods: z.array(floodSchema),
  }),
  run: async ({ db, clock }, { isAll }) => {
    const declarations = isAll
      ? await listNewest(db, clock())
      : await findWaitingDeclarations(db, clock());
    return {
      declarations: declarations.slice(0, MAX_LISTED),
      areMore: declarations.length >= MAX_LISTED,
      floods: await findFloods(db),
    };
  },
});

export const getDeclaration = defineRead({
  name: 'declarations.get',
  permission: 'declarations.read',
  input: z.object({ declaration: z.int().positive() }),
  output: declarationSchema,
  run: ({ db, clock }, { declaration }) => readDeclaration(db, declaration, clock()),
});

async function listNewest(db: Db, now: Date): Promise<ListedDeclaration[]> {
  const rows = await db.declaration.findMany({
    include: DECLARATION_INCLUDE,
    orderBy: { id: 'desc' },
    take: MAX_LISTED,
  });
  return toListed(db, rows.map(declarationOf), { now, owed: await findOwed(db) });
}
