import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import type {
  AnnouncedReturn,
  AskedDeclaration,
  DeclarationLink,
} from '@shop/domain/declarations.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context, Deps, MemberContext } from '../context.ts';
import { operatorAlertEmail } from '../jobs/alert.ts';
import { enqueueEmail } from '../jobs/email.ts';
import { requireRateLimit } from '../limits/require-rate-limit.ts';
import type { Contracts } from './contract.ts';
import {
  addEvent,
  closeDeclaration,
  contractIdOf,
  eventOf,
  findDeclaration,
  letterHashOf,
  lockDeclaration,
  type Declaration,
} from './declaration.ts';
import { reconcileNow } from './reconcile-declarations.ts';
import { isContested, isLate } from './standing.ts';

const wrongLink = () => new DomainError('incorrect_activation_code');

/** Whether a link of the email to the account's owner works; looking uses nothing up. */
export async function isLiveLetter(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, nonce }: DeclarationLink,
): Promise<boolean> {
  const found = await db.declaration.findFirst({
    where: {
      id,
      letterHashes: { has: letterHashOf(nonce) },
      letterUntil: { gt: clock() },
    },
    select: { id: true },
  });
  return found !== null;
}

/**
 * What a link asks about: the contract of the account that the email went to, and not a word of whoever
 * declared. Wrong links alone are counted: looking answers nothing, and may be done again.
 * @throws DomainError `incorrect_activation_code`
 */
export async function readAsked(ctx: Context, link: DeclarationLink): Promise<AskedDeclaration> {
  const { db } = ctx.deps;
  // guard: what a declaration is about is told by the link that went to the account's address alone
  if (!(await isLiveLetter(ctx.deps, link))) {
    await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
    throw wrongLink();
  }
  const declaration = await findDeclaration(db, link.id);
  if (declaration === null) throw wrongLink();
  const { kind, declaredAt, orderId } = declaration;
  const contract = await readContract(db, declaration);
  return {
    kind,
    declaredAt: declaredAt.toISOString(),
    orderId,
    title: contract.title,
    contractDate: contract.date?.toISOString() ?? null,
    answer: answerOf(declaration),
  };
}

function answerOf(declaration: Declaration): AskedDeclaration['answer'] {
  if (eventOf(declaration, 'proved') !== undefined) return 'confirmed';
  return eventOf(declaration, 'denied') === undefined ? null : 'denied';
}

/** What a declaration's contract is of, and since when. */
async function readContract(
  db: Deps['db'],
  { orderId, subscriptionId }: Pick<Declaration, 'orderId' | 'subscriptionId'>,
): Promise<{ title: AskedDeclaration['title']; date: Date | null }> {
  if (orderId !== null) {
    const order = await db.order.findUnique({
      where: { id: orderId },
      select: { itemTitleFr: true, itemTitleEn: true, orderDate: true },
    });
    if (order === null) return { title: null, date: null };
    return { title: { fr: order.itemTitleFr, en: order.itemTitleEn }, date: order.orderDate };
  }
  const subscription =
    subscriptionId === null
      ? null
      : await db.subscription.findUnique({
          where: { id: subscriptionId },
          select: { subscriptionDate: true },
        });
  return { title: null, date: subscription?.subscriptionDate ?? null };
}

/**
 * The owner of the account says "it was me": the declaration counts from its own day, and goes on as one
 * that was made in the account. One of theirs that came later ends as its repetition where nothing follows
 * from that by itself, such as one after the last day; else this one is the repetition, with its hour
 * proved. Again it answers the same.
 * @throws DomainError `incorrect_activation_code`, also once it was denied or closed by a person
 */
export async function confirmDeclaration(
  ctx: Context,
  contracts: readonly Contracts[],
  link: DeclarationLink,
): Promise<void> {
  const letter = await openLetter(ctx, contracts, link);
  await answerOnce(ctx.deps, letter, {
    kind: 'proved',
    write: async (tx, declaration) => {
      if (declaration.closedAt === null) await settle(tx, letter, declaration);
      await tx.declaration.update({
        where: { id: link.id },
        data: { proof: 'letter' },
        select: { id: true },
      });
      await addEvent(tx, link.id, { kind: 'proved', by: 'member' });
    },
  });
  await reconcileNow({ ...ctx.deps, log: ctx.log }, contracts, link.id);
}

/**
 * The owner of the account says "it was not me": closed, what was held for it goes on, and the shop owner
 * is told. Again it answers the same.
 * @throws DomainError `incorrect_activation_code`, also once it was confirmed or closed by a person
 */
export async function denyDeclaration(
  ctx: Context,
  contracts: readonly Contracts[],
  link: DeclarationLink,
): Promise<void> {
  const letter = await openLetter(ctx, contracts, link);
  const { noun, contractId } = letter;
  const told = {
    event: 'Somebody declared about a contract in vain: its owner denies it',
    facts: { declarationId: link.id, noun: noun.noun, contractId },
  };
  const isNew = await answerOnce(ctx.deps, letter, {
    kind: 'denied',
    write: async (tx, declaration) => {
      if (declaration.proof !== 'none') throw wrongLink();
      await addEvent(tx, link.id, { kind: 'denied', by: 'member' });
      // guard: the shop is told of a denied declaration wherever the denial is stored
      await enqueueEmail(tx, {
        email: operatorAlertEmail,
        request: told,
        dedupe: `denied_declaration:${link.id}`,
      });
      // guard: who denies a stranger's declaration loses nothing of their own
      if (declaration.closedAt !== null) return;
      await closeDeclaration(tx, link.id, { by: 'member', facts: { reason: 'denied' } });
      if (isHeldFor(declaration)) await noun.release(tx, contractId, { kind: 'member' });
    },
  });
  if (!isNew) return;
  ctx.log.fatal(told.facts, told.event);
  ctx.deps.wakeJobs();
}

/** What the owner of an account was asked about. */
type Letter = { id: number; noun: Contracts; contractId: number };

/** The letter of a link that works; counts how often links are tried. */
async function openLetter(
  ctx: Context,
  contracts: readonly Contracts[],
  link: DeclarationLink,
): Promise<Letter> {
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  // guard: a declaration is confirmed by the link that went to the account's address alone
  if (!(await isLiveLetter(ctx.deps, link))) throw wrongLink();
  const { id } = link;
  const known = await findDeclaration(ctx.deps.db, id);
  const contract = known === null ? null : contractIdOf(known);
  const noun = contracts.find((one) => one.noun === contract?.noun);
  if (contract === null || noun === undefined) throw wrongLink();
  return { id, noun, contractId: contract.contractId };
}

type LetterAnswer = {
  /** The event that the answer leaves, by which a repeated one is known. */
  kind: 'proved' | 'denied';
  write: (tx: Tx, declaration: Declaration) => Promise<void>;
};

/** Writes an answer under the locks of its contract and declaration; false where it was given before. */
async function answerOnce(
  { db }: Pick<Deps, 'db'>,
  { id, noun, contractId }: Letter,
  { kind, write }: LetterAnswer,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await noun.lock(tx, contractId);
    const declaration = await lockDeclaration(tx, id);
    if (declaration === null) throw wrongLink();
    if (eventOf(declaration, kind) !== undefined) return false;
    if (!isOpenOrRepeats(declaration)) throw wrongLink();
    await write(tx, declaration);
    return true;
  });
}

/** Whether the question still stands: also of what its owner declared again meanwhile, logged in. */
const isOpenOrRepeats = (declaration: Declaration) =>
  declaration.closedAt === null || eventOf(declaration, 'closed')?.facts['repeats'] !== undefined;

/** Of two open declarations of one person about one contract, closes the one that is not followed. */
async function settle(
  tx: Tx,
  { noun, contractId }: Letter,
  { id, kind }: Declaration,
): Promise<void> {
  const column = noun.noun === 'order' ? 'orderId' : 'subscriptionId';
  const found = await tx.declaration.findFirst({
    where: { kind, closedAt: null, id: { not: id }, [column]: contractId, proof: { not: 'none' } },
    select: { id: true },
  });
  const later = found === null ? null : await lockDeclaration(tx, found.id);
  if (later === null) return;
  const [standing] = await noun.standings(tx, [contractId]);
  const isFollowed = !isContested(later) && (standing === undefined || !isLate(later, standing));
  // guard: of two declarations of one person the hour of the first counts for the last day
  const [closedId, repeats] = isFollowed ? [id, later.id] : [later.id, id];
  await closeDeclaration(tx, closedId, { by: 'member', facts: { repeats } });
}

/** Whether this declaration is what an order is held for. */
const isHeldFor = (declaration: Declaration) => eventOf(declaration, 'held') !== undefined;

/**
 * Takes down where a parcel on its way back can be followed: the proof that it was sent. Another number
 * replaces the first.
 * @throws DomainError `not_found` for a declaration that is not about the caller's own order
 */
export async function announceReturn(
  { deps: { db }, session }: MemberContext,
  contracts: readonly Contracts[],
  { id, tracking }: AnnouncedReturn,
): Promise<void> {
  const { userId } = session;
  const declaration = await findDeclaration(db, id);
  const contract = declaration === null ? null : contractIdOf(declaration);
  const noun = contracts.find((one) => one.noun === contract?.noun);
  const own =
    contract === null || noun === undefined
      ? null
      : await noun.findOwn(db, { userId, contractId: contract.contractId });
  const isProved = declaration !== null && declaration.proof !== 'none';
  // guard: a parcel is announced by the owner of its order alone
  if (own === null || !isProved || contract?.noun !== 'order') throw new DomainError('not_found');
  await inTransaction(db, async (tx) => {
    const now = await lockDeclaration(tx, id);
    if (now?.returnTracking === tracking) return;
    await tx.declaration.update({
      where: { id },
      data: { returnTracking: tracking },
      select: { id: true },
    });
    await addEvent(tx, id, { kind: 'return_announced', by: 'member' });
  });
}
