import type { ErrorCode } from '@agres/domain/errors';
import {
  newPasswordFormSchema,
  signInSchema,
  signUpFormSchema,
  updateAccountSchema,
  type UpdateAccount,
} from '@agres/domain/users.schema';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';

/** Lazy: loaded when a form first needs it. */
export const resolveSignIn = zodResolver(signInSchema);
export const resolveSignUp = zodResolver(signUpFormSchema);
export const resolveNewPassword = zodResolver(newPasswordFormSchema);

const resolveUpdate = zodResolver(updateAccountSchema);

/** Accepts no new password, or a new one with the current one. */
export const resolveAccount: Resolver<UpdateAccount> = async (typed, ...form) => {
  if (typed.mdp !== '' || typed.mdp2 !== '') return resolveUpdate(typed, ...form);
  // The call expects the current password in place of a new one.
  const present = typed.currentMdp ?? '';
  const kept = { ...typed, mdp: present, mdp2: present, currentMdp: present };
  const resolved = await resolveUpdate(kept, ...form);
  const { mdp, mdp2, currentMdp, ...others } = resolved.errors;
  if (!mdp && !mdp2 && !currentMdp) return resolved;
  // A value that breaks the password rules cannot be the current password, so report the error at its own field.
  const code: ErrorCode = present === '' ? 'invalid_fields' : 'incorrect_password';
  return { values: {}, errors: { ...others, currentMdp: { type: 'present', message: code } } };
};
