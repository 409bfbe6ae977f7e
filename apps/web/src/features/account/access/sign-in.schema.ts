import { zodResolver } from '@hookform/resolvers/zod';
import { signInSchema } from '@shop/domain/account.schema';

/** Checks the log-in form; loaded when the form is first sent or left. */
export const resolveSignIn = zodResolver(signInSchema);
