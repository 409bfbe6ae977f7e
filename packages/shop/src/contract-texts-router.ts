import { findTextByHash } from '@agres/core/contract-texts';
import { publicProcedure, router } from '@agres/core/trpc';
import {
  contractTextByHashSchema,
  contractTextQuerySchema,
} from '@agres/domain/contract-text.schema';
import { DomainError } from '@agres/domain/errors';
import { contractTextSchema, presentContractTextSchema } from '@agres/domain/shapes.schema';

export const contractTextsRouter = router({
  current: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contract-texts/current',
        tags: ['shop'],
        summary: 'The hash of the current contract texts',
      },
    })
    .input(contractTextQuerySchema)
    .output(presentContractTextSchema)
    .query(({ ctx, input }) => {
      const locale = input.locale ?? ctx.locale;
      const { hash, since } = ctx.deps.contractTexts.own[locale];
      return { locale, hash, since: since.toISOString() };
    }),

  byHash: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contract-texts/{hash}',
        tags: ['shop'],
        summary: 'The terms, withdrawal notice and withdrawal form with a hash',
      },
      errorCodes: { 400: ['invalid_fields'], 404: ['not_found'] },
    })
    .input(contractTextByHashSchema)
    .output(contractTextSchema)
    .query(async ({ ctx, input }) => {
      const text = await findTextByHash(ctx.deps.db, input.hash);
      if (text === null) throw new DomainError('not_found');
      return text;
    }),
});
