import { reviewFormSchema } from '@agres/domain/reviews.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Checks the form of a review. */
export const resolveReviewForm = zodResolver(reviewFormSchema);
