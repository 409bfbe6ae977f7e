import { homeSchema } from '@shop/domain/shapes.schema';

import { findLastArticle } from '../blog/article.ts';
import { listBestSellers } from '../catalogue/items.ts';
import { publicProcedure, router } from '../trpc.ts';

export const homeRouter = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/home',
        tags: ['content'],
        summary: 'The best sellers, best first, and the newest article',
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
