import type { Tx } from '@shop/db/db';
import { z } from 'zod';

import { enqueueEmail } from '../jobs/email.ts';
import { actorNameOf, type Actor } from '../operations/actor.ts';
import { defineOperationCommand, type OwnerCommand } from '../operations/command.ts';
import { dayOf } from '../operations/days.ts';
import { euros } from '../operations/format.ts';
import type { JournalEntry } from '../operations/journal.ts';
import { defineChange } from '../operations/operation.ts';
import { misuse, refuse } from '../operations/refuse.ts';
import { lines } from '../operations/report.ts';
import { flagValue, idValue, lineValue, priceValue } from '../operations/values.ts';
import type { Contracts, ContractStanding } from './contract.ts';
import {
  addEvent,
  closeDeclaration,
  contractIdOf,
  eventOf,
  findDeclaration,
  isProved,
  KNOWN_TO_BE_ITS_OWNERS,
  lockDeclaration,
  wakeDeclaration,
  type Declaration,
  type DeclarationEventKind,
  type EventFacts,
} from './declaration.ts';
import { declarationFollowedEmail } from './emails.ts';
import { refuseUnknownDeclaration, standingOf } from './list-declarations.ts';
import { isLate, standOf, type Stand } from './standing.ts';

/** The shortest reason for keeping money, in characters. */
const REASON_LENGTH = { min: 20, max: 500 } as const;

/** A declaration, its contract and both of them locked, contract first (decision 073). */
type Locked = {
  declaration: Declaration;
  noun: Contracts | null;
  contract: ContractStanding | null;
  stand: Stand;
};

/** Refuses an unknown declaration, and one whose contract was set meanwhile. */
async function lock(tx: Tx, contracts: readonly Contracts[], id: number): Promise<Locked> {
  const found = (await findDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  const about = contractIdOf(found);
  const noun = contracts.find((one) => one.noun === about?.noun) ?? null;
  // guard: what is decided about a declaration is decided one after the other
  if (about !== null) await noun?.lock(tx, about.contractId);
  const declaration = (await lockDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  if (contractIdOf(declaration)?.contractId !== about?.contractId) {
    refuse({ code: 'declaration_changed', declaration: id });
  }
  const contract = await standingOf(tx, contracts, declaration);
  return { declaration, noun, contract, stand: standOf(declaration, contract) };
}

/** What was decided, when and by whom: for whoever comes second. */
function decidedBefore(
  { declaration }: Locked,
  kind: DeclarationEventKind,
): { declaration: number; on: string; by: string } | null {
  const event = eventOf(declaration, kind);
  if (event === undefined) return null;
  return { declaration: declaration.id, on: dayOf(event.at), by: event.by };
}

function refuseClosed(locked: Locked): void {
  const { id, closedAt } = locked.declaration;
  if (closedAt === null) return;
  const before = decidedBefore(locked, 'closed');
  refuse({
    code: 'declaration_closed',
    ...(before ?? { declaration: id, on: dayOf(closedAt), by: '' }),
  });
}

type News = z.output<typeof declarationFollowedEmail.request>['news'];

const tell = (tx: Tx, declarationId: number, news: News) =>
  enqueueEmail(tx, { email: declarationFollowedEmail, request: { declarationId, news } });

const subjectOf = (id: number) => ({ kind: 'declaration', id });

/** How a declaration stands after a decision, for the sentence of its command. */
const decidedSchema = z.object({
  id: z.int(),
  contract: z.object({ noun: z.enum(['order', 'subscription']), id: z.int() }).nullable(),
  /** Whether somebody is written to. */
  isTold: z.boolean(),
  /** Whether an order that was held for it is back on the list of parcels. */
  isReleased: z.boolean(),
});
type Decided = z.output<typeof decidedSchema>;

function decided(
  { declaration }: Pick<Locked, 'declaration'>,
  what: Pick<Decided, 'isTold'> & { isReleased?: boolean },
): Decided {
  const about = contractIdOf(declaration);
  return {
    id: declaration.id,
    contract: about === null ? null : { noun: about.noun, id: about.contractId },
    isReleased: false,
    ...what,
  };
}

/**
 * Lets an order go on that only waits for somebody to prove who declared: nobody did, and the shop owner
 * has decided. Answers whether one was held.
 */
async function releaseUnproved(
  tx: Tx,
  { declaration, noun, contract }: Locked,
  actor: Actor,
): Promise<boolean> {
  if (isProved(declaration) || noun === null || contract?.goods !== 'held') return false;
  if (eventOf(declaration, 'held') === undefined) return false;
  return noun.release(tx, contract.contractId, actor);
}

const oneDeclaration = z.object({ declaration: z.int().positive() });
const longReason = z
  .string()
  .min(REASON_LENGTH.min, `must be ${REASON_LENGTH.min} characters at least: the buyer reads it`)
  .max(REASON_LENGTH.max);

/** How goods are that came back. */
const goodsSchema = z.discriminatedUnion('kind', [
  /** Everything goes back, and the unit can be sold again. */
  z.object({ kind: z.literal('asNew') }),
  /** Used more than trying needs: a sum is kept. */
  z.object({ kind: z.literal('keep'), keptCents: z.int().positive(), reason: longReason }),
  /** Something else, or nothing. */
  z.object({ kind: z.literal('notOurs'), reason: longReason }),
]);
type Goods = z.output<typeof goodsSchema>;

/** What a decision changes, beside its events; the journal keeps that it was made, the event its words. */
type Change = Omit<JournalEntry, 'actor' | 'operation' | 'subject'>['changes'];

/** The operations by which the shop owner decides about declarations. */
function createDecisions(contracts: readonly Contracts[]) {
  const attach = defineChange({
    name: 'declarations.attach',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration.extend({
      noun: z.enum(['order', 'subscription']),
      contract: z.int().positive(),
    }),
    output: decidedSchema,
    run: async ({ tx, actor, journal }, { declaration: id, noun: nounName, contract }) => {
      const known = (await findDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
      const noun = contracts.find((one) => one.noun === nounName && one.kinds.has(known.kind));
      if (noun === undefined) {
        refuse({
          code: 'declaration_of_other_kind',
          declaration: id,
          kind: known.kind,
          noun: nounName,
        });
      }
      await noun.lock(tx, contract);
      const declaration = (await lockDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
      const [standing] = await noun.standings(tx, [contract]);
      if (standing === undefined) {
        refuse({ code: 'declaration_contract_unknown', noun: nounName, contract });
      }
      const about = contractIdOf(declaration);
      refuseClosed({ declaration, noun, contract: standing, stand: 'unmatched' });
      if (about !== null) {
        const { noun: ofNoun, contractId } = about;
        refuse({
          code: 'declaration_attached',
          declaration: id,
          noun: ofNoun,
          contract: contractId,
        });
      }
      const column = nounName === 'order' ? 'orderId' : 'subscriptionId';
      const other = await tx.declaration.findFirst({
        where: {
          kind: declaration.kind,
          closedAt: null,
          [column]: contract,
          ...KNOWN_TO_BE_ITS_OWNERS,
        },
        select: { id: true },
      });
      // guard: a contract has one open declaration of a kind
      if (other !== null) {
        refuse({
          code: 'declaration_other_open',
          declaration: id,
          other: other.id,
          noun: nounName,
          contract,
        });
      }
      await tx.declaration.update({
        where: { id },
        data: { [column]: contract, proof: 'letter' },
        select: { id: true },
      });
      const by = actorNameOf(actor);
      const facts = { noun: nounName, contractId: contract };
      await addEvent(tx, id, { kind: 'matched', by, facts });
      await addEvent(tx, id, { kind: 'proved', by });
      await journal({
        subject: subjectOf(id),
        changes: { contract: [null, `${nounName} ${contract}`], proof: ['none', 'letter'] },
      });
      await wakeDeclaration(tx, id);
      return {
        id,
        contract: { noun: nounName, id: contract },
        isTold: false,
        isReleased: false,
      };
    },
  });

  const accept = defineChange({
    name: 'declarations.accept',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration,
    output: decidedSchema,
    run: async ({ tx, actor, journal }, { declaration: id }) => {
      const locked = await lock(tx, contracts, id);
      refuseClosed(locked);
      refuseUnmatched(locked);
      // guard: what is accepted is late, unproved or was contested
      if (!['late', 'unproved', 'contested'].includes(locked.stand)) {
        const before = decidedBefore(locked, 'accepted');
        if (before !== null) refuse({ code: 'declaration_accepted', ...before });
        refuse({ code: 'declaration_nothing_to_accept', declaration: id });
      }
      await addEvent(tx, id, { kind: 'accepted', by: actorNameOf(actor) });
      await journal({ subject: subjectOf(id), changes: { accepted: [false, true] } });
      await tell(tx, id, { kind: 'accepted' });
      await wakeDeclaration(tx, id);
      return decided(locked, { isTold: true });
    },
  });

  const contest = defineChange({
    name: 'declarations.contest',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration.extend({ reason: longReason }),
    output: decidedSchema,
    run: async ({ tx, actor, journal }, { declaration: id, reason }) => {
      const locked = await lock(tx, contracts, id);
      refuseClosed(locked);
      refuseUnmatched(locked);
      // guard: a withdrawal that is proved and in time is not contested
      if (locked.stand !== 'late' && locked.stand !== 'unproved') {
        const before = locked.stand === 'contested' ? decidedBefore(locked, 'contested') : null;
        if (before !== null) refuse({ code: 'declaration_contested', ...before });
        refuse({ code: 'declaration_is_followed', declaration: id });
      }
      return contestLocked({ tx, actor, journal }, locked, { facts: { reason }, reason });
    },
  });

  const close = defineChange({
    name: 'declarations.close',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration.extend({ reason: z.string().min(1).max(REASON_LENGTH.max) }),
    output: decidedSchema,
    run: async ({ tx, actor, journal }, { declaration: id, reason }) => {
      const locked = await lock(tx, contracts, id);
      refuseClosed(locked);
      const { declaration, stand } = locked;
      if (stand === 'held') {
        refuse({ code: 'declaration_order_undecided', order: declaration.orderId ?? 0 });
      }
      // guard: what follows by itself is not closed before its end
      if (stand === 'under_way') {
        refuse({ code: 'declaration_goes_on', declaration: id });
      }
      const isReleased = await releaseUnproved(tx, locked, actor);
      await closeDeclaration(tx, id, {
        by: actorNameOf(actor),
        facts: { reason: 'decided', words: reason },
      });
      await journal({ subject: subjectOf(id), changes: { closed: [false, true] } });
      // Only who fits no contract is owed an answer: nothing else has told them (law.md, section 4).
      const isTold = stand === 'unmatched' && declaration.email !== null;
      if (isTold) await tell(tx, id, { kind: 'closed', reason });
      return decided(locked, { isTold, isReleased });
    },
  });

  const noteGoods = defineChange({
    name: 'declarations.noteGoods',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration.extend({ goods: goodsSchema }),
    output: decidedSchema.extend({ refundCents: z.int(), keptCents: z.int() }),
    run: async ({ tx, actor, journal }, { declaration: id, goods }) => {
      const locked = await lock(tx, contracts, id);
      const { money } = await requireGoods(tx, locked);
      if (goods.kind === 'notOurs') {
        const { reason } = goods;
        refuseClosed(locked);
        const facts = { reason, goods: 'not_ours' };
        const what = await contestLocked({ tx, actor, journal }, locked, { facts, reason });
        return { ...what, refundCents: 0, keptCents: 0 };
      }
      const keptCents = goods.kind === 'keep' ? goods.keptCents : 0;
      // guard: no more is kept than the price of the goods
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
      const changes: Change = {
        goodsBack: [false, true],
        keptCents: [0, keptCents],
        unitIsBack: [false, goods.kind === 'asNew'],
      };
      await journal({ subject: subjectOf(id), changes });
      await wakeDeclaration(tx, id);
      return {
        ...decided(locked, { isTold: true }),
        refundCents: money.leftCents - keptCents,
        keptCents,
      };
    },
  });

  return { attach, accept, contest, close, noteGoods };
}

function refuseUnmatched({ stand, declaration: { id } }: Locked): void {
  if (stand !== 'unmatched') return;
  refuse({ code: 'declaration_unmatched', declaration: id });
}

type Deciding = {
  tx: Tx;
  actor: Actor;
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

/** Says no with a reason, which the buyer reads; an order that waited for a proof goes on. */
async function contestLocked(
  { tx, actor, journal }: Deciding,
  locked: Locked,
  { facts, reason }: { facts: EventFacts; reason: string },
): Promise<Decided> {
  const { id } = locked.declaration;
  const isReleased = await releaseUnproved(tx, locked, actor);
  await addEvent(tx, id, { kind: 'contested', by: actorNameOf(actor), facts });
  await journal({ subject: subjectOf(id), changes: { contested: [false, true] } });
  await tell(tx, id, { kind: 'contested', reason });
  return decided(locked, { isTold: true, isReleased });
}

/**
 * The undecided money of returned goods; also of a declaration that was closed because the goods had not
 * come. Refuses where no goods can come back.
 */
async function requireGoods(
  tx: Tx,
  locked: Locked,
): Promise<{ money: NonNullable<ContractStanding['money']> }> {
  const { declaration, contract } = locked;
  const { id, kind, orderId } = declaration;
  const before = decidedBefore(locked, 'goods_back');
  if (before !== null) refuse({ code: 'goods_noted', ...before });
  if (kind !== 'withdrawal' || orderId === null || contract?.money == null) {
    refuse({ code: 'goods_of_no_order', declaration: id });
  }
  if (contract.goods !== 'sent') {
    refuse({ code: 'goods_not_sent', order: orderId });
  }
  // guard: goods are paid back to whom it is proved or accepted that they withdrew
  if (!isProved(declaration) || isLate(declaration, contract)) {
    if (declaration.closedAt === null) refuse({ code: 'goods_not_accepted', declaration: id });
    refuse({ code: 'goods_closed_before', declaration: id, order: orderId });
  }
  if (eventOf(declaration, 'refund_requested') !== undefined || contract.money.leftCents <= 0) {
    refuse({ code: 'goods_given_back', declaration: id, order: orderId });
  }
  // guard: the goods of an order come back once
  const other = await tx.declarationEvent.findFirst({
    where: { kind: 'goods_back', declaration: { orderId } },
    select: { declarationId: true },
  });
  if (other !== null) {
    refuse({
      code: 'goods_noted_elsewhere',
      order: orderId,
      declaration: other.declarationId,
    });
  }
  return { money: contract.money };
}

const declarationParameter = { kind: 'word', value: 'ID', about: 'its number' } as const;
const declarationInput = idValue('a declaration');
const reasonValue = lineValue(REASON_LENGTH.max);

/** The one contract that was named. */
function readContract({
  order,
  subscription,
}: {
  order?: number | undefined;
  subscription?: number | undefined;
}): { noun: Contracts['noun']; contract: number } {
  if (order !== undefined && subscription === undefined) return { noun: 'order', contract: order };
  if (order === undefined && subscription !== undefined) {
    return { noun: 'subscription', contract: subscription };
  }
  misuse('Name one contract: --order N or --subscription N.');
}

type TypedGoods = {
  'as-new'?: 'yes' | undefined;
  keep?: number | undefined;
  'not-ours'?: 'yes' | undefined;
  reason?: string | undefined;
};

/** The one of three that was said, with its reason. */
function readGoods({ 'as-new': asNew, keep, 'not-ours': notOurs, reason }: TypedGoods): Goods {
  const given = [asNew, keep, notOurs].filter((one) => one !== undefined);
  if (given.length !== 1) misuse('Say one of --as-new, --keep EUROS and --not-ours.');
  if (asNew !== undefined) {
    if (reason !== undefined) misuse('--reason is of --keep and --not-ours.');
    return { kind: 'asNew' };
  }
  if (reason === undefined) misuse('--reason is missing: the buyer reads why.');
  if (reason.length < REASON_LENGTH.min) {
    misuse(`--reason must be ${REASON_LENGTH.min} characters at least: the buyer reads it.`);
  }
  return keep === undefined
    ? { kind: 'notOurs', reason }
    : { kind: 'keep', keptCents: keep, reason };
}

const SOON =
  'The site does what follows within a few seconds, and `pnpm shop declaration` shows it.';

function heldNo({ contract, isReleased }: Decided): string[] {
  return isReleased && contract !== null ? [`Order ${contract.id} is to be sent again.`] : [];
}

/** The commands that decide about declarations, over the contracts that the nouns register. */
export function createDeclarationDecisions(contracts: readonly Contracts[]): OwnerCommand[] {
  const { attach, accept, contest, close, noteGoods } = createDecisions(contracts);
  return [
    defineOperationCommand({
      name: 'declaration:attach',
      summary:
        'Says which order or subscription a declaration is about: it goes on as a proved one',
      parameters: {
        declaration: declarationParameter,
        order: { kind: 'option', value: 'N', about: 'the number of the order' },
        subscription: { kind: 'option', value: 'N', about: 'or that of the subscription' },
      },
      notes: [
        'Only where you know who declared: an order that has not left is cancelled then, and its money goes',
        'back, to the card that paid.',
      ],
      examples: ['7 --order 12', '7 --subscription 3'],
      input: {
        declaration: declarationInput,
        order: idValue('an order').optional(),
        subscription: idValue('a subscription').optional(),
      },
      operation: attach,
      read: ({ declaration, ...named }) => ({ declaration, ...readContract(named) }),
      show: ({ id, contract }) => [
        lines(`Declaration ${id} is about ${contract?.noun} ${contract?.id}. ${SOON}`),
      ],
    }),
    defineOperationCommand({
      name: 'declaration:accept',
      summary: 'Follows a declaration that was late, not proved, or contested before',
      parameters: { declaration: declarationParameter },
      notes: ['The buyer is written to. What follows is that of a declaration in time.'],
      examples: ['7'],
      input: { declaration: declarationInput },
      operation: accept,
      read: (typed) => typed,
      show: ({ id }) => [lines(`Declaration ${id} is accepted; the buyer is written to. ${SOON}`)],
    }),
    defineOperationCommand({
      name: 'declaration:contest',
      summary: 'Says no to a declaration that was late or not proved, with a reason',
      parameters: {
        declaration: declarationParameter,
        reason: {
          kind: 'option',
          value: 'TEXT',
          about: `why, ${REASON_LENGTH.min} characters at least, in the buyer’s language`,
        },
      },
      notes: [
        'The buyer reads the reason, and how to answer. An order that was held for it is to be sent again.',
      ],
      examples: ["7 --reason 'Le délai a pris fin le 12 décembre 2026.'"],
      input: { declaration: declarationInput, reason: reasonValue },
      operation: contest,
      read: (typed) => typed,
      show: (done) => [
        lines(`Declaration ${done.id} is contested; the buyer is written to.`, ...heldNo(done)),
      ],
    }),
    defineOperationCommand({
      name: 'declaration:goods-back',
      summary: 'Says that the goods are back, and how: the money goes back to the card that paid',
      parameters: {
        declaration: declarationParameter,
        'as-new': { kind: 'flag', about: 'everything goes back, and the unit can be sold again' },
        keep: {
          kind: 'option',
          value: 'EUROS',
          about: 'handled beyond what trying needs: this sum is kept, such as 5,00',
        },
        'not-ours': { kind: 'flag', about: 'something else, or nothing: contested' },
        reason: {
          kind: 'option',
          value: 'TEXT',
          about: `with --keep and --not-ours: why, ${REASON_LENGTH.min} characters at least, in the buyer’s language`,
        },
      },
      notes: [
        'One of the three. No more is kept than the goods cost: their delivery is always given back. The',
        'buyer reads the sum, the reason and how to answer. A later parcel of a closed declaration too.',
      ],
      examples: [
        '7 --as-new',
        "7 --keep 5,00 --reason 'La toile porte une tache d’huile de dix centimètres.'",
        "7 --not-ours --reason 'Le colis contenait un article d’une autre boutique.'",
      ],
      input: {
        declaration: declarationInput,
        'as-new': flagValue.optional(),
        keep: priceValue.optional(),
        'not-ours': flagValue.optional(),
        reason: reasonValue.optional(),
      },
      operation: noteGoods,
      read: ({ declaration, ...typed }) => ({ declaration, goods: readGoods(typed) }),
      show: ({ id, refundCents, keptCents }, { typed: { 'not-ours': notOurs } }) => [
        lines(
          notOurs === undefined
            ? `Declaration ${id}: ${euros(refundCents)} go back${keptCents === 0 ? '' : `, ${euros(keptCents)} are kept`}; the buyer is written to. ${SOON}`
            : `Declaration ${id} is contested; the buyer is written to.`,
        ),
      ],
    }),
    defineOperationCommand({
      name: 'declaration:close',
      summary: 'Ends a declaration that nothing follows from, such as one whose goods never came',
      parameters: {
        declaration: declarationParameter,
        reason: {
          kind: 'option',
          value: 'TEXT',
          about: 'why: for the records; who fits no contract reads it as the answer',
        },
      },
      notes: ['A parcel that comes later is noted by declaration:goods-back all the same.'],
      examples: ["7 --reason 'Goods never sent back'"],
      input: { declaration: declarationInput, reason: reasonValue },
      operation: close,
      read: (typed) => typed,
      show: (done) => [
        lines(
          `Declaration ${done.id} is closed${done.isTold ? '; its writer gets the reason as the answer' : ''}.`,
          ...heldNo(done),
        ),
      ],
    }),
  ];
}
