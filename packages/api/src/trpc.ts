import { DomainError, type ErrorCode, type RefusalStatus } from '@shop/domain/errors';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';

import type { Context } from './context.ts';
import { deprecationFieldsOf, type Deprecation } from './deprecation.ts';
import { isUnexpected, refusalOf, rpcErrorOf, trpcErrorOf } from './refusal.ts';
import { isSubscriber } from './users/current-subscription.ts';

/** Who may call a procedure. */
export type Access = 'public' | 'member' | 'subscriber';

/** What the REST bridge and its document know of a procedure. */
export type ProcedureMeta = OpenApiMeta<{
  access?: Access;
  /** Whether the header `Idempotency-Key` names the caller's click, so that a repetition is one. */
  takesIdempotencyKey?: true;
  /** The refusals of the procedure itself, by status; those that every call shares are added. */
  refusals?: Partial<Record<RefusalStatus, readonly ErrorCode[]>>;
  /** Marks a call that is going to end: its answers and its description say so. */
  deprecation?: Deprecation;
}>;

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ error }) => rpcErrorOf(refusalOf(error)),
  });

export const router = t.router;

/** Builds a caller that runs procedures in this process, for tests and the rendering of pages. */
export const createCallerFactory = t.createCallerFactory;

/**
 * Turns whatever a procedure throws, its refused input included, into the refusal that the caller
 * is told. It stands before `.input()`, where the input's error passes through it.
 */
const refuse = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = refusalOf(result.error);
  if (isUnexpected(refusal)) {
    ctx.log.error({ procedure: path, code: refusal.code, err: refusal.cause ?? refusal }, 'failed');
  } else {
    ctx.log.info({ procedure: path, code: refusal.code }, 'refused');
  }
  throw trpcErrorOf(refusal);
});

/** Tells callers from outside that a call is going to end, whatever it answers. */
const announceEnd = t.middleware(async ({ ctx, meta, next }) => {
  if (meta?.deprecation !== undefined && ctx.transport !== 'page') {
    const { deprecation, sunset } = deprecationFieldsOf(meta.deprecation);
    ctx.setHeader('deprecation', deprecation);
    ctx.setHeader('sunset', sunset);
  }
  return next();
});

const member = t.middleware(async ({ ctx, next }) => {
  if (ctx.session === null) throw new DomainError('not_logged_in');
  return next({ ctx: { session: ctx.session } });
});

const subscriber = member.unstable_pipe(async ({ ctx, next }) => {
  if (!(await isSubscriber(ctx.deps, ctx.session.userId))) throw new DomainError('not_subscribed');
  return next();
});

/** For everybody. */
export const publicProcedure = t.procedure.meta({ access: 'public' }).use(announceEnd).use(refuse);

/** For people who are signed in; the others are told `not_logged_in`, whatever they send. */
export const memberProcedure = publicProcedure.meta({ access: 'member' }).use(member);

/** For members with a subscription; the others are told `not_subscribed`. */
export const subscriberProcedure = publicProcedure.meta({ access: 'subscriber' }).use(subscriber);
