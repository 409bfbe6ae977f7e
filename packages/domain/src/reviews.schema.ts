import { z } from 'zod';

import { hasLink, REVIEW_LENGTH } from './reviews.ts';
import { cursorSchema, readByIdSchema } from './shop.schema.ts';
import { lineSchema, paragraphSchema } from './text.schema.ts';
import { wireInteger } from './wire.schema.ts';

const plain = (text: string) => !hasLink(text);

const reviewFields = {
  rating: wireInteger({ min: 1, max: 5 }).meta({ description: 'Stars' }),
  text: paragraphSchema(REVIEW_LENGTH.text)
    .refine(plain, 'text_with_links')
    .meta({ description: 'Plain text, without addresses' }),
  firstName: lineSchema(REVIEW_LENGTH.firstName)
    .refine(plain, 'text_with_links')
    .meta({ description: 'The name to display' }),
};

export const reviewFormSchema = z.object(reviewFields);
export type ReviewForm = z.output<typeof reviewFormSchema>;

/** PUT /api/items/{id}/review. */
export const setReviewSchema = readByIdSchema.extend(reviewFields);
export type SetReview = z.output<typeof setReviewSchema>;

/** GET /api/items/{id}/reviews. */
export const listReviewsSchema = readByIdSchema.extend({ cursor: cursorSchema });
export type ListReviews = z.output<typeof listReviewsSchema>;
