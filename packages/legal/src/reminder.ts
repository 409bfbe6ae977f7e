/**
 * The facts shown beside a price before an order with an obligation to pay (Code de la consommation, L221-14):
 * the seller, the buyer's rights, the contact. Unknown facts are omitted.
 */
export type Reminder = readonly ReminderLine[];

export type ReminderLine = {
  label: string;
  text: string;
  /** Leads to a section of the terms by its subject, or to another site. */
  link?: { text: string; newTab: string } & (
    | { page: keyof typeof SECTION_OF_TERMS }
    | { url: string }
  );
};

export const SECTION_OF_TERMS = { withdrawal: 6, guarantees: 8 } as const;
