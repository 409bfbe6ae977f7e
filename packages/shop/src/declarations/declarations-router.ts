import { memberProcedure, publicProcedure, router } from '@agres/core/trpc';
import {
  announcedReturnSchema,
  declarationReceivedSchema,
  rightsSchema,
  terminationSchema,
  withdrawalSchema,
} from '@agres/domain/declarations.schema';
import { successSchema } from '@agres/domain/shapes.schema';

import { announceReturn } from './announce-return.ts';
import type { Contracts } from './contract.ts';
import { declare } from './declare.ts';
import { listRights } from './list-rights.ts';

export function createDeclarationsRouter(contracts: readonly Contracts[]) {
  return router({
    withdraw: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/withdrawals',
          tags: ['declarations'],
          summary: 'Withdraw from a contract, with or without a log-in',
        },
        takesIdempotencyKey: true,
        errorCodes: { 400: ['invalid_email_message'], 404: ['not_found'] },
      })
      .input(withdrawalSchema)
      .output(declarationReceivedSchema)
      .mutation(({ ctx, input }) => declare(ctx, contracts, { kind: 'withdrawal', input })),

    terminate: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/terminations',
          tags: ['declarations'],
          summary: 'Cancel a subscription at the end of the paid period, with or without a log-in',
        },
        takesIdempotencyKey: true,
        errorCodes: { 400: ['invalid_email_message'], 404: ['not_found'] },
      })
      .input(terminationSchema)
      .output(declarationReceivedSchema)
      .mutation(({ ctx, input }) => declare(ctx, contracts, { kind: 'termination', input })),

    rights: memberProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/rights',
          tags: ['declarations'],
          summary: 'The caller’s contracts with their withdrawal deadlines',
        },
      })
      .output(rightsSchema)
      .query(({ ctx: { deps, session } }) => listRights(deps, contracts, session.userId)),

    announceReturn: memberProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: '/declarations/{id}/return',
          tags: ['declarations'],
          summary: 'Add the tracking number of a return',
        },
        errorCodes: { 400: ['invalid_fields'], 404: ['not_found'] },
      })
      .input(announcedReturnSchema)
      .output(successSchema('declaration_received'))
      .mutation(async ({ ctx, input }) => {
        await announceReturn(ctx, contracts, input);
        return { message: 'declaration_received' } as const;
      }),
  });
}
