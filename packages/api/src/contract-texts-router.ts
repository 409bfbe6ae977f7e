import {
  contractTextByHashSchema,
  contractTextQuerySchema,
} from '@shop/domain/contract-text.schema';
import { DomainError } from '@shop/domain/errors';
import { contractTextSchema, presentContractTextSchema } from '@shop/domain/shapes.schema';

import { findTextByHash } from './contract-texts.ts';
import { publicProcedure, router } from './trpc.ts';

export const contractTextsRouter = router({
  current: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contract-texts/current',
        tags: ['shop'],
        summary: 'What contracts are made on at present',
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
        summary: 'The terms, withdrawal notice and withdrawal form of a hash',
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
