import { createHash } from 'node:crypto';

import type { Db } from '@shop/db/db';
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
  const key = keyOf(ctx, { kind, input });
  // Also of a contract that has ended since, which is nobody's to declare about any more.
  const repeated = await findSame(db, { kind, key, orderId: null, subscriptionId: null });
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
  await requireRateLimit(
    ctx,
    { limit: 'declareByIp', key: ctx.clientIp },
    { limit: 'declareByIpDaily', key: ctx.clientIp },
  );
  // guard: receipts of declarations are counted by recipient
  if (!(await isOwnAddress(ctx, input.email))) await requireReceipt(ctx, emailKeyOf(input.email));
  const row = (await insert(db, declaration)) ?? (await findSame(db, declaration));
  if (row === null) throw new Error('a declaration is neither new nor known');
  ctx.log.info({ declarationId: row.id, kind }, 'declaration received');
  await reconcileNow({ ...ctx.deps, log: ctx.log }, contracts, row.id);
  return received(row);
}

type Own = { noun: Contracts['noun']; contractId: number };

/** The caller's own contract that is declared about; null where a reference names it. */
async function findOwnContract(
  { deps: { db }, session }: Context,
  contracts: readonly Contracts[],
  { kind, input: { orderId, subscription } }: { kind: DeclarationKind; input: Declared },
): Promise<Own | null> {
  if (orderId === undefined && subscription === undefined) return null;
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

/**
 * What makes two calls the same declaration: the header `Idempotency-Key`, or else the day, each together
 * with caller and content. So callers share no key, and another content is another declaration.
 */
function keyOf(
  { idempotencyKey, session, deps }: Context,
  { kind, input }: { kind: DeclarationKind; input: Declared },
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

/** The declaration that this one repeats: of the same call, or an open one of the same contract. */
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
    WHERE order_id = ${orderId}::int AND kind = ${kind} AND closed_at IS NULL
    UNION ALL
    SELECT id, declared_at FROM declaration
    WHERE subscription_id = ${subscriptionId}::int AND kind = ${kind} AND closed_at IS NULL
    LIMIT 1`;
  return same ?? null;
}

/** Null where another call was faster. */
async function insert(db: Db, declaration: NewDeclaration): Promise<Received | null> {
  const { kind, key, orderId, subscriptionId, name, reference, email, locale, statement } =
    declaration;
  const proof = orderId === null && subscriptionId === null ? 'none' : 'account';
  // guard: the hour of a declaration is the database's
  const [row] = await db.$queryRaw<Received[]>`
    INSERT INTO declaration (kind, key, order_id, subscription_id, proof, name, reference, email,
      locale, statement, declared_at, next_check_at)
    VALUES (${kind}, ${key}::bytea, ${orderId}::int, ${subscriptionId}::int, ${proof}, ${name},
      ${reference}::text, ${email}, ${locale}, ${statement}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${OWN_CALL_SECONDS}::float8))
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

/** Three receipts a day to an address that nobody has confirmed; told to the caller, who has other ways. */
async function requireReceipt({ deps }: Context, emailKey: string): Promise<void> {
  const { waitSeconds } = await deps.rateLimiter.take('declarationReceipt', emailKey);
  if (waitSeconds === null) return;
  throw new DomainError('error_message', { status: 429, retryAfterSeconds: waitSeconds });
}
