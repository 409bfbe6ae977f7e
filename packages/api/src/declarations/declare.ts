import { createHash } from 'node:crypto';

import { secondsFromNow } from '@shop/db/database-clock';
import type { Db, Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { parisDayOf } from '@shop/domain/days';
import {
  declarationStatement,
  type DeclarationKind,
  type NamedContract,
} from '@shop/domain/declaration';
import type { Declared, DeclarationReceived } from '@shop/domain/declarations.schema';
import { DomainError } from '@shop/domain/errors';
import { emailKeyOf } from '@shop/domain/users';

import type { Context } from '../context.ts';
import { requireRateLimit } from '../limits/require-rate-limit.ts';
import type { Contracts } from './contract.ts';
import { reconcileNow } from './reconcile-declarations.ts';

/** The background leaves a new declaration to its own call for so long. */
const OWN_CALL_SECONDS = 15;
const MAX_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Receives a declaration. The row, with the database's time, is committed before anything else; this call
 * then does what follows, for a few seconds at most. A late or unknown declaration is not refused, and a
 * repetition answers the number and time of the first.
 * @throws DomainError `not_found` for an order, or a subscription, that is not the caller's own; 429
 */
export async function declare(
  ctx: Context,
  contracts: readonly Contracts[],
  { kind, input }: { kind: DeclarationKind; input: Declared },
): Promise<DeclarationReceived> {
  const { db } = ctx.deps;
  const { key, repeated } = await findRepeated(ctx, contracts, { kind, input });
  // guard: a declaration is answered again once its contract has ended
  if (repeated !== null) return received(repeated);
  const own = await findOwnContract(ctx, contracts, { kind, input });
  const declaration = {
    kind,
    key,
    orderId: own?.noun === 'order' ? own.contractId : null,
    subscriptionId: own?.noun === 'subscription' ? own.contractId : null,
    name: input.name,
    reference: input.reference ?? null,
    email: input.email,
    locale: ctx.locale,
    statement: declarationStatement({
      kind,
      name: input.name,
      contract: contractOf(input),
      locale: ctx.locale,
    }),
  };
  // A repetition is not counted: it sends nothing and stores nothing.
  const known = await findSame(db, declaration);
  if (known !== null) return received(known);
  const receiptOf = (await isOwnAddress(ctx, input.email)) ? null : emailKeyOf(input.email);
  const inserted = await inTransaction(db, async (tx) => {
    // A concurrent call that repeats this one waits here, and takes no permit.
    const row = await insert(tx, declaration);
    if (row !== null) await requirePermits({ ctx, tx, own, receiptOf });
    return row;
  });
  const row = inserted ?? (await findSame(db, declaration));
  if (row === null) throw new Error('a declaration is neither new nor known');
  ctx.log.info({ declarationId: row.id, kind }, 'declaration received');
  await reconcileNow({ ...ctx.deps, log: ctx.log }, contracts, row.id);
  return received(row);
}

type Own = { noun: Contracts['noun']; contractId: number };

/**
 * The caller's own contract that is declared about: chosen, or named by a reference that leaves no doubt;
 * null where the reference may mean anything, or there is no log-in.
 */
async function findOwnContract(
  { deps: { db }, session }: Context,
  contracts: readonly Contracts[],
  { kind, input: { orderId, subscription, reference } }: { kind: DeclarationKind; input: Declared },
): Promise<Own | null> {
  if (orderId === undefined && subscription === undefined) {
    if (session === null || reference === undefined) return null;
    for (const one of contracts.filter(({ kinds }) => kinds.has(kind))) {
      const contractId = await one.findNamed(db, { userId: session.userId, kind, reference });
      if (contractId !== null) return { noun: one.noun, contractId };
    }
    return null;
  }
  const noun = orderId === undefined ? 'subscription' : 'order';
  const registered = contracts.find((one) => one.noun === noun && one.kinds.has(kind));
  // guard: a contract is declared about as one's own by its owner alone
  const contractId =
    session === null
      ? undefined
      : await registered?.findOwn(db, { userId: session.userId, contractId: orderId });
  if (contractId == null) throw new DomainError('not_found');
  return { noun, contractId };
}

function contractOf({ orderId, subscription, reference = '' }: Declared): NamedContract {
  if (orderId !== undefined) return { orderId };
  return subscription === undefined ? { reference } : { subscription };
}

type Calling = { kind: DeclarationKind; input: Declared };

/**
 * The declaration that a call repeats, and the key under which it would be a new one. Without an
 * `Idempotency-Key` a closed one of the same day is repeated only while nothing of its contract goes on:
 * who resumed a subscription, and ends it again, declares anew.
 */
async function findRepeated(
  ctx: Context,
  contracts: readonly Contracts[],
  call: Calling,
): Promise<{ key: Uint8Array<ArrayBuffer>; repeated: Received | null }> {
  const { db } = ctx.deps;
  const find = (key: Uint8Array<ArrayBuffer>) =>
    db.declaration.findUnique({
      where: { key },
      select: { id: true, declaredAt: true, closedAt: true },
    });
  let key = keyOf(ctx, call);
  let last = await find(key);
  if (ctx.idempotencyKey !== undefined) return { key, repeated: last };
  while (last !== null && last.closedAt !== null) {
    const nextKey = keyOf(ctx, call, last.id);
    const next = await find(nextKey);
    // guard: a closed declaration is not repeated about a contract that goes on
    if (next === null && !(await goesOn(ctx, contracts, call))) break;
    key = nextKey;
    last = next;
  }
  return { key, repeated: last };
}

/** Whether the contract that the caller would declare about now is there, and goes on. */
async function goesOn(
  ctx: Context,
  contracts: readonly Contracts[],
  call: Calling,
): Promise<boolean> {
  const own = await findOwnContract(ctx, contracts, call).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
  const noun = contracts.find((one) => one.noun === own?.noun);
  if (own === null || noun === undefined) return false;
  const [standing] = await noun.standings(ctx.deps.db, [own.contractId]);
  if (standing === undefined || standing.money?.leftCents === 0) return false;
  return call.kind === 'termination' ? !standing.isEnding : !standing.isCancelled;
}

/**
 * The idempotency key of a declaration: a hash of the header `Idempotency-Key`, or else of the day, with
 * the caller, the content, and the closed declaration that this one comes after. So two callers share no
 * key, and other content is another declaration.
 */
function keyOf(
  { idempotencyKey, session, deps }: Context,
  { kind, input }: Calling,
  after?: number,
): Uint8Array<ArrayBuffer> {
  if (idempotencyKey !== undefined && !MAX_KEY.test(idempotencyKey)) {
    throw new DomainError('invalid_fields', {
      issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
    });
  }
  const { name, email, orderId, subscription, reference } = input;
  const content = [name, emailKeyOf(email), orderId, subscription, reference];
  const given = idempotencyKey ?? `day ${parisDayOf(deps.clock())}`;
  const parts = [given, session?.userId ?? null, kind, ...content.map((part) => part ?? null)];
  if (after !== undefined) parts.push(after);
  return new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
}

type NewDeclaration = {
  kind: DeclarationKind;
  key: Uint8Array<ArrayBuffer>;
  orderId: number | null;
  subscriptionId: number | null;
  name: string;
  reference: string | null;
  email: string;
  locale: string;
  statement: string;
};

type Received = { id: number; declaredAt: Date };

const received = ({ id, declaredAt }: Received): DeclarationReceived => ({
  message: 'declaration_received',
  number: id,
  declaredAt: declaredAt.toISOString(),
});

/**
 * The declaration that this one repeats: of the same call, or an open one of the same contract that is known
 * to be its owner's. What anybody may have declared is repeated by no log-in (decision 104).
 */
async function findSame(
  db: Db,
  {
    kind,
    key,
    orderId,
    subscriptionId,
  }: Pick<NewDeclaration, 'kind' | 'key' | 'orderId' | 'subscriptionId'>,
): Promise<Received | null> {
  const [same] = await db.$queryRaw<Received[]>`
    SELECT id, declared_at AS "declaredAt" FROM declaration
    WHERE key = ${key}::bytea
    UNION ALL
    SELECT id, declared_at FROM declaration
    WHERE order_id = ${orderId}::int AND kind = ${kind} AND closed_at IS NULL AND proof <> 'none'
    UNION ALL
    SELECT id, declared_at FROM declaration
    WHERE subscription_id = ${subscriptionId}::int AND kind = ${kind} AND closed_at IS NULL
      AND proof <> 'none'
    LIMIT 1`;
  return same ?? null;
}

/** Null where another call was faster. */
async function insert(tx: Tx, declaration: NewDeclaration): Promise<Received | null> {
  const { kind, key, orderId, subscriptionId, name, reference, email, locale, statement } =
    declaration;
  const proof = orderId === null && subscriptionId === null ? 'none' : 'account';
  // guard: the hour of a declaration is the database's
  const [row] = await tx.$queryRaw<Received[]>`
    INSERT INTO declaration (kind, key, order_id, subscription_id, proof, name, reference, email,
      locale, statement, declared_at, next_check_at)
    VALUES (${kind}, ${key}::bytea, ${orderId}::int, ${subscriptionId}::int, ${proof}, ${name},
      ${reference}::text, ${email}, ${locale}, ${statement}, clock_timestamp(),
      ${secondsFromNow(OWN_CALL_SECONDS)})
    ON CONFLICT DO NOTHING
    RETURNING id, declared_at AS "declaredAt"`;
  return row ?? null;
}

/** Whether an address is the confirmed one of the caller's account. */
async function isOwnAddress({ deps: { db }, session }: Context, email: string): Promise<boolean> {
  if (session === null) return false;
  const emailKey = emailKeyOf(email);
  return (await db.user.count({ where: { id: session.userId, emailKey } })) === 1;
}

type Permits = { ctx: Context; tx: Tx; own: Own | null; receiptOf: string | null };

/**
 * Counts a new declaration towards its rate limits, in the declaration's own transaction: where that rolls
 * back, nothing was counted. What the caller declares about their own contract counts apart, so that no
 * stranger uses it up.
 */
async function requirePermits({ ctx, tx, own, receiptOf }: Permits): Promise<void> {
  const deps = { ...ctx.deps, rateLimiter: ctx.deps.rateLimiter.within(tx) };
  // guard: a member declares about their own contract whatever a stranger has used up
  const apart = own === null ? '' : `|user ${ctx.session?.userId}`;
  const key = `${ctx.clientIp}${apart}`;
  await requireRateLimit(
    { ...ctx, deps },
    { limit: 'declareByIp', key },
    { limit: 'declareByIpDaily', key },
  );
  if (receiptOf === null) return;
  // Three receipts a day to an address that nobody has confirmed; told to the caller, who has other ways.
  const recipient = own === null ? receiptOf : `${own.noun} ${own.contractId}`;
  // guard: receipts of declarations are counted by recipient
  const { waitSeconds } = await deps.rateLimiter.take('declarationReceipt', recipient);
  if (waitSeconds === null) return;
  throw new DomainError('error_message', { status: 429, retryAfterSeconds: waitSeconds });
}
