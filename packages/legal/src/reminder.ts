/**
 * The facts shown beside a price before an order with an obligation to pay (Code de la consommation,
 * L221-14): the seller, the buyer's rights, the contact. Unknown facts are omitted.
 */
export type Reminder = readonly ReminderLine[];

export type ReminderLine = {
  label: string;
  text: string;
  /** A link to more: a section of the terms by its subject, or another site. */
  link?: { text: string; newTab: string } & (
    | { page: keyof typeof SECTION_OF_TERMS }
    | { url: string }
  );
};

/** The section of the terms about each subject. */
export const SECTION_OF_TERMS = { withdrawal: 6, guarantees: 8 } as const;
