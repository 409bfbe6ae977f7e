import { zodResolver } from '@hookform/resolvers/zod';
import {
  newPasswordFormSchema,
  signUpFormSchema,
  updateAccountSchema,
} from '@shop/domain/account.schema';

/** The rules of the account's forms; loaded when a form first needs them. */
export const resolveSignUp = zodResolver(signUpFormSchema);
export const resolveNewPassword = zodResolver(newPasswordFormSchema);
export const resolveAccount = zodResolver(updateAccountSchema);
