import { zodResolver } from '@hookform/resolvers/zod';
import { contactSchema, visitorContactSchema } from '@shop/domain/contact.schema';

/** Checks the form of a member, who is answered at the account's address. */
export const resolveMemberForm = zodResolver(contactSchema);

/** Checks the form of a visitor, who has to say where the answer goes. */
export const resolveVisitorForm = zodResolver(visitorContactSchema);
