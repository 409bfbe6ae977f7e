import { publicProcedure, router } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';
import { articleSchema } from '@agres/domain/shapes.schema';
import { readByIdSchema } from '@agres/domain/shop.schema';
import { z } from 'zod';

import { findArticle, listArticles } from './article.ts';

export const blogRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog',
        tags: ['content'],
        summary: 'The published articles, newest first',
      },
    })
    .output(z.array(articleSchema))
    .query(({ ctx }) => listArticles(ctx.deps)),

  article: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/{id}',
        tags: ['content'],
        summary: 'One published article',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(articleSchema)
    .query(async ({ ctx, input }) => {
      const article = await findArticle(ctx.deps, input.id);
      if (article === null) throw new DomainError('not_found');
      return article;
    }),
});
