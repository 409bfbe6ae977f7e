import {
  runOperation,
  type DirectOperation,
  type ChangeOperation,
  type Operation,
  type ReadOperation,
} from '@agres/core/operations/operation';
import { hasPermission } from '@agres/core/operations/permissions';
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';

import { OPERATIONS } from './operations.ts';
import {
  OfficeError,
  router,
  staffProcedure,
  type OfficeContext,
  type SignedInStaff,
} from './trpc.ts';

/** The tRPC procedure of an operation: a query for a read, a mutation for a change. */
type ProcedureOf<Defined> =
  Defined extends DirectOperation<infer Input, infer Output, infer Kind>
    ? Kind extends 'read'
      ? TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
      : TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>
    : Defined extends ReadOperation<infer Input, infer Output>
      ? TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
      : Defined extends ChangeOperation<infer Input, infer Output>
        ? TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>
        : never;

type ProceduresOf<Verbs> = { [Verb in keyof Verbs]: ProcedureOf<Verbs[Verb]> };

export type AnyOperation = Operation<unknown, unknown>;

function procedureOf(operation: AnyOperation) {
  const guarded = staffProcedure
    .use(async ({ ctx, next }) => {
      // Check before the input is parsed; `runOperation` checks again.
      if (!hasPermission(ctx.staff.actor, operation.permission)) {
        throw new OfficeError('not_permitted');
      }
      return next();
    })
    .input(operation.input)
    .use(async ({ ctx, next }) => {
      // Moving money or changing permissions requires a fresh proof. Ask for it only once the input is valid.
      if (operation.kind === 'danger' && !ctx.staff.isProved) {
        throw new OfficeError('proof_required');
      }
      return next();
    });
  return operation.kind === 'read'
    ? guarded.query(({ ctx, input }) => runOperation(depsOf(ctx), operation, input))
    : guarded.mutation(({ ctx, input }) => runOperation(depsOf(ctx), operation, input));
}

/** Applies the site's rate limits to the emails of a call. */
const depsOf = ({ deps, staff, rateLimiter }: OperationContext) => ({
  ...deps,
  rateLimiter,
  actor: staff.actor,
});
type OperationContext = Pick<OfficeContext, 'deps' | 'rateLimiter'> & { staff: SignedInStaff };

type NamedOperation = Pick<AnyOperation, 'name' | 'permission' | 'kind'>;

type NounRouter<Verbs extends Readonly<Record<string, NamedOperation>>> = ReturnType<
  typeof nounRouter<Verbs>
>;

/** The return type is asserted: TypeScript does not resolve tRPC's builder types for a generic input. */
function nounRouter<Verbs extends Readonly<Record<string, NamedOperation>>>(verbs: Verbs) {
  const procedures = Object.entries(verbs).map(([verb, operation]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return [verb, procedureOf(operation as AnyOperation)] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return router(Object.fromEntries(procedures) as ProceduresOf<Verbs>);
}

export const EVERY_OPERATION: readonly AnyOperation[] = Object.values(OPERATIONS).flatMap((verbs) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `nounRouter`
  Object.values<NamedOperation>(verbs).map((operation) => operation as AnyOperation),
);

const routers = Object.fromEntries(
  Object.entries(OPERATIONS).map(([noun, verbs]) => [noun, nounRouter(verbs)]),
);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `nounRouter`
export const OPERATION_ROUTERS = routers as {
  [Noun in keyof typeof OPERATIONS]: NounRouter<(typeof OPERATIONS)[Noun]>;
};
