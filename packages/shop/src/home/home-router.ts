import { publicProcedure, router } from '@agres/core/trpc';
import { homeSchema } from '@agres/domain/shapes.schema';
import { listBestSellers } from '@agres/money/catalogue/items';

import { findLastArticle } from '../blog/article.ts';

export const homeRouter = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/home',
        tags: ['content'],
        summary: 'The best sellers in their order, and the newest article',
      },
    })
    .output(homeSchema)
    .query(async ({ ctx }) => {
      const [items, lastArticle] = await Promise.all([
        listBestSellers(ctx.deps),
        findLastArticle(ctx.deps),
      ]);
      return { items, lastArticle };
    }),
});
