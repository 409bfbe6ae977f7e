/** The longest sentence that tells shoppers why nothing is sold. */
export const PAUSE_SENTENCE_LENGTH = 200;

/** The highest rate of VAT that a shop sets; the highest of the Union is 27. */
export const VAT_PERCENT_MAX = 30;

/** How long texts about the seller are. */
export const FACT_LENGTH = { min: 1, max: 300 } as const;

/** The most that a delivery costs, and the longest that it is promised to take (L216-1). */
export const DELIVERY_MOST = { feeCents: 10_000, days: 30 } as const;

/** The longest texts of the owner's own questions, and how many of them there can be. */
export const FAQ_LENGTH = { question: 200, answer: 2000 } as const;
export const FAQ_ENTRIES_MAX = 50;

/** The e-mails about the shop's work that a person of the shop gets. */
export const STAFF_NOTICES = ['orders', 'morning', 'none'] as const;
export type StaffNotices = (typeof STAFF_NOTICES)[number];
