const FAILED_LINKS = ['activation', 'recovery', 'email', 'alert'] as const;
export type FailedLink = (typeof FAILED_LINKS)[number];

/** Separate from the error page, because every page loads this route's `validateSearch`. */
export const isFailedLink = (text: unknown): text is FailedLink =>
  FAILED_LINKS.some((link) => link === text);
