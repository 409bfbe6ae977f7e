import { articleSchema } from '@shop/domain/shapes.schema';
import { z } from 'zod';

import { publicProcedure, router } from '../trpc.ts';
import { listArticles } from './article.ts';

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
});
