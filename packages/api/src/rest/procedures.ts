import type { AnyTRPCRouter } from '@trpc/server';

import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';

/** What a procedure is made of, as far as the transports and their document care. */
export type ProcedureDefinition = {
  type: 'query' | 'mutation';
  meta: ProcedureMeta;
  inputs: readonly unknown[];
};

/**
 * The definition of every procedure under its dotted name. A router holds them in a flat record; its
 * type knows them only nested.
 */
export function listProcedures(
  router: AnyTRPCRouter = appRouter,
): [name: string, definition: ProcedureDefinition][] {
  const procedures: Record<string, unknown> = router._def.procedures;
  return Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isProcedure(procedure)) return [];
    const { type, meta = {}, inputs = [] } = procedure._def;
    return [[name, { type, meta, inputs }]];
  });
}

type Procedure = { _def: Partial<ProcedureDefinition> & Pick<ProcedureDefinition, 'type'> };

function isProcedure(value: unknown): value is Procedure {
  return typeof value === 'function' && '_def' in value;
}
