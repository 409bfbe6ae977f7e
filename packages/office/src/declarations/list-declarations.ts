import { dayOf, minuteOf } from '@agres/core/operations/days';
import { brief, euros } from '@agres/core/operations/format';
import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { refundLastDay, type Increase } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { DECLARATION_KINDS } from '@agres/domain/declaration';
import { emailKeyOf } from '@agres/domain/users';
import {
  contractIdOf,
  DECLARATION_ROWS,
  declarationOf,
  eventOf,
  findDeclaration,
  PROOFS,
  type Declaration,
} from '@agres/money/declarations/declaration';
import { findOwedRefunds, REFUND_STATES, refundStateOf } from '@agres/money/refund/refund';
import type { Contracts, ContractStanding } from '@agres/shop/declarations/contract';
import { dueOf, STANDS, standOf } from '@agres/shop/declarations/standing';
import { z } from 'zod';

import { defineOperationCommand, type OwnerCommand } from '../operations/command.ts';
import { lines, table } from '../operations/report.ts';
import { flagValue, idValue } from '../operations/values.ts';

/** Who has more to decide begins with these. */
const LISTED = 200;
/** How many days a receipt that did not arrive is listed. */
const RECEIPT_DAYS = 60;

/** What lateness adds. */
export const increaseSchema: z.ZodType<Increase> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('legal_rate') }),
  z.object({ kind: z.literal('percent'), percent: z.number() }),
]);

/** A line of the list. */
export const listedDeclarationSchema = z.object({
  id: z.int(),
  kind: z.enum(DECLARATION_KINDS),
  stand: z.enum(STANDS),
  declaredDate: z.iso.datetime(),
  name: z.string().nullable(),
  contract: z.object({ noun: z.enum(['order', 'subscription']), id: z.int() }).nullable(),
  /** The last day on which it would be followed by itself; null while the clock has not begun. */
  followedUntil: z.iso.date().nullable(),
  isReturnAnnounced: z.boolean(),
  isReceiptLost: z.boolean(),
  /** When its money is owed at the latest, and what lateness adds to it. */
  due: z.object({ on: z.iso.date(), increase: increaseSchema }).nullable(),
  /** What of the payment has not gone back; null where only the provider knows, or no contract is. */
  leftCents: z.int().nullable(),
});
type Listed = z.output<typeof listedDeclarationSchema>;

/** The contracts of declarations as they stand, by noun and id. */
async function readStandings(
  db: Db | Tx,
  contracts: readonly Contracts[],
  declarations: readonly Declaration[],
): Promise<(declaration: Declaration) => ContractStanding | null> {
  const known = new Map<string, ContractStanding>();
  for (const { noun, standings } of contracts) {
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

/** A declaration and its contract, as they stand. */
export async function standingOf(
  db: Db | Tx,
  contracts: readonly Contracts[],
  declaration: Declaration,
): Promise<ContractStanding | null> {
  return (await readStandings(db, contracts, [declaration]))(declaration);
}

function listed(
  declaration: Declaration,
  contract: ContractStanding | null,
  { today, isOwed }: { today: string; isOwed: boolean },
): Listed {
  const about = contractIdOf(declaration);
  const isDue = declaration.closedAt === null || isOwed;
  return {
    id: declaration.id,
    kind: declaration.kind,
    stand: standOf(declaration, contract),
    declaredDate: declaration.declaredAt.toISOString(),
    name: declaration.name,
    contract: about === null ? null : { noun: about.noun, id: about.contractId },
    followedUntil: contract?.followedUntil ?? null,
    isReturnAnnounced: declaration.returnTracking !== null,
    isReceiptLost: eventOf(declaration, 'receipt_lost') !== undefined,
    due: isDue ? dueOf(declaration, contract, today) : null,
    leftCents: contract?.money?.leftCents ?? null,
  };
}

/**
 * The declarations that are open, or whose money has not arrived, or whose receipt did not: what the
 * shop owner decides first, then lost receipts, then by the day on which money is due.
 */
export async function findWaitingDeclarations(
  db: Db,
  contracts: readonly Contracts[],
  now: Date,
): Promise<Listed[]> {
  const open = await db.declaration.findMany({
    where: { closedAt: null, flood: null },
    include: DECLARATION_ROWS,
    orderBy: [{ declaredAt: 'asc' }, { id: 'asc' }],
    take: LISTED,
  });
  const [owed, lost] = await Promise.all([findOwed(db), findLostReceipts(db)]);
  const known = new Set(open.map(({ id }) => id));
  const others = [...new Set([...owed, ...lost])].filter((id) => !known.has(id));
  const closed = await db.declaration.findMany({
    where: { id: { in: others }, closedAt: { not: null } },
    include: DECLARATION_ROWS,
  });
  const declarations = [...open, ...closed].map(declarationOf);
  const standing = await readStandings(db, contracts, declarations);
  const today = parisDayOf(now);
  const rows = declarations.map((one) =>
    listed(one, standing(one), { today, isOwed: owed.has(one.id) }),
  );
  return rows.toSorted((one, other) => compareTexts(placeOf(one), placeOf(other)));
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** As a text that sorts: held, then lost receipts, then by the day due or to be answered, then by age. */
const placeOf = (row: Listed) => {
  const { stand, isReceiptLost, due, declaredDate } = row;
  const isToAnswer = stand === 'undecided' || stand === 'late';
  const day = due?.on ?? (isToAnswer ? answerDayOf(row) : '9999-12-31');
  return [stand === 'held' ? 0 : isReceiptLost ? 1 : 2, day, declaredDate].join(' ');
};

/** The open declarations of a network that declared more often in a day than its limit. */
export const floodSchema = z.object({ firstId: z.int(), count: z.int(), on: z.iso.date() });
type Flood = z.output<typeof floodSchema>;

/** One line for all that a network declared above its limit, the newest first. */
export async function findFloods(db: Db): Promise<Flood[]> {
  const rows = await db.$queryRaw<{ firstId: number; count: number; at: Date }[]>`
    SELECT min(id) AS "firstId", count(*)::int AS count, min(declared_at) AS at FROM declaration
    WHERE closed_at IS NULL AND flood IS NOT NULL GROUP BY flood
    ORDER BY min(id) DESC LIMIT ${LISTED}::int`;
  return rows.map(({ at, ...row }) => ({ ...row, on: parisDayOf(at) }));
}

/** A line for each flood, with the command that closes it. */
export const floodWords = (floods: readonly Flood[]) =>
  floods.map(
    ({ firstId, count, on }) =>
      `${count} more from one network on ${on}, no. ${firstId} the first: pnpm shop declaration:close ${firstId} --network --reason …`,
  );

/** The withdrawals whose refund failed, or has not been taken by the provider yet. */
async function findOwed(db: Db): Promise<ReadonlySet<number>> {
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
  // Of several about one contract the newest is the one that was followed.
  return new Set([
    ...new Map(ofOrders.map(({ id, orderId }) => [orderId, id])).values(),
    ...new Map(ofSubscriptions.map(({ id, subscriptionId }) => [subscriptionId, id])).values(),
  ]);
}

async function findLostReceipts(db: Db): Promise<readonly number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT declaration_id AS "id" FROM declaration_event
    WHERE kind = 'receipt_lost' AND at > now() - make_interval(days => ${RECEIPT_DAYS}::int)
    ORDER BY at DESC LIMIT ${LISTED}::int`;
  return rows.map(({ id }) => id);
}

/** Ends an operation about a declaration that is not there. */
export function refuseUnknownDeclaration(id: number): never {
  refuse({ code: 'declaration_unknown', declaration: id });
}

const eventSchema = z.object({
  kind: z.string(),
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
  madeOn: z.iso.date(),
  accountEmail: z.string().nullable(),
  /** The last day of its withdrawal, and whether it is cancelled or has ended. */
  followedUntil: z.iso.date().nullable(),
  isOver: z.boolean(),
});

const declarationSchema = listedDeclarationSchema.extend({
  proof: z.enum(PROOFS),
  email: z.string().nullable(),
  locale: z.string(),
  reference: z.string().nullable(),
  statement: z.string().nullable(),
  returnTracking: z.string().nullable(),
  hasAccount: z.boolean(),
  /** The goods without their delivery: no more is ever kept. */
  goodsCents: z.int().nullable(),
  /** The contracts that it may be about, while that is not decided. */
  near: z.array(nearSchema),
  events: z.array(eventSchema),
  refunds: z.array(z.object({ amountCents: z.int(), state: z.enum(REFUND_STATES) })),
});
type Shown = z.output<typeof declarationSchema>;

async function readDeclaration(
  { db, clock }: { db: Db; clock: () => Date },
  contracts: readonly Contracts[],
  id: number,
): Promise<Shown> {
  const declaration = (await findDeclaration(db, id)) ?? refuseUnknownDeclaration(id);
  const contract = await standingOf(db, contracts, declaration);
  const { orderId, subscriptionId } = declaration;
  const refunds =
    orderId === null && subscriptionId === null
      ? []
      : await db.refund.findMany({
          where: orderId === null ? { subscriptionId } : { orderId },
          select: { amountCents: true, state: true, origin: true },
          orderBy: { at: 'asc' },
        });
  const [owed, near] = await Promise.all([findOwed(db), findNear(db, contracts, declaration)]);
  return {
    ...listed(declaration, contract, {
      today: parisDayOf(clock()),
      isOwed: owed.has(id),
    }),
    proof: declaration.proof,
    email: declaration.email,
    locale: declaration.locale,
    reference: declaration.reference,
    statement: declaration.statement,
    returnTracking: declaration.returnTracking,
    hasAccount: contract?.hasAccount ?? false,
    goodsCents: contract?.money?.goodsCents ?? null,
    near,
    events: declaration.events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    refunds: refunds.map(({ amountCents, state }) => ({
      amountCents,
      state: refundStateOf(state),
    })),
  };
}

/** The contracts of its address, and of the numbers in its reference: which of them it is about is decided. */
async function findNear(
  db: Db,
  contracts: readonly Contracts[],
  { closedAt, kind, email, reference, ...declaration }: Declaration,
): Promise<z.output<typeof nearSchema>[]> {
  if (closedAt !== null || contractIdOf(declaration) !== null) return [];
  const declared = { emailKey: emailKeyOf(email ?? ''), reference: reference ?? '', kind };
  const found = await Promise.all(
    contracts
      .filter(({ kinds }) => kinds.has(kind))
      .map(async ({ noun, findNear: find, standings }) => {
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
          };
        });
      }),
  );
  return found.flat();
}

/** What a declaration waits for, in a few words. */
function standWords(row: Listed): string {
  const { stand, followedUntil, isReturnAnnounced } = row;
  switch (stand) {
    case 'undecided':
      return `your decision, by ${answerDayOf(row)}`;
    case 'late':
      return `after the last day (${followedUntil ?? ''})`;
    case 'contested':
      return 'contested';
    case 'held':
      return 'is the parcel gone, or here?';
    case 'awaited':
      return isReturnAnnounced ? 'the goods are on their way back' : 'the goods are to come back';
    case 'under_way':
      return 'goes on by itself';
    case 'closed':
      return 'closed';
  }
}

/** The last day to answer a declaration without a log-in: money would be due then (L221-24). */
const answerDayOf = ({ declaredDate }: Pick<Listed, 'declaredDate'>) =>
  refundLastDay({ declaredOn: parisDayOf(new Date(declaredDate)), goods: 'nothing' }) ?? '';

/** When money is due, and what lateness adds to a sum; null where nothing is. */
function dueWords({ due, leftCents }: Pick<Listed, 'due' | 'leftCents'>): string | null {
  if (due === null) return null;
  const { on, increase } = due;
  if (increase.kind === 'none') return `money due by ${on}`;
  return `money was due by ${on}: ${increaseWords(increase, leftCents)}`;
}

/** What lateness adds: `and 5 % more (1.50 €)`. */
export function increaseWords(increase: Increase, leftCents: number | null): string {
  if (increase.kind === 'none') return 'nothing more';
  if (increase.kind === 'legal_rate') return 'and the legal rate';
  const { percent } = increase;
  const more = leftCents === null ? '' : ` (${euros(Math.round((leftCents * percent) / 100))})`;
  return `and ${percent} % more${more}`;
}

/** What a line of a list says behind the declaration's number and name. */
export function waitsWords(row: Listed): string {
  return [
    standWords(row),
    ...(row.isReceiptLost ? ['its receipt did not arrive'] : []),
    ...[dueWords(row) ?? []].flat(),
  ].join(', ');
}

export const contractWords = ({ contract }: Pick<Listed, 'contract'>) =>
  contract === null ? 'unknown' : `${contract.noun} ${contract.id}`;

/** The commands by which each stand is decided. */
function waysOf({ id, stand, kind, contract, near }: Shown): string[] {
  const order = contract?.id ?? '';
  const acceptWays =
    contract !== null
      ? [`pnpm shop declaration:accept ${id}`]
      : near.length > 0
        ? near.map((one) => `pnpm shop declaration:accept ${id} --${one.noun} ${one.id}`)
        : [
            `pnpm shop declaration:accept ${id} ${kind === 'withdrawal' ? '--order N or ' : ''}--subscription N`,
          ];
  switch (stand) {
    case 'undecided':
      return [
        ...acceptWays,
        `pnpm shop declaration:contest ${id} --reason …    its writer reads why`,
        `pnpm shop declaration:close ${id} --reason …    its writer reads the answer`,
      ];
    case 'late':
      return [...acceptWays, `pnpm shop declaration:contest ${id} --reason …`];
    case 'contested':
      return [...acceptWays, `pnpm shop declaration:close ${id} --reason …`];
    case 'held':
      return [
        `pnpm shop order:send ${order} --held    its parcel is gone`,
        `pnpm shop order:cancel ${order} --reason …    it is still here`,
      ];
    case 'awaited':
      return [
        `pnpm shop declaration:goods-back ${id} --as-new`,
        `pnpm shop declaration:goods-back ${id} --keep 5,00 --reason …`,
        `pnpm shop declaration:goods-back ${id} --not-ours --reason …`,
        `pnpm shop declaration:close ${id} --reason …    they never came`,
      ];
    case 'under_way':
    case 'closed':
      return [];
  }
}

const PROOF_WORDS = {
  account: 'logged in',
  owner: 'without a log-in, accepted',
  none: 'without a log-in',
} as const;

const proofWords = ({ proof, events }: Shown) =>
  events.some(({ kind }) => kind === 'recorded')
    ? `by post or email${proof === 'owner' ? ', accepted' : ''}`
    : PROOF_WORDS[proof];

/** A contract that a declaration may be about, with what speaks for it. */
function nearWords(one: Shown['near'][number]): string {
  const { noun, id, title, madeOn, accountEmail, followedUntil, isOver } = one;
  return [
    `${noun} ${id} of ${madeOn}${title === null ? '' : `, ${brief(title)}`}`,
    one.isOfAddress ? 'of this address' : `of ${accountEmail ?? 'a deleted account'}`,
    ...(one.isNumbered ? ['its number is in the reference'] : []),
    ...(isOver ? ['cancelled or ending'] : []),
    ...(followedUntil === null ? [] : [`last day ${followedUntil}`]),
  ].join('; ');
}

function factsWords(facts: Shown['events'][number]['facts']): string {
  const words = Object.entries(facts).map(([name, fact]) =>
    name.endsWith('Cents') && typeof fact === 'number'
      ? `${name.slice(0, -5)} ${euros(fact)}`
      : `${name} ${String(fact)}`,
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** The commands that show declarations, over the contracts that the nouns register. */
export function createDeclarationLists(contracts: readonly Contracts[]): OwnerCommand[] {
  const listDeclarations = defineRead({
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
        ? await listNewest(db, contracts, clock())
        : await findWaitingDeclarations(db, contracts, clock());
      return {
        declarations: declarations.slice(0, LISTED),
        areMore: declarations.length >= LISTED,
        floods: await findFloods(db),
      };
    },
  });

  const getDeclaration = defineRead({
    name: 'declarations.get',
    permission: 'declarations.read',
    input: z.object({ declaration: z.int().positive() }),
    output: declarationSchema,
    run: (reading, { declaration }) => readDeclaration(reading, contracts, declaration),
  });

  return [
    defineOperationCommand({
      name: 'declarations',
      summary: 'Withdrawals and terminations that wait: held orders first, then by the day due',
      parameters: { all: { kind: 'flag', about: 'closed ones too, the newest first' } },
      notes: [
        'Also closed ones whose money has not arrived, or whose receipt did not. What lateness adds is told,',
        'and never paid by itself.',
      ],
      examples: ['', '--all'],
      input: { all: flagValue.optional() },
      operation: listDeclarations,
      read: ({ all }) => ({ isAll: all !== undefined }),
      show: ({ declarations, areMore, floods }) => [
        table(
          ['#Declaration', 'Declared', 'What', 'About', 'By', 'Waits for'],
          declarations.map((row) => [
            String(row.id),
            minuteOf(new Date(row.declaredDate)),
            row.kind,
            contractWords(row),
            brief(row.name ?? '', 24),
            waitsWords(row),
          ]),
          'No declaration waits.',
        ),
        ...(areMore ? [lines(`There may be more than these ${LISTED}.`)] : []),
        ...(floods.length === 0 ? [] : [lines(...floodWords(floods))]),
      ],
    }),
    defineOperationCommand({
      name: 'declaration',
      summary: 'One declaration with its clock, and what can be done',
      parameters: { declaration: { kind: 'word', value: 'ID', about: 'its number' } },
      examples: ['7'],
      input: { declaration: idValue('a declaration') },
      operation: getDeclaration,
      read: (typed) => typed,
      show: (one) => [
        lines(
          `Declaration ${one.id}, a ${one.kind}, declared ${minuteOf(new Date(one.declaredDate))}, ${proofWords(one)}`,
          `About ${contractWords(one)}: ${waitsWords(one)}`,
          ...(one.followedUntil === null ? [] : [`Last day: ${one.followedUntil}`]),
          '',
          one.statement ?? 'Its words are gone: their term is over.',
          ...(one.email === null ? [] : [`Receipt to ${one.email}, in ${languageOf(one.locale)}`]),
          ...(one.near.length === 0 ? [] : ['', 'It may be about:']),
          ...one.near.map((near) => `  ${nearWords(near)}`),
          ...(one.contract === null || one.hasAccount
            ? []
            : ['The account is deleted: all emails go to that address.']),
          ...(one.returnTracking === null ? [] : [`Parcel back: ${one.returnTracking}`]),
          ...(one.goodsCents === null
            ? []
            : [
                `The goods cost ${euros(one.goodsCents)}; ${euros(one.leftCents ?? 0)} have not gone back`,
              ]),
          ...one.refunds.map(
            ({ amountCents, state }) => `Refund of ${euros(amountCents)}: ${state}`,
          ),
          '',
          ...one.events.map(
            ({ kind, by, at, facts }) =>
              `${minuteOf(new Date(at))}  ${kind} by ${by}${factsWords(facts)}`,
          ),
          ...(waysOf(one).length === 0 ? [] : ['', ...waysOf(one)]),
        ),
      ],
    }),
  ];
}

const languageOf = (locale: string) => (locale === 'fr' ? 'French' : 'English');

async function listNewest(db: Db, contracts: readonly Contracts[], now: Date): Promise<Listed[]> {
  const rows = await db.declaration.findMany({
    include: DECLARATION_ROWS,
    orderBy: { id: 'desc' },
    take: LISTED,
  });
  const declarations = rows.map(declarationOf);
  const [standing, owed] = [await readStandings(db, contracts, declarations), await findOwed(db)];
  const today = dayOf(now);
  return declarations.map((one) => listed(one, standing(one), { today, isOwed: owed.has(one.id) }));
}
