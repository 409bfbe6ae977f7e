/** How long the texts of the contact form may be, in characters (specification, section 5). */
export const CONTACT_LENGTH = {
  subject: { min: 5, max: 20 },
  message: { min: 10, max: 1000 },
  answer: { min: 1, max: 5000 },
} as const;
