/** The maximum length of the sentence that tells shoppers why sales are paused. */
export const PAUSE_SENTENCE_LENGTH = 200;

/** The highest VAT rate that the shop accepts, in percent; the highest in the Union is 27. */
export const VAT_PERCENT_MAX = 30;

/** The length limits of texts about the seller. */
export const FACT_LENGTH = { min: 1, max: 300 } as const;

/** The maximum delivery fee, and the longest delivery that may be promised (L216-1). */
export const DELIVERY_MAX = { feeCents: 10_000, days: 30 } as const;

/**
 * The FAQ questions that the site itself answers, by id. An owner's entry with such an id replaces the site's
 * words. The owner's own entries count from 1.
 */
export const SITE_QUESTIONS = {
  recovery: 1_000_001,
  activation: 1_000_002,
  instructions: 1_000_003,
} as const;

/** Whether a FAQ entry replaces the words of one of the site's questions. */
export const isOfSite = ({ id }: { id: number }): boolean => id >= SITE_QUESTIONS.recovery;

export const FAQ_LENGTH = { question: 200, answer: 2000 } as const;
export const FAQ_ENTRIES_MAX = 50;

/** The emails about the shop's work that a staff member receives. */
export const STAFF_NOTICES = ['orders', 'morning', 'none'] as const;
export type StaffNotices = (typeof STAFF_NOTICES)[number];
