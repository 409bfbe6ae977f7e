import { DomainError, type ErrorCode, type ErrorStatus } from '@agres/domain/errors';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';

import type { Context } from './context.ts';
import { isUnexpected, domainErrorOf, rpcErrorOf, trpcErrorOf } from './errors.ts';

export type Access = 'public' | 'member' | 'subscriber';

export type ProcedureMeta = OpenApiMeta<{
  access?: Access;
  /** Whether the header `Idempotency-Key` identifies the attempt, so that a call may be repeated. */
  takesIdempotencyKey?: true;
  /** The procedure's own codes, by status; those of every call are added. */
  errorCodes?: Partial<Record<ErrorStatus, readonly ErrorCode[]>>;
}>;

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ error }) => rpcErrorOf(domainErrorOf(error)),
  });

export const router = t.router;

/** Creates a caller that runs procedures in this process, for REST, prepared answers and tests. */
export const createCallerFactory = t.createCallerFactory;

/**
 * Maps every error of a procedure to the error that the caller gets. It precedes `.input()`, so that input
 * errors pass through it too.
 */
const translateErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const error = domainErrorOf(result.error);
  if (isUnexpected(error)) {
    ctx.log.error({ procedure: path, code: error.code, err: error.cause ?? error }, 'call failed');
  } else {
    ctx.log.info({ procedure: path, code: error.code }, 'refused');
  }
  throw trpcErrorOf(error);
});

const member = t.middleware(async ({ ctx, next }) => {
  if (ctx.session === null) throw new DomainError('not_logged_in');
  return next({ ctx: { session: ctx.session } });
});

/**
 * Refuses a lone surrogate (half a character) in an input, because the database and the password hash would
 * store a replacement character. JSON can escape one in bytes that are valid UTF-8.
 */
const requireText = t.middleware(async ({ getRawInput, next }) => {
  if (!isText(await getRawInput())) throw new DomainError('invalid_fields');
  return next();
});

function isText(input: unknown): boolean {
  // Iterates instead of recursing, because 64 KiB of JSON can nest deeper than the call stack.
  const parts = [input];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part === 'string' && !part.isWellFormed()) return false;
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, value] of Object.entries(part)) parts.push(key, value);
  }
  return true;
}

/** Returns a resolver that acts and then answers with a success message. */
export const succeedWith =
  <Message extends string, Ctx, Input>(
    message: Message,
    act: (ctx: Ctx, input: Input) => Promise<unknown>,
  ) =>
  async ({ ctx, input }: { ctx: Ctx; input: Input }): Promise<{ message: Message }> => {
    await act(ctx, input);
    return { message };
  };

const procedure = t.procedure.use(translateErrors);

export const publicProcedure = procedure.meta({ access: 'public' }).use(requireText);

/** Admits signed-in members; others get `not_logged_in` before their input is read. */
export const memberProcedure = procedure.meta({ access: 'member' }).use(member).use(requireText);
