const FAILED_LINKS = ['activation', 'recovery', 'email', 'alert'] as const;
/** The kind of an email's link that no longer works. */
export type FailedLink = (typeof FAILED_LINKS)[number];

/** Apart from the error page, which every page would load with its route. */
export const isFailedLink = (text: unknown): text is FailedLink =>
  FAILED_LINKS.some((link) => link === text);
