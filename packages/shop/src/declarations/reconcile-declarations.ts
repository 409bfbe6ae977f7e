import { setTimeout as sleep } from 'node:timers/promises';

import { enqueueEmail } from '@agres/core/jobs/email';
import { secondsFromNow } from '@agres/db/database-clock';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { withDeadline } from '@agres/money/checkout/lease';
import {
  addEvent,
  contractIdOf,
  findDeclaration,
  type Declaration,
} from '@agres/money/declarations/declaration';

import type { Contracts, DeclarationDeps, RecheckDelay } from './contract.ts';
import { declarationsToDecideEmail } from './emails.ts';
import { reconcileReceipt } from './receipts.ts';
import { isContested, isFollowed, isLate } from './standing.ts';

/** How long a request waits for the steps of its declaration; background work completes them. */
const CALL_MS = 5000;
const BATCH = 10;
/** How long a claim lasts before another process may take the declaration. */
const CLAIM_SECONDS = 60;
const INITIAL_BACKOFF_SECONDS = 5;
const MAX_BACKOFF_SECONDS = 600;

/** Carries out a declaration at once, for a few seconds at most. Never throws: the declaration is stored. */
export async function reconcileNow(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  declarationId: number,
): Promise<void> {
  liftDatabaseDeadline();
  const stopping = new AbortController();
  const steps = reconcile(withDeadline(deps), contracts, declarationId);
  await Promise.race([
    steps,
    sleep(CALL_MS, undefined, { signal: stopping.signal }).catch(() => {}),
  ]);
  stopping.abort();
}

/**
 * Carries out the due declarations; returns `more` if others may be due. Two processes that take the same
 * declaration do each step once.
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

/** Runs the steps in order, because each reads what the previous ones wrote. A failure is retried later. */
async function reconcile(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  id: number,
): Promise<void> {
  let seen: string | null = null;
  try {
    seen = await readNextCheck(deps.db, id);
    const nextChecks = [
      await reconcileReceipt(deps, id),
      await reconcileContract(deps, contracts, id),
    ];
    const pauses = nextChecks.flatMap((one) => (one === 'never' ? [] : [one.inSeconds]));
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

/**
 * Reads the next check before the steps run, so that `planCheck` notices a concurrent decision, which changes
 * it.
 */
async function readNextCheck(db: Db, id: number): Promise<string | null> {
  const [row] = await db.$queryRaw<{ nextCheckAt: string | null }[]>`
    SELECT next_check_at::text AS "nextCheckAt" FROM declaration WHERE id = ${id}::int`;
  return row?.nextCheckAt ?? null;
}

type NextCheck = { seen: string | null; inSeconds: number | null };

async function planCheck(db: Db, id: number, { seen, inSeconds }: NextCheck): Promise<void> {
  const planned = inSeconds === null ? Prisma.sql`NULL::timestamptz` : secondsFromNow(inSeconds);
  // guard: a decision made during the check of a declaration is checked too
  await db.$executeRaw`
    UPDATE declaration SET next_check_at = CASE
      WHEN next_check_at::text IS NOT DISTINCT FROM ${seen}::text
        THEN ${planned}
      ELSE least(next_check_at, ${planned}) END
    WHERE id = ${id}::int`;
}

async function pauseAfterFault(db: Db, id: number, seen: string | null): Promise<void> {
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    SELECT tries FROM declaration WHERE id = ${id}::int`;
  const pauseSeconds = INITIAL_BACKOFF_SECONDS * 2 ** Math.min(row?.tries ?? 0, 10);
  await planCheck(db, id, { seen, inSeconds: Math.min(MAX_BACKOFF_SECONDS, pauseSeconds) });
}

async function reconcileContract(
  deps: DeclarationDeps,
  contracts: readonly Contracts[],
  id: number,
): Promise<RecheckDelay> {
  const { db } = deps;
  const declaration = await findDeclaration(db, id);
  if (declaration === null || !isFollowed(declaration) || isContested(declaration)) return 'never';
  const contract = contractIdOf(declaration);
  const noun = contracts.find((one) => one.noun === contract?.noun);
  // guard: a declaration without a confirmed contract is left to the owner
  if (contract === null || noun === undefined) return emailOwner(deps, declaration);
  const [standing] = await noun.standings(db, [contract.contractId]);
  // guard: a withdrawal after its last day is left to the owner
  if (standing !== undefined && isLate(declaration, standing)) return emailOwner(deps, declaration);
  return noun.follow(deps, declaration);
}

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
/** Days after the declaration on which the shop owner gets an email about a pending decision. */
const REMINDER_DAYS = [0, 7, 12];

async function emailOwner(deps: DeclarationDeps, declaration: Declaration): Promise<RecheckDelay> {
  const { db, clock } = deps;
  const { id, events, isFlood } = declaration;
  // The list already shows the declarations of a network over its limit as one line.
  if (isFlood) return 'never';
  const [row] = await db.$queryRaw<{ ageSeconds: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - declared_at)::float8 AS "ageSeconds"
    FROM declaration WHERE id = ${id}::int`;
  const ageSeconds = row?.ageSeconds ?? 0;
  const day = REMINDER_DAYS.findLast((one) => one * DAY_SECONDS <= ageSeconds) ?? 0;
  const isTold = events.some(({ kind, facts }) => kind === 'owner_told' && facts['day'] === day);
  if (!isTold) {
    await inTransaction(db, async (tx) => {
      await addEvent(tx, id, { kind: 'owner_told', by: 'system', facts: { day } });
      await enqueueOwnerEmail(tx, clock());
    });
    deps.wakeJobs();
  }
  const next = REMINDER_DAYS.find((one) => one > day);
  return next === undefined ? 'never' : { inSeconds: next * DAY_SECONDS - ageSeconds };
}

/**
 * Enqueues one email an hour for all waiting declarations, so that a stranger cannot flood the owner's
 * mailbox.
 */
async function enqueueOwnerEmail(tx: Tx, now: Date): Promise<void> {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const keyOf = (one: number) => `declarations_to_decide:${one}`;
  const hasLeft = (await tx.job.count({ where: { dedupe: keyOf(hour) } })) > 0;
  const at = hasLeft ? hour + 1 : hour;
  await enqueueEmail(tx, {
    email: declarationsToDecideEmail,
    request: { hour: at },
    dedupe: keyOf(at),
    inSeconds: Math.max(0, (at * HOUR_MS - now.getTime()) / 1000),
  });
}
