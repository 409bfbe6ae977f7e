import {
  announcedReturnSchema,
  askedDeclarationSchema,
  declarationLinkSchema,
  declarationReceivedSchema,
  rightsSchema,
  terminationSchema,
  withdrawalSchema,
} from '@shop/domain/declarations.schema';
import { successSchema } from '@shop/domain/shapes.schema';

import { memberProcedure, publicProcedure, router } from '../trpc.ts';
import { announceReturn, confirmDeclaration, denyDeclaration, readAsked } from './answer-letter.ts';
import type { Contracts } from './contract.ts';
import { declare } from './declare.ts';
import { listRights } from './list-rights.ts';

const RECEIVED = { message: 'declaration_received' } as const;

/** The calls about declarations, over the contracts that the nouns register. */
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
          summary: 'End a subscription with its paid period, with or without a log-in',
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
          summary: 'The contracts of the caller, and until when each can be withdrawn from',
        },
      })
      .output(rightsSchema)
      .query(({ ctx: { deps, session } }) => listRights(deps, contracts, session.userId)),

    asked: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/declarations/asked',
          tags: ['declarations'],
          summary: 'What a declaration is about, by the link sent to the account’s address',
        },
        errorCodes: { 400: ['incorrect_activation_code'] },
      })
      .input(declarationLinkSchema)
      .output(askedDeclarationSchema)
      .query(({ ctx, input }) => readAsked(ctx, input)),

    confirm: publicProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: '/declarations/confirm',
          tags: ['declarations'],
          summary:
            'Say that a declaration was one’s own, by the link sent to the account’s address',
        },
        errorCodes: { 400: ['incorrect_activation_code'] },
      })
      .input(declarationLinkSchema)
      .output(successSchema('declaration_received'))
      .mutation(async ({ ctx, input }) => {
        await confirmDeclaration(ctx, contracts, input);
        return RECEIVED;
      }),

    deny: publicProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: '/declarations/deny',
          tags: ['declarations'],
          summary: 'Say that a declaration was somebody else’s, by the same link',
        },
        errorCodes: { 400: ['incorrect_activation_code'] },
      })
      .input(declarationLinkSchema)
      .output(successSchema('declaration_received'))
      .mutation(async ({ ctx, input }) => {
        await denyDeclaration(ctx, contracts, input);
        return RECEIVED;
      }),

    announceReturn: memberProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: '/declarations/{id}/return',
          tags: ['declarations'],
          summary: 'Tell the tracking number of a parcel on its way back',
        },
        errorCodes: { 400: ['invalid_fields'], 404: ['not_found'] },
      })
      .input(announcedReturnSchema)
      .output(successSchema('declaration_received'))
      .mutation(async ({ ctx, input }) => {
        await announceReturn(ctx, contracts, input);
        return RECEIVED;
      }),
  });
}
