import { randomBytes } from 'node:crypto';

import { enqueueEmail } from '@agres/core/jobs/email';
import { actorNameOf, type Actor } from '@agres/core/operations/actor';
import { dayOf, startOfDay } from '@agres/core/operations/days';
import { counted, euros } from '@agres/core/operations/format';
import type { JournalEntry } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { misuse, refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import {
  DECLARATION_KINDS,
  DECLARED_LENGTH,
  declarationStatement,
  numbersIn,
} from '@agres/domain/declaration';
import { DEFAULT_LOCALE, LOCALES } from '@agres/domain/locale';
import { emailSchema } from '@agres/domain/users.schema';
import {
  addEvent,
  closeDeclaration,
  contractIdOf,
  eventOf,
  findDeclaration,
  isProved,
  lockDeclaration,
  wakeDeclaration,
  type Declaration,
  type DeclarationEventKind,
  type EventFacts,
} from '@agres/money/declarations/declaration';
import type { Contracts, ContractStanding } from '@agres/shop/declarations/contract';
import { declarationFollowedEmail } from '@agres/shop/declarations/emails';
import { isLate, standOf, type Stand } from '@agres/shop/declarations/standing';
import { z } from 'zod';

import { defineOperationCommand, type OwnerCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { dayValue, flagValue, idValue, lineValue, priceValue } from '../operations/values.ts';
import { refuseUnknownDeclaration, standingOf } from './list-declarations.ts';

/** The shortest reason for keeping money, in characters. */
const REASON_LENGTH = { min: 20, max: 500 } as const;

/** A declaration, its contract and both of them locked, contract first (decision 073). */
type Locked = {
  declaration: Declaration;
  noun: Contracts | null;
  contract: ContractStanding | null;
  stand: Stand;
};

/** A contract as the shop owner names it. */
type Named = { noun: Contracts['noun']; contract: number };

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

/** The same with the contract that the declaration is about from now on; refuses one that cannot be meant. */
async function lockFor(
  tx: Tx,
  contracts: readonly Contracts[],
  { id, named }: { id: number; named: Named },
): Promise<Locked & { noun: Contracts; contract: ContractStanding }> {
  const { kind } = (await findDeclaration(tx, id)) ?? refuseUnknownDeclaration(id);
  const noun = contracts.find((one) => one.noun === named.noun && one.kinds.has(kind));
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
  return { declaration, noun, contract, stand: standOf(declaration, null) };
}

/** An earlier decision, with its day and person: for the second person who decides. */
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
  /** Whether the buyer or declarer gets an email. */
  isTold: z.boolean(),
});
type Decided = z.output<typeof decidedSchema>;

function decided({ declaration }: Pick<Locked, 'declaration'>, isTold: boolean): Decided {
  const about = contractIdOf(declaration);
  return {
    id: declaration.id,
    contract: about === null ? null : { noun: about.noun, id: about.contractId },
    isTold,
  };
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
  const accept = defineChange({
    name: 'declarations.accept',
    permission: 'declarations.decide',
    kind: 'danger',
    input: oneDeclaration.extend({
      /** Of a declaration without a log-in: the contract that it is about. */
      about: z
        .object({ noun: z.enum(['order', 'subscription']), contract: z.int().positive() })
        .nullable(),
    }),
    output: decidedSchema,
    run: async ({ tx, actor, journal }, { declaration: id, about }) => {
      const locked = await (about === null
        ? lock(tx, contracts, id)
        : lockFor(tx, contracts, { id, named: about }));
      refuseClosed(locked);
      const { declaration, noun, contract, stand } = locked;
      if (noun === null || contract === null) {
        refuse({ code: 'declaration_unmatched', declaration: id });
      }
      // guard: an accepted declaration was made without a log-in, is late, or was contested
      if (!['late', 'undecided', 'contested'].includes(stand)) {
        const before = decidedBefore(locked, 'accepted');
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
      await tell(tx, id, { kind: 'accepted' });
      await wakeDeclaration(tx, id);
      return {
        ...decided(locked, true),
        contract: { noun: noun.noun, id: contract.contractId },
      };
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
      // guard: a withdrawal that is proved and in time is not contested
      if (locked.stand !== 'late' && locked.stand !== 'undecided') {
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
    input: oneDeclaration.extend({
      reason: z.string().min(1).max(REASON_LENGTH.max),
      /** Whether all is closed that its network declared above the limit of a day. */
      network: z.boolean(),
    }),
    output: decidedSchema.extend({ closed: z.int() }),
    run: async ({ tx, actor, journal }, { declaration: id, reason, network }) => {
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
      if (network && !declaration.isFlood)
        refuse({ code: 'declaration_of_no_flood', declaration: id });
      const ids = network ? await findFloodOf(tx, id) : [id];
      for (const one of ids) {
        await closeDeclaration(tx, one, {
          by: actorNameOf(actor),
          facts: { reason: 'decided', words: reason },
        });
        await journal({ subject: subjectOf(one), changes: { closed: [false, true] } });
      }
      // Only a declaration without a log-in is owed an answer: its writer has had no other email.
      const isTold = stand === 'undecided' && declaration.email !== null && !network;
      if (isTold) await tell(tx, id, { kind: 'closed', reason });
      return { ...decided(locked, isTold), closed: ids.length };
    },
  });

  const record = defineChange({
    name: 'declarations.record',
    permission: 'declarations.decide',
    kind: 'change',
    input: z.object({
      kind: z.enum(DECLARATION_KINDS),
      name: z.string().min(1).max(DECLARED_LENGTH.name.max),
      reference: z.string().min(1).max(DECLARED_LENGTH.reference.max),
      email: emailSchema.nullable(),
      locale: z.enum(LOCALES),
      /** The day on which it was sent, in Paris: that day counts. */
      on: z.iso.date(),
    }),
    output: decidedSchema,
    run: async ({ tx, clock, actor, journal }, { on, ...declared }) => {
      const declaredAt = startOfDay(on);
      if (declaredAt === undefined || declaredAt > clock())
        refuse({ code: 'day_to_come', day: on });
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
        ...decided(locked, true),
        refundCents: money.leftCents - keptCents,
        keptCents,
      };
    },
  });

  return { accept, contest, close, record, noteGoods };
}

/** All that is open and was declared by the network of a declaration above its limit of that day. */
async function findFloodOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM declaration
    WHERE closed_at IS NULL AND flood = (SELECT flood FROM declaration WHERE id = ${id}::int)
    ORDER BY id FOR UPDATE`;
  return rows.map((row) => row.id);
}

type Deciding = {
  tx: Tx;
  actor: Actor;
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

/** Says no with a reason, which the buyer reads. */
async function contestLocked(
  { tx, actor, journal }: Deciding,
  locked: Locked,
  { facts, reason }: { facts: EventFacts; reason: string },
): Promise<Decided> {
  const { id } = locked.declaration;
  await addEvent(tx, id, { kind: 'contested', by: actorNameOf(actor), facts });
  await journal({ subject: subjectOf(id), changes: { contested: [false, true] } });
  await tell(tx, id, { kind: 'contested', reason });
  return decided(locked, true);
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

/** The contract that was named, if one was. */
function readContract({
  order,
  subscription,
}: {
  order?: number | undefined;
  subscription?: number | undefined;
}): Named | null {
  if (order !== undefined && subscription !== undefined) {
    misuse('Name one contract: --order N or --subscription N.');
  }
  if (order !== undefined) return { noun: 'order', contract: order };
  return subscription === undefined ? null : { noun: 'subscription', contract: subscription };
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

/** The commands that decide about declarations, over the contracts that the nouns register. */
export function createDeclarationDecisions(contracts: readonly Contracts[]): OwnerCommand[] {
  const { accept, contest, close, record, noteGoods } = createDecisions(contracts);
  return [
    defineOperationCommand({
      name: 'declaration:record',
      summary: 'Writes down a declaration that came by post or by email, with its day',
      parameters: {
        kind: { kind: 'word', value: 'KIND', about: 'withdrawal or termination' },
        name: { kind: 'option', value: 'NAME', about: 'who declared' },
        reference: { kind: 'option', value: 'TEXT', about: 'what they wrote about which contract' },
        on: { kind: 'option', value: 'DAY', about: 'the day on which it was sent: it counts' },
        email: { kind: 'option', value: 'ADDRESS', about: 'where the receipt goes, if anywhere' },
        language: { kind: 'option', value: 'LANGUAGE', about: 'fr or en; fr else' },
      },
      notes: [
        'It then waits for your decision, as one that was made on the site without a log-in.',
      ],
      examples: ["withdrawal --name 'Ada Lovelace' --reference 'commande 12' --on 2026-11-20"],
      input: {
        kind: z.enum(DECLARATION_KINDS, 'must be withdrawal or termination'),
        name: lineValue(DECLARED_LENGTH.name.max),
        reference: lineValue(DECLARED_LENGTH.reference.max),
        on: dayValue,
        email: emailSchema.optional(),
        language: z.enum(LOCALES, 'must be fr or en').optional(),
      },
      operation: record,
      read: ({ on, email, language, ...typed }) => ({
        ...typed,
        on: dayOf(on),
        email: email ?? null,
        locale: language ?? DEFAULT_LOCALE,
      }),
      show: ({ id, isTold }) => [
        lines(
          `Declaration ${id} is written down${isTold ? '; its receipt leaves by email' : ''}. pnpm shop declaration ${id} shows what it may be about.`,
        ),
      ],
    }),
    defineOperationCommand({
      name: 'declaration:accept',
      summary: 'Follows a declaration that was made without a log-in, was late, or was contested',
      parameters: {
        declaration: declarationParameter,
        order: {
          kind: 'option',
          value: 'N',
          about: 'made without a log-in: the order it is about',
        },
        subscription: { kind: 'option', value: 'N', about: 'or the subscription' },
      },
      notes: [
        'Everything counts from the hour of the declaration: last day, refund, days of use. What was debited',
        'since then goes back. An order that has not left is cancelled, and its money goes to the card that',
        'paid: accept only where you know who declared. The buyer is written to.',
      ],
      examples: ['7 --order 12', '7 --subscription 3', '7'],
      input: {
        declaration: declarationInput,
        order: idValue('an order').optional(),
        subscription: idValue('a subscription').optional(),
      },
      operation: accept,
      read: ({ declaration, ...named }) => ({ declaration, about: readContract(named) }),
      show: ({ id, contract }) => [
        lines(
          `Declaration ${id} is accepted for ${contract?.noun} ${contract?.id}; the buyer is written to. ${SOON}`,
        ),
      ],
    }),
    defineOperationCommand({
      name: 'declaration:contest',
      summary: 'Says no to a declaration that was late or made without a log-in, with a reason',
      parameters: {
        declaration: declarationParameter,
        reason: {
          kind: 'option',
          value: 'TEXT',
          about: `why, ${REASON_LENGTH.min} characters at least, in the buyer’s language`,
        },
      },
      notes: ['The buyer reads the reason, and how to answer.'],
      examples: ["7 --reason 'Le délai a pris fin le 12 décembre 2026.'"],
      input: { declaration: declarationInput, reason: reasonValue },
      operation: contest,
      read: (typed) => typed,
      show: ({ id }) => [lines(`Declaration ${id} is contested; the buyer is written to.`)],
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
          about: 'why: for the records; whoever declared without a log-in reads it as the answer',
        },
        network: {
          kind: 'flag',
          about:
            'with all that its network declared that day above the limit; nobody is written to',
        },
      },
      notes: ['A parcel that comes later is noted by declaration:goods-back all the same.'],
      examples: ["7 --reason 'Goods never sent back'"],
      input: {
        declaration: declarationInput,
        reason: reasonValue,
        network: flagValue.optional(),
      },
      operation: close,
      read: ({ network, ...typed }) => ({ ...typed, network: network !== undefined }),
      show: ({ id, closed, isTold }, { typed: { network } }) => [
        lines(
          network === undefined
            ? `Declaration ${id} is closed${isTold ? '; its writer gets the reason as the answer' : ''}.`
            : `${counted(closed, 'declaration')} are closed.`,
        ),
      ],
    }),
  ];
}
