import { z } from 'zod';

import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, isPassword, PASSWORD_LENGTH } from './account.ts';
import { LOCALES } from './locale.ts';
import { nameSchema } from './text.schema.ts';
import { linkedId, linkSecret, missingIs } from './wire.schema.ts';

/** An e-mail address as the calls take it. */
export const emailSchema = z
  .string(missingIs('invalid_email_message'))
  .max(EMAIL_MAX_LENGTH, 'invalid_email_message')
  .regex(EMAIL_PATTERN, 'invalid_email_message')
  .meta({ description: 'An e-mail address; case does not count', examples: ['member@agres.test'] });

/** A new password, taken exactly as typed. */
const passwordSchema = z
  .string(missingIs('invalid_password_message'))
  .refine(isPassword, 'invalid_password_message')
  .meta({
    description: 'A lowercase letter, an uppercase letter and a digit at least',
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
  });

/**
 * Something typed to be compared with what is stored: bounded, under no rule but that of PostgreSQL,
 * whose texts hold no zero character.
 */
const typedSchema = z
  .string('invalid_fields')
  .min(1, 'invalid_fields')
  .max(254, 'invalid_fields')
  .refine((typed) => !typed.includes('\0'), 'invalid_fields');

const newPasswordFields = {
  mdp: passwordSchema,
  mdp2: z.string('invalid_fields').meta({ description: 'The same as `mdp`' }),
};

type NewPassword = z.output<z.ZodObject<typeof newPasswordFields>>;

const isTyped = (value: unknown) =>
  typeof value === 'object' && value !== null && 'mdp' in value && 'mdp2' in value;

/** The confirmation equals the password; told beside what else is wrong, not after it. */
const sameTwice = z.refine<NewPassword>(({ mdp, mdp2 }) => mdp === mdp2, {
  path: ['mdp2'],
  error: 'invalid_fields',
  when: ({ value }) => isTyped(value),
});

/** A name of the account: blank or null is none, left out is unchanged. */
const accountNameSchema = z
  .string('invalid_fields')
  .transform((typed) => (typed.trim() === '' ? null : typed))
  .pipe(nameSchema.nullable())
  .nullish();

/** POST /api/connect, and the log-in form. */
export const signInSchema = z.object({
  email: typedSchema.meta({ examples: ['member@agres.test'] }),
  mdp: typedSchema.meta({ description: 'The password', examples: ['Demo1234!'] }),
});
export type SignIn = z.output<typeof signInSchema>;

/** The sign-up form. */
export const signUpFormSchema = z
  .object({ email: emailSchema, ...newPasswordFields })
  .check(sameTwice);
export type SignUpForm = z.output<typeof signUpFormSchema>;

/** POST /api/users: the sign-up form and the language it was filled in. */
export const registerSchema = z
  .object({
    email: emailSchema,
    ...newPasswordFields,
    locale: z.enum(LOCALES, 'invalid_fields').meta({ description: 'The language of letters' }),
  })
  .check(sameTwice);
export type Register = z.output<typeof registerSchema>;

/** The two parts of a link that its letter's reader follows once. */
const linkFields = {
  id: linkedId('incorrect_activation_code'),
  nonce: linkSecret('incorrect_activation_code'),
};

/** PUT /api/users/activate. */
export const activateSchema = z.object(linkFields);
export type Activate = z.output<typeof activateSchema>;

/** PUT /api/users/email/undo: the link sent to the address before. */
export const undoEmailChangeSchema = z.object(linkFields);
export type UndoEmailChange = z.output<typeof undoEmailChangeSchema>;

/** PUT /api/users/forgottenPassword and PUT /api/users/activation: a letter for this address. */
export const emailRequestSchema = z.object({ email: emailSchema });
export type EmailRequest = z.output<typeof emailRequestSchema>;

/** The form that chooses a new password. */
export const newPasswordFormSchema = z.object(newPasswordFields).check(sameTwice);
export type NewPasswordForm = z.output<typeof newPasswordFormSchema>;

/** PUT /api/users/retrievePassword: the form and the two parts of the letter's link. */
export const retrievePasswordSchema = z
  .object({
    ...newPasswordFields,
    id: linkedId('incorrect_retrieve_code'),
    retrieve: linkSecret('incorrect_retrieve_code'),
  })
  .check(sameTwice);
export type RetrievePassword = z.output<typeof retrievePasswordSchema>;

/** PUT /api/users, and the edit form; `mdp` is the present password or a new one (contract, section 4). */
export const updateAccountSchema = z
  .object({
    email: emailSchema,
    ...newPasswordFields,
    firstName: accountNameSchema,
    lastName: accountNameSchema,
    currentMdp: typedSchema.optional(),
  })
  .check(sameTwice);
export type UpdateAccount = z.output<typeof updateAccountSchema>;

/** GET /api/users/{id}. */
export const userIdSchema = z.object({ id: linkedId('not_found') });
