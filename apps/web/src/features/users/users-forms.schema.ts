import { zodResolver } from '@hookform/resolvers/zod';
import {
  newPasswordFormSchema,
  signInSchema,
  signUpFormSchema,
  updateAccountSchema,
} from '@shop/domain/users.schema';

/** The rules of the account's forms; loaded when a form first needs them. */
export const resolveSignIn = zodResolver(signInSchema);
export const resolveSignUp = zodResolver(signUpFormSchema);
export const resolveNewPassword = zodResolver(newPasswordFormSchema);
export const resolveAccount = zodResolver(updateAccountSchema);
