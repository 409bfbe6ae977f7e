import { emailRequestSchema } from '@agres/domain/users.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Loaded when the form is first sent or a field is left. */
export const resolveEmailRequest = zodResolver(emailRequestSchema);
