import type { Context } from '@agres/core/context';
import { loadKeyedHash, type KeyedHash } from '@agres/core/keyed-hash';
import { secondsFromNow } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import {
  declarationStatement,
  numbersIn,
  type DeclarationKind,
  type NamedContract,
} from '@agres/domain/declaration';
import type { DeclarationInput, DeclarationReceived } from '@agres/domain/declarations.schema';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';

import type { Contracts } from './contract.ts';
import { planReceipt, readRecipient } from './receipts.ts';
import { reconcileNow } from './reconcile-declarations.ts';
import { isLate } from './standing.ts';

/** How long background work leaves a new declaration to the request that stored it. */
const OWN_CALL_SECONDS = 15;
const MAX_KEY = /^[\x21-\x7e]{1,255}$/;
/** How long a declaration with the same content counts as a repetition. */
const SAME_HOURS = 24;

/**
 * Stores a declaration with the database's time. No rate limit, missed deadline or unknown contract refuses
 * it; a repetition gets the number and time of the first. A declaration about the caller's own contract is
 * carried out at once, for a few seconds at most; any other waits for the shop owner.
 * @throws DomainError `not_found` for an order or subscription that is not the caller's own, `invalid_fields`
 * for a malformed `Idempotency-Key`
 */
export async function declare(
  ctx: Context,
  contracts: readonly Contracts[],
  { kind, input }: { kind: DeclarationKind; input: DeclarationInput },
): Promise<DeclarationReceived> {
  const { db } = ctx.deps;
  const { key, repeated } = await findRepeated(ctx, contracts, { kind, input });
  // guard: a repeated declaration gets the first response, even after the contract ended
  if (repeated !== null) return received(repeated);
  const own = await findOwnContract(ctx, contracts, { kind, input });
  const declaration = {
    kind,
    key,
    orderId: own?.contracts.noun === 'order' ? own.contractId : null,
    subscriptionId: own?.contracts.noun === 'subscription' ? own.contractId : null,
    name: input.name,
    reference: input.reference ?? null,
    numbers: own === null ? numbersIn(input.reference ?? '') : [],
    email: input.email,
    locale: ctx.locale,
    statement: declarationStatement({
      kind,
      name: input.name,
      contract: contractOf(input),
      locale: ctx.locale,
    }),
  };
  const known = await findSame(db, declaration);
  if (known !== null) return received(known);
  const recipient = await readRecipient(ctx, contracts, {
    kind,
    input,
    isOwnContract: own !== null,
  });
  const inserted = await inTransaction(db, async (tx) => {
    // A concurrent repetition waits here for the first insert, and does not count towards a limit.
    const row = await insert(tx, declaration);
    if (row === null) return null;
    if (own !== null && kind === 'withdrawal') await endAccess(tx, own, row.declaredAt);
    await planReceipt(ctx, tx, { declarationId: row.id, recipient });
    return row;
  });
  const row = inserted ?? (await findSame(db, declaration));
  if (row === null) throw new Error('a declaration is neither new nor known');
  ctx.log.info({ declarationId: row.id, kind }, 'declaration received');
  await reconcileNow({ ...ctx.deps, log: ctx.log }, contracts, row.id);
  return received(row);
}

/** Ends access with the member's own withdrawal, unless it came after the last day (C. conso. L221-25). */
async function endAccess(
  tx: Tx,
  { contracts, contractId }: OwnContract,
  declaredAt: Date,
): Promise<void> {
  const [standing] = await contracts.standings(tx, [contractId]);
  const withdrawal = { kind: 'withdrawal', events: [], declaredAt } as const;
  if (standing === undefined || isLate(withdrawal, standing)) return;
  // guard: access ends in the transaction that stores the member’s withdrawal
  await contracts.endAccess(tx, contractId);
}

type OwnContract = { contracts: Contracts; contractId: number };

/**
 * Finds the caller's own contract: the selected one, or the one that the reference identifies. Returns null
 * if the reference is ambiguous or the caller is not logged in.
 */
async function findOwnContract(
  { deps: { db }, session }: Context,
  contracts: readonly Contracts[],
  {
    kind,
    input: { orderId, subscription, reference },
  }: { kind: DeclarationKind; input: DeclarationInput },
): Promise<OwnContract | null> {
  if (orderId === undefined && subscription === undefined) {
    if (session === null || reference === undefined) return null;
    for (const one of contracts.filter(({ kinds }) => kinds.has(kind))) {
      const contractId = await one.findNamed(db, { userId: session.userId, kind, reference });
      if (contractId !== null) return { contracts: one, contractId };
    }
    return null;
  }
  const noun = orderId === undefined ? 'subscription' : 'order';
  const registered = contracts.find((one) => one.noun === noun && one.kinds.has(kind));
  // guard: a member can choose only their own contract for a declaration
  const contractId =
    session === null
      ? undefined
      : await registered?.findOwn(db, { userId: session.userId, contractId: orderId });
  if (registered === undefined || contractId == null) throw new DomainError('not_found');
  return { contracts: registered, contractId };
}

function contractOf({ orderId, subscription, reference = '' }: DeclarationInput): NamedContract {
  if (orderId !== undefined) return { orderId };
  return subscription === undefined ? { reference } : { subscription };
}

type DeclarationCall = { kind: DeclarationKind; input: DeclarationInput };

/**
 * Finds the declaration that a call repeats, and the key for a new one. For a selected contract, the
 * `Idempotency-Key` identifies a repetition without a time limit. Otherwise equal content does for one day,
 * but not once the declaration is closed while its contract runs: a person who resumed a subscription and
 * ends it again makes a new declaration.
 */
async function findRepeated(
  ctx: Context,
  contracts: readonly Contracts[],
  call: DeclarationCall,
): Promise<{ key: Uint8Array<ArrayBuffer>; repeated: StoredDeclaration | null }> {
  const { db } = ctx.deps;
  const find = async (key: Uint8Array<ArrayBuffer>) => {
    const [found] = await db.$queryRaw<(StoredDeclaration & { isOpen: boolean; isOld: boolean })[]>`
      SELECT id, declared_at AS "declaredAt", closed_at IS NULL AS "isOpen",
        declared_at < clock_timestamp() - make_interval(hours => ${SAME_HOURS}::int) AS "isOld"
      FROM declaration WHERE key = ${key}::bytea`;
    return found ?? null;
  };
  const hash = await loadKeyedHash(db, 'declaration');
  let key = computeKey(ctx, { ...call, hash });
  let last = await find(key);
  if (isKeyed(ctx, call)) return { key, repeated: last };
  while (last !== null) {
    const nextKey = computeKey(ctx, { ...call, hash, after: last.id });
    const next = await find(nextKey);
    // guard: a repeat of a closed declaration makes a new one while the contract runs
    const isOver = last.isOld || (!last.isOpen && (await isContractRunning(ctx, contracts, call)));
    if (next === null && !isOver) break;
    key = nextKey;
    last = next;
  }
  return { key, repeated: last };
}

/** The `Idempotency-Key` counts only for a selected contract of the caller. */
const isKeyed = ({ idempotencyKey }: Context, { input }: DeclarationCall) =>
  idempotencyKey !== undefined && input.reference === undefined;

async function isContractRunning(
  ctx: Context,
  contracts: readonly Contracts[],
  call: DeclarationCall,
): Promise<boolean> {
  const own = await findOwnContract(ctx, contracts, call).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
  if (own === null) return false;
  const [standing] = await own.contracts.standings(ctx.deps.db, [own.contractId]);
  if (standing === undefined || standing.money?.leftCents === 0) return false;
  return call.kind === 'termination' ? !standing.isEnding : !standing.isCancelled;
}

/**
 * Hashes the content, the caller's account, the `Idempotency-Key` where it counts, and the id of the
 * declaration that this one follows. The hash is keyed, because name and address could be guessed (decision
 * 021).
 */
function computeKey(
  ctx: Context,
  { hash, after, ...call }: DeclarationCall & { hash: KeyedHash; after?: number },
): Uint8Array<ArrayBuffer> {
  const { idempotencyKey, session } = ctx;
  const { kind, input } = call;
  if (idempotencyKey !== undefined && !MAX_KEY.test(idempotencyKey)) {
    throw new DomainError('invalid_fields', {
      issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
    });
  }
  const { name, email, orderId, subscription, reference } = input;
  const content = [name, emailKeyOf(email), orderId, subscription, reference];
  const given = isKeyed(ctx, call) ? idempotencyKey : null;
  const parts = [given, session?.userId, kind, ...content, after].map((part) => part ?? null);
  return hash(JSON.stringify(parts));
}

type NewDeclaration = {
  kind: DeclarationKind;
  key: Uint8Array<ArrayBuffer>;
  orderId: number | null;
  subscriptionId: number | null;
  name: string;
  reference: string | null;
  numbers: number[];
  email: string;
  locale: string;
  statement: string;
};

type StoredDeclaration = { id: number; declaredAt: Date };

const received = ({ id, declaredAt }: StoredDeclaration): DeclarationReceived => ({
  message: 'declaration_received',
  number: id,
  declaredAt: declaredAt.toISOString(),
});

/** Finds a declaration with the same key, or an open one about the same contract of the caller. */
async function findSame(
  db: Db,
  {
    kind,
    key,
    orderId,
    subscriptionId,
  }: Pick<NewDeclaration, 'kind' | 'key' | 'orderId' | 'subscriptionId'>,
): Promise<StoredDeclaration | null> {
  const [same] = await db.$queryRaw<StoredDeclaration[]>`
    SELECT id, declared_at AS "declaredAt" FROM declaration
    WHERE key = ${key}::bytea
    UNION ALL
    SELECT id, declared_at FROM declaration
    WHERE order_id = ${orderId}::int AND kind = ${kind} AND closed_at IS NULL
    UNION ALL
    SELECT id, declared_at FROM declaration
    WHERE subscription_id = ${subscriptionId}::int AND kind = ${kind} AND closed_at IS NULL
    LIMIT 1`;
  return same ?? null;
}

/** Returns null if a concurrent call inserted the declaration first. */
async function insert(tx: Tx, declaration: NewDeclaration): Promise<StoredDeclaration | null> {
  const { kind, key, orderId, subscriptionId, name, reference, email, locale, statement } =
    declaration;
  const proof = orderId === null && subscriptionId === null ? 'none' : 'account';
  // guard: a declaration is dated by the database clock
  const [row] = await tx.$queryRaw<StoredDeclaration[]>`
    INSERT INTO declaration (kind, key, order_id, subscription_id, proof, name, reference, numbers, email,
      locale, statement, declared_at, next_check_at)
    VALUES (${kind}, ${key}::bytea, ${orderId}::int, ${subscriptionId}::int, ${proof}, ${name},
      ${reference}::text, ${declaration.numbers}::int[], ${email}, ${locale}, ${statement},
      clock_timestamp(), ${secondsFromNow(OWN_CALL_SECONDS)})
    ON CONFLICT DO NOTHING
    RETURNING id, declared_at AS "declaredAt"`;
  return row ?? null;
}
