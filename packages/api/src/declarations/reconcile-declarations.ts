import { setTimeout as sleep } from 'node:timers/promises';

import { secondsFromNow } from '@shop/db/database-clock';
import { Prisma, type Db } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { waitToTheEnd } from '@shop/db/wait-limit';
import { emailKeyOf } from '@shop/domain/users';

import { withDeadline } from '../checkout/lease.ts';
import { raiseAlert, raiseAlertOnce } from '../jobs/alert.ts';
import { enqueueEmail } from '../jobs/email.ts';
import type { Contracts, DeclarationDeps, Looked } from './contract.ts';
import {
  addEvent,
  closeDeclaration,
  closeRepetitions,
  contractIdOf,
  eventOf,
  findDeclaration,
  isProved,
  KNOWN_TO_BE_ITS_OWNERS,
  LETTER_DAYS,
  lockDeclaration,
  type Declaration,
} from './declaration.ts';
import { declarationLetterEmail, declarationReceivedEmail } from './emails.ts';
import { isContested, isFollowed, isLate } from './standing.ts';

/** How long a call waits for what follows; the background goes on. */
const CALL_MS = 5000;
/** How many are looked at in one round. */
const BATCH = 10;
/** How long the background leaves one alone that it has claimed. */
const CLAIM_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
/** When the background checks whether a receipt has left. */
const RECEIPT_SECONDS = 30;

/** Does at once what follows a declaration, for a few seconds at most. Never throws: the declaration stands. */
export async function reconcileNow(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  declarationId: number,
): Promise<void> {
  waitToTheEnd();
  const stopping = new AbortController();
  const steps = reconcile(withDeadline(deps), contracts, declarationId);
  await Promise.race([
    steps,
    sleep(CALL_MS, undefined, { signal: stopping.signal }).catch(() => {}),
  ]);
  stopping.abort();
}

/**
 * Does what follows declarations that are due, until nothing is left to do. Several processes share the
 * work; two that meet do each step once. `more`: there may be others.
 */
export async function reconcileDeclarations(
  given: DeclarationDeps,
  contracts: readonly Contracts[],
): Promise<'more' | 'none'> {
  const deps = withDeadline(given);
  const due = await claim(deps.db);
  await Promise.all(due.map((id) => reconcile(deps, contracts, id)));
  return due.length < BATCH ? 'none' : 'more';
}

async function claim(db: Db): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    UPDATE declaration
    SET next_check_at = ${secondsFromNow(CLAIM_SECONDS)},
      tries = tries + 1
    WHERE id IN (
      SELECT id FROM declaration WHERE next_check_at <= clock_timestamp()
      ORDER BY next_check_at LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** Each step reads what the steps before it wrote; what fails is tried again later. */
async function reconcile(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  id: number,
): Promise<void> {
  let seen: string | null = null;
  try {
    seen = await readNextCheck(deps.db, id);
    const looked = [await reconcileReceipt(deps, id), await reconcileContract(deps, contracts, id)];
    const pauses = looked.flatMap((one) => (one === 'never' ? [] : [one.inSeconds]));
    await planCheck(deps.db, id, {
      seen,
      inSeconds: pauses.length === 0 ? null : Math.min(...pauses),
    });
  } catch (error) {
    deps.log.warn(
      { declarationId: id, err: error },
      'declaration not followed, trying again later',
    );
    await pauseAfterFault(deps.db, id, seen).catch((fault: unknown) =>
      deps.log.warn({ declarationId: id, err: fault }, 'declaration not put off'),
    );
  }
}

/** When the declaration is due, as its check begins: whoever wakes it meanwhile changes that. */
async function readNextCheck(db: Db, id: number): Promise<string | null> {
  const [row] = await db.$queryRaw<{ nextCheckAt: string | null }[]>`
    SELECT next_check_at::text AS "nextCheckAt" FROM declaration WHERE id = ${id}::int`;
  return row?.nextCheckAt ?? null;
}

type NextCheck = { seen: string | null; inSeconds: number | null };

/** Keeps the earlier of two due times, so that a decision made during a check is checked too. */
async function planCheck(db: Db, id: number, { seen, inSeconds }: NextCheck): Promise<void> {
  const planned = inSeconds === null ? Prisma.sql`NULL::timestamptz` : secondsFromNow(inSeconds);
  // guard: what is decided while a declaration is looked at is not forgotten
  await db.$executeRaw`
    UPDATE declaration SET next_check_at = CASE
      WHEN next_check_at::text IS NOT DISTINCT FROM ${seen}::text
        THEN ${planned}
      ELSE least(next_check_at, ${planned}) END
    WHERE id = ${id}::int`;
}

/** With exponential back-off, up to ten minutes. */
async function pauseAfterFault(db: Db, id: number, seen: string | null): Promise<void> {
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    SELECT tries FROM declaration WHERE id = ${id}::int`;
  const pauseSeconds = FIRST_PAUSE_SECONDS * 2 ** Math.min(row?.tries ?? 0, 10);
  await planCheck(db, id, { seen, inSeconds: Math.min(LONGEST_PAUSE_SECONDS, pauseSeconds) });
}

/** Enqueues the receipt, and records whether it was sent or given up: then an alert asks for one by post. */
async function reconcileReceipt(deps: DeclarationDeps, id: number): Promise<Looked> {
  const { db } = deps;
  const declaration = await findDeclaration(db, id);
  if (declaration === null || declaration.email === null) return 'never';
  if (eventOf(declaration, 'receipt_sent') ?? eventOf(declaration, 'receipt_lost')) return 'never';
  const dedupe = `declaration_received:${id}`;
  const [fate] = await db.$queryRaw<{ isSent: boolean; isLost: boolean }[]>`
    SELECT EXISTS (SELECT FROM email_log WHERE subject_kind = 'declaration' AND subject_id = ${String(id)}
        AND letter = ${declarationReceivedEmail.letter} AND outcome = 'accepted')
      OR EXISTS (SELECT FROM job WHERE dedupe = ${dedupe} AND done_at IS NOT NULL) AS "isSent",
      EXISTS (SELECT FROM job WHERE dedupe = ${dedupe} AND dead_at IS NOT NULL) AS "isLost"`;
  if (fate?.isSent) {
    await addEvent(db, id, { kind: 'receipt_sent', by: 'system' });
    return 'never';
  }
  if (fate?.isLost) {
    await addEvent(db, id, { kind: 'receipt_lost', by: 'system' });
    await raiseAlert(deps, {
      event: 'The receipt of a declaration did not arrive: send it by post',
      facts: { declarationId: id },
      dedupe: `receipt_lost:${id}`,
    });
    return 'never';
  }
  // guard: a declaration has one receipt
  await enqueueEmail(db, {
    email: declarationReceivedEmail,
    request: { declarationId: id },
    dedupe,
  });
  deps.wakeJobs();
  return { inSeconds: RECEIPT_SECONDS };
}

async function reconcileContract(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  id: number,
): Promise<Looked> {
  const { db } = deps;
  let declaration = await findDeclaration(db, id);
  if (declaration === null || !isFollowed(declaration)) return 'never';
  if (contractIdOf(declaration) === null && eventOf(declaration, 'matched') === undefined) {
    await match(deps, contracts, declaration);
    declaration = await findDeclaration(db, id);
    if (declaration === null || !isFollowed(declaration)) return 'never';
  }
  const contract = contractIdOf(declaration);
  const noun = contracts.find((one) => one.noun === contract?.noun);
  if (contract === null || noun === undefined) return 'never';
  if (isContested(declaration)) return 'never';
  if (!isProved(declaration)) return askOwner(deps, noun, { id, contractId: contract.contractId });
  const [standing] = await noun.standings(db, [contract.contractId]);
  // guard: nothing follows by itself from a withdrawal after its last day
  if (standing !== undefined && isLate(declaration, standing)) {
    await tellOfLate(deps, declaration, standing.followedUntil);
    return 'never';
  }
  await closeUnproved(deps, noun, { declaration, contractId: contract.contractId });
  return noun.follow(deps, declaration);
}

/**
 * Closes the unproved declarations about the same contract, as repetitions of this one, which is followed
 * now. An order that was held for one of them stays held for this one.
 */
async function closeUnproved(
  { db }: DeclarationDeps,
  noun: Contracts,
  { declaration: { id, kind }, contractId }: { declaration: Declaration; contractId: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Whoever matches another one meanwhile waits here, and then finds this one.
    await noun.lock(tx, contractId);
    const declaration = await lockDeclaration(tx, id);
    if (declaration === null || !isFollowed(declaration)) return;
    const about = aboutContract(noun, contractId);
    const closed = await closeRepetitions(tx, { id, kind, about });
    const isHeld = closed.some((other) => eventOf(other, 'held') !== undefined);
    // guard: an order stays held for whoever proves a withdrawal that a stranger declared first
    if (isHeld) await addEvent(tx, id, { kind: 'held', by: 'system' });
  });
}

const aboutContract = ({ noun }: Contracts, contractId: number) =>
  noun === 'order' ? { orderId: contractId } : { subscriptionId: contractId };

async function tellOfLate(
  deps: DeclarationDeps,
  { id }: Declaration,
  lastDay: string | null,
): Promise<void> {
  await raiseAlert(deps, {
    event: 'A withdrawal was declared after the last day: accept or contest it',
    facts: { declarationId: id, lastDay },
    dedupe: `late_declaration:${id}`,
    every: 'day',
  });
}

/**
 * Looks for the contract of a declaration that nobody has proved. Where number and address fit, the
 * contract is held; else the shop owner is told.
 */
async function match(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  declaration: Declaration,
): Promise<void> {
  const { db } = deps;
  const { id, kind, reference, email } = declaration;
  if (reference === null || email === null) return;
  for (const noun of contracts.filter(({ kinds }) => kinds.has(kind))) {
    const contractId = await noun.match(db, { reference, emailKey: emailKeyOf(email), kind });
    if (contractId === null) continue;
    await attach(deps, noun, { declaration, contractId });
    return;
  }
  await inTransaction(db, async (tx) => {
    await lockDeclaration(tx, id);
    await addEvent(tx, id, { kind: 'matched', by: 'system', facts: { noun: null } });
  });
  const [waiting] = await db.$queryRaw<{ firstId: number | null; count: number }[]>`
    SELECT min(id) AS "firstId", count(*)::int AS count FROM declaration
    WHERE closed_at IS NULL AND order_id IS NULL AND subscription_id IS NULL`;
  // guard: whoever declares about nothing again and again alarms nobody again and again
  await raiseAlertOnce(deps, {
    event: 'A declaration fits no contract: attach it or close it',
    facts: { declarationId: waiting?.firstId ?? id, waiting: waiting?.count ?? 1 },
    dedupe: 'unmatched_declarations',
    every: 'day',
  });
}

/** The account's owner is asked about a contract once in so many days, however many declare about it. */
const ASKED_ONCE_DAYS = 7;

/**
 * Asks the account's owner whether they declared, unless they were asked about this contract a short time
 * ago: then later.
 */
async function askOwner(
  deps: DeclarationDeps,
  noun: Contracts,
  { id, contractId }: { id: number; contractId: number },
): Promise<Looked> {
  const looked = await inTransaction(deps.db, async (tx): Promise<Looked> => {
    await noun.lock(tx, contractId);
    const declaration = await lockDeclaration(tx, id);
    if (declaration === null || declaration.closedAt !== null || isProved(declaration)) {
      return 'never';
    }
    const [asked] = await tx.$queryRaw<{ isOwn: boolean; waitSeconds: number | null }[]>`
      SELECT coalesce(bool_or(id = ${id}::int), false) AS "isOwn",
        extract(epoch FROM max(letter_until)
          - make_interval(days => ${LETTER_DAYS - ASKED_ONCE_DAYS}::int)
          - clock_timestamp())::float8 AS "waitSeconds"
      FROM declaration
      WHERE (order_id = ${declaration.orderId}::int OR subscription_id = ${declaration.subscriptionId}::int)
        AND kind = ${declaration.kind} AND proof = 'none' AND letter_until IS NOT NULL`;
    if (asked?.isOwn) return 'never';
    const waitSeconds = asked?.waitSeconds ?? 0;
    // guard: the account's owner is not asked again and again about one contract
    if (waitSeconds > 0) return { inSeconds: waitSeconds };
    await tx.$executeRaw`
      UPDATE declaration
      SET letter_until = clock_timestamp() + make_interval(days => ${LETTER_DAYS}::int)
      WHERE id = ${id}::int`;
    await enqueueEmail(tx, {
      email: declarationLetterEmail,
      request: { declarationId: id },
      dedupe: `declaration_letter:${id}`,
    });
    return 'never';
  });
  if (looked === 'never') deps.wakeJobs();
  return looked;
}

/**
 * Names the contract, and holds it the first time. What repeats a declaration that is known to be its owner's
 * is closed; what repeats one that anybody may have made is not.
 */
async function attach(
  deps: DeclarationDeps,
  noun: Contracts,
  { declaration: { id, kind }, contractId }: { declaration: Declaration; contractId: number },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await noun.lock(tx, contractId);
    const declaration = await lockDeclaration(tx, id);
    if (declaration === null || declaration.closedAt !== null) return;
    if (contractIdOf(declaration) !== null) return;
    const about = aboutContract(noun, contractId);
    const first = await tx.declaration.findFirst({
      where: { ...about, kind, closedAt: null, ...KNOWN_TO_BE_ITS_OWNERS },
      select: { id: true },
    });
    if (first !== null) {
      await closeDeclaration(tx, id, { by: 'system', facts: { repeats: first.id } });
      return;
    }
    await tx.declaration.update({
      where: { id },
      data: about,
      select: { id: true },
    });
    await addEvent(tx, id, {
      kind: 'matched',
      by: 'system',
      facts: { noun: noun.noun, contractId },
    });
    const before = await tx.declarationEvent.findFirst({
      where: { kind: 'held', declaration: about },
      select: { id: true },
    });
    // guard: an order is held once for what nobody has proved
    if (before !== null) return;
    // guard: an unsent order that somebody unproved withdraws from is held
    const isHeld = await noun.hold(tx, contractId);
    if (isHeld) await addEvent(tx, id, { kind: 'held', by: 'system' });
  });
}
