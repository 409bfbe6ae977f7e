import { zodResolver } from '@hookform/resolvers/zod';
import { emailRequestSchema } from '@shop/domain/account.schema';

/** Checks the address that a letter is asked for; loaded when the form is first sent or left. */
export const resolveEmailRequest = zodResolver(emailRequestSchema);
