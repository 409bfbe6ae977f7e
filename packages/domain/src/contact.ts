/** The lengths of the contact form's texts, in characters (S5.09, S5.10). */
export const CONTACT_LENGTH = {
  subject: { min: 5, max: 20 },
  message: { min: 10, max: 1000 },
  answer: { min: 1, max: 5000 },
} as const;
