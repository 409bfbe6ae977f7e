/**
 * What stands beside a price before somebody is bound to pay (Code de la consommation, L221-14): who
 * sells, the rights of the buyer, whom to turn to. A fact that nobody has entered is left out.
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
