import { zodResolver } from '@hookform/resolvers/zod';
import { emailRequestSchema } from '@shop/domain/users.schema';

/** Checks the address that an email is asked for; loaded when the form is first sent or left. */
export const resolveEmailRequest = zodResolver(emailRequestSchema);
