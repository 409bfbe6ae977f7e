import type { LegalFact } from './legal-text.ts';

/** One kind of stored personal data (GDPR articles 13 and 15). */
export type StoredData = {
  part: 'account' | 'purchases' | 'subscription' | 'safety';
  what: string;
  why: string;
  until: string;
};

/** Converts it to a fact of a text. The end of storage comes first, because readers look for it. */
export function factOf({ what, why, until }: StoredData): LegalFact {
  return { name: what, answer: until, value: why };
}
