import { z } from 'zod';

import { emailSchema } from './account.schema.ts';
import { lineSchema, paragraphSchema } from './text.schema.ts';

const letterFields = {
  subject: lineSchema({ min: 5, max: 20 }),
  message: paragraphSchema({ min: 10, max: 1000 }),
};

/** POST /api/contact, and the form of a member, who is answered at the account's address. */
export const contactSchema = z.object({ ...letterFields, email: emailSchema.optional() });
export type Contact = z.output<typeof contactSchema>;

/** The form of a visitor, who has to say where the answer goes. */
export const visitorContactSchema = z.object({ ...letterFields, email: emailSchema });
