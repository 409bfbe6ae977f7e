/** How long the texts of the contact form may be, in characters (specification, section 5). */
export const CONTACT_LENGTH = {
  subject: { min: 5, max: 20 },
  message: { min: 10, max: 1000 },
} as const;

/** The length of a typed text, as its rule counts it: characters, not bytes, without blanks around. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
