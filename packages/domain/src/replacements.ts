import type { Tracking } from './carriers.ts';
import type { Localized } from './locale.ts';

export const REPLACEMENT_REASONS = ['damaged', 'lost', 'wrong_item', 'defective', 'other'] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** The maximum number of replacements for one order, cancelled ones aside. */
export const MAX_REPLACEMENTS = 3;

/** Returns the reference of a replacement in carrier files, which identify an order by its number. */
export const replacementReference = (id: number): string => `R${id}`;

/** A parcel sent free of charge in place of an order's own, as its buyer sees it. */
export type Replacement = {
  /** Null while the shop prepares it. */
  sentDate: string | null;
  tracking: Tracking | null;
  chosenOptionTitle: Localized | null;
};
