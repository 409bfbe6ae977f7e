import { contactSchema } from '@agres/domain/contact.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Checks the form: an address that is asked for has to be one. */
export const resolveContactForm = zodResolver(contactSchema);
