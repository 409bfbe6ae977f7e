import type { Context } from '@agres/core/context';
import { createCallerFactory, type ProcedureMeta } from '@agres/core/trpc';
import type { AnyTRPCRouter } from '@trpc/server';

import { appRouter } from '../router.ts';

export type ProcedureDefinition = {
  type: 'query' | 'mutation';
  meta: ProcedureMeta;
};

/**
 * Lists every procedure under its dotted name. A router holds them flat, but its type describes them nested.
 */
export function listProcedures(
  router: AnyTRPCRouter = appRouter,
): [name: string, definition: ProcedureDefinition][] {
  const procedures: Record<string, unknown> = router._def.procedures;
  return Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isProcedure(procedure)) return [];
    const { type, meta = {} } = procedure._def;
    return [[name, { type, meta }]];
  });
}

const createCaller = createCallerFactory(appRouter);

/**
 * Calls a procedure by its dotted name; its own schema validates the input. Throws what the procedure throws,
 * which `domainErrorOf` translates.
 */
export async function callProcedure(
  context: Context,
  name: string,
  input: unknown,
): Promise<unknown> {
  let found: unknown = createCaller(context);
  for (const part of name.split('.')) found = Reflect.get(Object(found), part);
  if (!isCallable(found)) throw new Error(`There is no procedure ${name}.`);
  return found(input);
}

function isCallable(value: unknown): value is (input: unknown) => Promise<unknown> {
  return typeof value === 'function';
}

type Procedure = { _def: Partial<ProcedureDefinition> & Pick<ProcedureDefinition, 'type'> };

function isProcedure(value: unknown): value is Procedure {
  return typeof value === 'function' && '_def' in value;
}
