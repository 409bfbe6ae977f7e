import { reviewFormSchema } from '@agres/domain/reviews.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Validates the review form. */
export const resolveReviewForm = zodResolver(reviewFormSchema);
