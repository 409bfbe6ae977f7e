import { emailRequestSchema } from '@agres/domain/users.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Checks the address that an email is asked for; loaded when the form is first sent or left. */
export const resolveEmailRequest = zodResolver(emailRequestSchema);
