import type { LegalFact } from './legal-text.ts';

/** One sort of data that the shop keeps: what, why, and until when (GDPR articles 13 and 15). */
export type KeptData = {
  /** What it belongs to, for a page that has it by parts. */
  part: 'account' | 'purchases' | 'subscription' | 'safety';
  what: string;
  why: string;
  until: string;
};

/** The same as a fact of a text: until when stands first, since that is what is looked for. */
export function factOf({ what, why, until }: KeptData): LegalFact {
  return { name: what, answer: until, value: why };
}
