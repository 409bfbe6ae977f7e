import { contactSchema } from '@agres/domain/contact.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Validates the contact form. The email address is required if the form asks for it. */
export const resolveContactForm = zodResolver(contactSchema);
