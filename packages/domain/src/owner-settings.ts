/** The maximum length of the sentence that tells shoppers why sales are paused. */
export const PAUSE_SENTENCE_LENGTH = 200;

/** The highest VAT rate that the shop accepts, in percent; the highest in the Union is 27. */
export const VAT_PERCENT_MAX = 30;

/** The length limits of texts about the seller. */
export const FACT_LENGTH = { min: 1, max: 300 } as const;

/** The maximum delivery fee, and the longest delivery that may be promised (L216-1). */
export const DELIVERY_MOST = { feeCents: 10_000, days: 30 } as const;

/** The maximum lengths of the owner's own questions and answers, and their maximum number. */
export const FAQ_LENGTH = { question: 200, answer: 2000 } as const;
export const FAQ_ENTRIES_MAX = 50;

/** The emails about the shop's work that a staff member receives. */
export const STAFF_NOTICES = ['orders', 'morning', 'none'] as const;
export type StaffNotices = (typeof STAFF_NOTICES)[number];
