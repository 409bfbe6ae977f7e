import { contactSchema } from '@agres/domain/contact.schema';
import { zodResolver } from '@hookform/resolvers/zod';

export const resolveContactForm = zodResolver(contactSchema);
