/**
 * The facts beside a price before an order with an obligation to pay (Code de la consommation, L221-14): the
 * seller, the rights of the buyer, the contact. Missing facts are left out.
 */
export type Reminder = readonly ReminderLine[];

export type ReminderLine = {
  label: string;
  text: string;
  /** Where to read more: of this site by what it is about, or another site. */
  link?: { text: string; newTab: string } & (
    | { page: keyof typeof SECTION_OF_TERMS }
    | { url: string }
  );
};

/** Which section of the terms says more. */
export const SECTION_OF_TERMS = { withdrawal: 6, guarantees: 8 } as const;
