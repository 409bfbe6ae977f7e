import { memberProcedure, publicProcedure, router } from '@agres/core/trpc';
import { listReviewsSchema, setReviewSchema } from '@agres/domain/reviews.schema';
import { ownReviewsSchema, reviewPageSchema } from '@agres/domain/shapes.schema';
import { readByIdSchema } from '@agres/domain/shop.schema';

import { listOwnReviews, listReviews, removeReview, setReview } from './reviews.ts';

export const reviewsRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/items/{id}/reviews',
        tags: ['shop'],
        summary: 'The published reviews of an item, newest first',
      },
      errorCodes: { 400: ['invalid_fields'], 404: ['not_found'] },
    })
    .input(listReviewsSchema)
    .output(reviewPageSchema)
    .query(({ ctx, input }) => listReviews(ctx.deps, input)),

  mine: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews',
        tags: ['shop'],
        summary: 'The caller’s reviews, and the items that they can review',
      },
    })
    .output(ownReviewsSchema)
    .query(({ ctx: { deps, session } }) => listOwnReviews(deps, session)),

  set: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/items/{id}/review',
        tags: ['shop'],
        summary: 'Create or replace a review of a received item',
      },
      errorCodes: {
        400: ['invalid_fields', 'text_with_links'],
        403: ['item_not_received'],
        404: ['not_found'],
      },
    })
    .input(setReviewSchema)
    .output(ownReviewsSchema)
    .mutation(async ({ ctx, input }) => {
      await setReview(ctx, input);
      return listOwnReviews(ctx.deps, ctx.session);
    }),

  remove: memberProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/items/{id}/review',
        tags: ['shop'],
        summary: 'Delete the caller’s review of an item',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(readByIdSchema)
    .output(ownReviewsSchema)
    .mutation(async ({ ctx, input }) => {
      await removeReview(ctx, input.id);
      return listOwnReviews(ctx.deps, ctx.session);
    }),
});
