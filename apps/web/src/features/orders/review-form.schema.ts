import { reviewFormSchema } from '@agres/domain/reviews.schema';
import { zodResolver } from '@hookform/resolvers/zod';

export const resolveReviewForm = zodResolver(reviewFormSchema);
