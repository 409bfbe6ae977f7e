import { randomBytes } from 'node:crypto';

import { enqueueEmail } from '@agres/core/jobs/email';
import { actorNameOf } from '@agres/core/operations/actor';
import { defineChange, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { parisDayOf, startOfDay } from '@agres/domain/days';
import {
  DECISION_REASON_LENGTH as REASON_LENGTH,
  DECLARATION_KINDS,
  DECLARED_LENGTH,
  declarationStatement,
  numbersIn,
} from '@agres/domain/declaration';
import { LOCALES } from '@agres/domain/locale';
import { anyEmailSchema } from '@agres/domain/users.schema';
import {
  addEvent,
  closeDeclaration,
  contractIdOf,
  findDeclaration,
  lockDeclaration,
  recheckDeclaration,
  type Declaration,
  type EventFacts,
} from '@agres/money/declarations/declaration';
import { CONTRACTS } from '@agres/shop/contracts';
import type { Contracts, ContractStanding } from '@agres/shop/declarations/contract';
import { declarationFollowedEmail } from '@agres/shop/declarations/emails';
import { declarationStatusOf, type DeclarationStatus } from '@agres/shop/declarations/standing';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';
import {
  canDecide,
  earlierDecisionOf,
  findGoodsObstacle,
  refuseUnknownDeclaration,
  readStanding,
} from './list-declarations.ts';

/** Both rows are locked, the contract first (decision 073). */
type LockedDeclaration = {
  declaration: Declaration;
  noun: Contracts | null;
  contract: ContractStanding | null;
  stand: DeclarationStatus;
};

type ChosenContract = { noun: Contracts['noun']; contract: number };

/** Locks the contract of a declaration, then the declaration. Refuses if its contract changed meanwhile. */
async function lock(tx: Tx, id: number): Promise<LockedDeclaration> {
  const found = (await findDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  const about = contractIdOf(found);
  const noun = CONTRACTS.find((one) => one.noun === about?.noun) ?? null;
  // guard: a decision about a declaration locks its contract first
  if (about !== null) await noun?.lock(tx, about.contractId);
  const declaration = (await lockDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  if (contractIdOf(declaration)?.contractId !== about?.contractId) {
    refuse({ code: 'declaration_changed', declaration: id });
  }
  const contract = await readStanding(tx, declaration);
  return { declaration, noun, contract, stand: declarationStatusOf(declaration, contract) };
}

/** Locks the contract to assign, then the declaration. Refuses a contract of the wrong kind. */
async function lockFor(
  tx: Tx,
  { id, named }: { id: number; named: ChosenContract },
): Promise<LockedDeclaration & { noun: Contracts; contract: ContractStanding }> {
  const { kind } = (await findDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  const noun = CONTRACTS.find((one) => one.noun === named.noun && one.kinds.has(kind));
  if (noun === undefined) {
    refuse({ code: 'declaration_of_other_kind', declaration: id, kind, noun: named.noun });
  }
  await noun.lock(tx, named.contract);
  const declaration = (await lockDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  const about = contractIdOf(declaration);
  if (about !== null) {
    const { noun: ofNoun, contractId } = about;
    refuse({ code: 'declaration_attached', declaration: id, noun: ofNoun, contract: contractId });
  }
  const [contract] = await noun.standings(tx, [named.contract]);
  if (contract === undefined) refuse({ code: 'declaration_contract_unknown', ...named });
  const column = named.noun === 'order' ? 'orderId' : 'subscriptionId';
  const other = await tx.declaration.findFirst({
    where: { kind, closedAt: null, [column]: named.contract },
    select: { id: true },
  });
  // guard: a contract has one open declaration of a kind
  if (other !== null) {
    refuse({ code: 'declaration_other_open', declaration: id, other: other.id, ...named });
  }
  return { declaration, noun, contract, stand: declarationStatusOf(declaration, null) };
}

function refuseClosed(locked: LockedDeclaration): void {
  const { id, closedAt } = locked.declaration;
  if (closedAt === null) return;
  const before = earlierDecisionOf(locked.declaration, 'closed');
  refuse({
    code: 'declaration_closed',
    ...(before ?? { declaration: id, on: parisDayOf(closedAt), by: '' }),
  });
}

type DeclarationOutcome = z.output<typeof declarationFollowedEmail.request>['news'];

const enqueueOutcomeEmail = (tx: Tx, declarationId: number, news: DeclarationOutcome) =>
  enqueueEmail(tx, { email: declarationFollowedEmail, request: { declarationId, news } });

const subjectOf = (id: number) => ({ kind: 'declaration', id });

const decidedSchema = z.object({
  id: z.int(),
  contract: z.object({ noun: z.enum(['order', 'subscription']), id: z.int() }).nullable(),
  /** Whether the buyer or declarer gets an email. */
  isTold: z.boolean(),
});
type DecisionResult = z.output<typeof decidedSchema>;

function decisionResult(
  { declaration }: Pick<LockedDeclaration, 'declaration'>,
  isTold: boolean,
): DecisionResult {
  const about = contractIdOf(declaration);
  return {
    id: declaration.id,
    contract: about === null ? null : { noun: about.noun, id: about.contractId },
    isTold,
  };
}

const declarationInput = z.object({ declaration: z.int().positive() });
const longReason = z
  .string()
  .trim()
  .min(REASON_LENGTH.min, `must be ${REASON_LENGTH.min} characters at least: the buyer reads it`)
  .max(REASON_LENGTH.max);

const goodsSchema = z.discriminatedUnion('kind', [
  /** The order is refunded in full, and the unit can be sold again. */
  z.strictObject({ kind: z.literal('asNew') }),
  /** The item was used beyond what trying requires, so a sum is retained. */
  z.strictObject({ kind: z.literal('keep'), keptCents: z.int().positive(), reason: longReason }),
  /** Something else came back, or nothing. */
  z.strictObject({ kind: z.literal('notOurs'), reason: longReason }),
]);

export const acceptDeclaration = defineChange({
  name: 'declarations.accept',
  permission: 'declarations.decide',
  kind: 'danger',
  input: declarationInput.extend({
    /** The contract that the owner assigns to a declaration without a log-in. */
    about: z
      .object({ noun: z.enum(['order', 'subscription']), contract: z.int().positive() })
      .nullable(),
  }),
  output: decidedSchema,
  run: async ({ tx, actor, journal }, { declaration: id, about }) => {
    const locked = await (about === null ? lock(tx, id) : lockFor(tx, { id, named: about }));
    refuseClosed(locked);
    const { declaration, noun, contract, stand } = locked;
    if (noun === null || contract === null) {
      refuse({ code: 'declaration_unmatched', declaration: id });
    }
    // guard: only an unproved, late or contested declaration can be accepted
    if (!canDecide('accept', stand)) {
      const before = earlierDecisionOf(locked.declaration, 'accepted');
      if (before !== null) refuse({ code: 'declaration_accepted', ...before });
      refuse({ code: 'declaration_nothing_to_accept', declaration: id });
    }
    if (about !== null) {
      const column = about.noun === 'order' ? 'orderId' : 'subscriptionId';
      await tx.declaration.update({
        where: { id },
        data: { [column]: about.contract, proof: 'owner' },
        select: { id: true },
      });
    }
    const facts = { noun: noun.noun, contractId: contract.contractId };
    await addEvent(tx, id, { kind: 'accepted', by: actorNameOf(actor), facts });
    if (declaration.kind === 'withdrawal') await noun.endAccess(tx, contract.contractId);
    await journal({
      subject: subjectOf(id),
      changes: {
        accepted: [false, true],
        ...(about === null ? {} : { contract: [null, `${about.noun} ${about.contract}`] }),
      },
    });
    await enqueueOutcomeEmail(tx, id, { kind: 'accepted' });
    await recheckDeclaration(tx, id);
    return {
      ...decisionResult(locked, true),
      contract: { noun: noun.noun, id: contract.contractId },
    };
  },
});

export const contestDeclaration = defineChange({
  name: 'declarations.contest',
  permission: 'declarations.decide',
  kind: 'danger',
  input: declarationInput.extend({ reason: longReason }),
  output: decidedSchema,
  run: async ({ tx, actor, journal }, { declaration: id, reason }) => {
    const locked = await lock(tx, id);
    refuseClosed(locked);
    // guard: a proved withdrawal in time cannot be contested
    if (!canDecide('contest', locked.stand)) {
      const before =
        locked.stand === 'contested' ? earlierDecisionOf(locked.declaration, 'contested') : null;
      if (before !== null) refuse({ code: 'declaration_contested', ...before });
      refuse({ code: 'declaration_is_followed', declaration: id });
    }
    return contestLocked({ tx, actor, journal }, locked, { facts: { reason }, reason });
  },
});

export const closeByOwner = defineChange({
  name: 'declarations.close',
  permission: 'declarations.decide',
  kind: 'danger',
  input: declarationInput.extend({
    reason: lineValue(REASON_LENGTH.max),
    /** Whether to close the other declarations of its network above the daily limit too. */
    network: z.boolean(),
  }),
  output: decidedSchema.extend({ closed: z.int() }),
  run: async ({ tx, actor, journal }, { declaration: id, reason, network }) => {
    const locked = await lock(tx, id);
    refuseClosed(locked);
    const { declaration, stand } = locked;
    if (stand === 'held') {
      refuse({ code: 'declaration_order_undecided', order: declaration.orderId ?? 0 });
    }
    // guard: a declaration that proceeds automatically cannot be closed early
    if (stand === 'under_way') {
      refuse({ code: 'declaration_goes_on', declaration: id });
    }
    if (network && !declaration.isFlood)
      refuse({ code: 'declaration_of_no_flood', declaration: id });
    const ids = network ? await findFlood(tx, id) : [id];
    for (const one of ids) {
      await closeDeclaration(tx, one, {
        by: actorNameOf(actor),
        facts: { reason: 'decided', words: reason },
      });
      await journal({ subject: subjectOf(one), changes: { closed: [false, true] } });
    }
    // Only a declaration without a log-in is owed an answer: its author got no other email.
    const isTold = stand === 'undecided' && declaration.email !== null && !network;
    if (isTold) await enqueueOutcomeEmail(tx, id, { kind: 'closed', reason });
    return { ...decisionResult(locked, isTold), closed: ids.length };
  },
});

export const recordDeclaration = defineChange({
  name: 'declarations.record',
  permission: 'declarations.decide',
  kind: 'change',
  input: z.object({
    kind: z.enum(DECLARATION_KINDS),
    name: lineValue(DECLARED_LENGTH.name.max),
    reference: lineValue(DECLARED_LENGTH.reference.max),
    email: anyEmailSchema.nullable(),
    locale: z.enum(LOCALES),
    /** The day in Paris on which the declaration was sent, stored as the start of that day. */
    on: z.iso.date(),
  }),
  output: decidedSchema,
  run: async ({ tx, clock, actor, journal }, { on, ...declared }) => {
    const declaredAt = startOfDay(on);
    if (declaredAt === undefined || declaredAt > clock()) refuse({ code: 'day_to_come', day: on });
    const { id } = await tx.declaration.create({
      data: {
        ...declared,
        key: new Uint8Array(randomBytes(32)),
        proof: 'none',
        numbers: numbersIn(declared.reference),
        statement: declarationStatement({
          ...declared,
          contract: { reference: declared.reference },
        }),
        declaredAt,
        nextCheckAt: clock(),
      },
      select: { id: true },
    });
    await addEvent(tx, id, { kind: 'recorded', by: actorNameOf(actor) });
    await journal({ subject: subjectOf(id), changes: { recorded: [null, on] } });
    return { id, contract: null, isTold: declared.email !== null };
  },
});

export const noteGoods = defineChange({
  name: 'declarations.noteGoods',
  permission: 'declarations.decide',
  kind: 'danger',
  input: declarationInput.extend({ goods: goodsSchema }),
  output: decidedSchema.extend({ refundCents: z.int(), keptCents: z.int() }),
  run: async ({ tx, actor, journal }, { declaration: id, goods }) => {
    const locked = await lock(tx, id);
    const { money } = await requireGoods(tx, locked);
    if (goods.kind === 'notOurs') {
      const { reason } = goods;
      refuseClosed(locked);
      const facts = { reason, goods: 'not_ours' };
      const what = await contestLocked({ tx, actor, journal }, locked, { facts, reason });
      return { ...what, refundCents: 0, keptCents: 0 };
    }
    const keptCents = goods.kind === 'keep' ? goods.keptCents : 0;
    // guard: the amount kept from a refund never exceeds the price of the goods
    if (keptCents > money.goodsCents) {
      refuse({
        code: 'goods_kept_over_price',
        declaration: id,
        goodsCents: money.goodsCents,
      });
    }
    if (keptCents > money.leftCents) {
      refuse({ code: 'goods_kept_over_rest', leftCents: money.leftCents });
    }
    const facts: EventFacts = {
      keptCents,
      unitIsBack: goods.kind === 'asNew',
      ...(goods.kind === 'keep' ? { reason: goods.reason } : {}),
    };
    await addEvent(tx, id, { kind: 'goods_back', by: actorNameOf(actor), facts });
    await journal({
      subject: subjectOf(id),
      // The journal records no text of a decision; it is only in the declaration's events.
      changes: {
        goodsBack: [false, true],
        keptCents: [0, keptCents],
        unitIsBack: [false, goods.kind === 'asNew'],
      },
    });
    await recheckDeclaration(tx, id);
    return {
      ...decisionResult(locked, true),
      refundCents: money.leftCents - keptCents,
      keptCents,
    };
  },
});

/** Locks and returns all open declarations of the same network above that day's limit. */
async function findFlood(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM declaration
    WHERE closed_at IS NULL AND flood = (SELECT flood FROM declaration WHERE id = ${id}::int)
    ORDER BY id FOR UPDATE`;
  return rows.map((row) => row.id);
}

type DecisionContext = Pick<ChangeContext, 'tx' | 'actor' | 'journal'>;

/** Contests a declaration. The buyer reads the reason. */
async function contestLocked(
  { tx, actor, journal }: DecisionContext,
  locked: LockedDeclaration,
  { facts, reason }: { facts: EventFacts; reason: string },
): Promise<DecisionResult> {
  const { id } = locked.declaration;
  await addEvent(tx, id, { kind: 'contested', by: actorNameOf(actor), facts });
  await journal({ subject: subjectOf(id), changes: { contested: [false, true] } });
  await enqueueOutcomeEmail(tx, id, { kind: 'contested', reason });
  return decisionResult(locked, true);
}

/** Returns the money of the returned goods. Refuses if `findGoodsObstacle` finds an obstacle. */
async function requireGoods(
  tx: Tx,
  { declaration, contract }: LockedDeclaration,
): Promise<{ money: NonNullable<ContractStanding['money']> }> {
  const obstacle = await findGoodsObstacle(tx, { declaration, contract });
  if (obstacle !== null) refuse(obstacle);
  if (contract?.money == null) throw new Error(`declaration ${declaration.id} has no money`);
  return { money: contract.money };
}
