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

/** The rules of the account's forms; loaded when a form first needs them. */
export const resolveSignIn = zodResolver(signInSchema);
export const resolveSignUp = zodResolver(signUpFormSchema);
export const resolveNewPassword = zodResolver(newPasswordFormSchema);

const resolveUpdate = zodResolver(updateAccountSchema);

/** What the form of the account is made of: no new password, or one beside the present one. */
export const resolveAccount: Resolver<UpdateAccount> = async (typed, ...form) => {
  if (typed.mdp !== '' || typed.mdp2 !== '') return resolveUpdate(typed, ...form);
  // The call takes the present password in the place of a new one (contract, section 4).
  const present = typed.currentMdp ?? '';
  const kept = { ...typed, mdp: present, mdp2: present, currentMdp: present };
  const resolved = await resolveUpdate(kept, ...form);
  const { mdp, mdp2, currentMdp, ...others } = resolved.errors;
  if (!mdp && !mdp2 && !currentMdp) return resolved;
  // A value that breaks the password rules cannot be the present one: the error goes to its own field.
  const code: ErrorCode = present === '' ? 'invalid_fields' : 'incorrect_password';
  return { values: {}, errors: { ...others, currentMdp: { type: 'present', message: code } } };
};
