import { z } from 'zod';

import { CONTACT_LENGTH } from './contact.ts';
import { lineSchema, paragraphSchema } from './text.schema.ts';
import { emailSchema } from './users.schema.ts';

/** POST /api/contact and the contact form; a member is answered at the account's address. */
export const contactSchema = z.object({
  subject: lineSchema(CONTACT_LENGTH.subject),
  message: paragraphSchema(CONTACT_LENGTH.message),
  email: emailSchema.optional(),
});
export type Contact = z.output<typeof contactSchema>;
