import { emailRequestSchema } from '@agres/domain/users.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Validates the email address. Loaded when the form is first sent or a field is left. */
export const resolveEmailRequest = zodResolver(emailRequestSchema);
