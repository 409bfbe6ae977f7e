const REVIEW_STATES = ['pending', 'published', 'declined'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Reports whether a value is the state of a review. */
export const isReviewState = (text: unknown): text is ReviewState =>
  REVIEW_STATES.some((state) => state === text);
