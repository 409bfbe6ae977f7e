import { isUnexpected, refusalOf } from '@shop/api/refusal';
import type { TRPCError } from '@trpc/server';
import type { FastifyRequest } from 'fastify';

/** The status and headers that the errors of a call ask for; those of a batch ask together. */
export function answerMetaOf({ errors }: { errors: readonly TRPCError[] }) {
  const refusals = errors.map(refusalOf);
  const waits = refusals.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  const [only] = refusals;
  return {
    ...(only !== undefined && refusals.length === 1 ? { status: only.status } : {}),
    headers: {
      ...(waits.length === 0 ? {} : { 'retry-after': String(Math.max(...waits)) }),
      ...(refusals.some(({ status }) => status === 405) ? { allow: 'POST' } : {}),
    },
  };
}

/** Logs what failed before a procedure could; procedures log their own failures. */
export function logOutsideProcedures(failure: {
  error: TRPCError;
  ctx?: unknown;
  req: FastifyRequest;
}): void {
  const refusal = refusalOf(failure.error);
  if (failure.ctx !== undefined || !isUnexpected(refusal)) return;
  failure.req.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'failed');
}
