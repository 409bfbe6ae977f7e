import { zodResolver } from '@hookform/resolvers/zod';
import { contactSchema } from '@shop/domain/contact.schema';

/** Checks the form: an address that is asked for has to be one. */
export const resolveContactForm = zodResolver(contactSchema);
