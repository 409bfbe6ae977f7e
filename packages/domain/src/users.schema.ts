import { z } from 'zod';

import { LOCALES } from './locale.ts';
import { nameSchema, typedText } from './text.schema.ts';
import {
  ANY_EMAIL_PATTERN,
  EMAIL_MAX_LENGTH,
  EMAIL_PATTERN,
  isPassword,
  PASSWORD_LENGTH,
} from './users.ts';
import { linkedId, linkSecret, codeWhenMissing } from './wire.schema.ts';

export const emailSchema = typedText(codeWhenMissing('invalid_email_message'))
  .max(EMAIL_MAX_LENGTH, 'invalid_email_message')
  .regex(EMAIL_PATTERN, 'invalid_email_message')
  .meta({ description: 'An email address; case-insensitive', examples: ['member@agres.test'] });

/** An e-mail address that the shop owner enters. */
export const anyEmailSchema = typedText(codeWhenMissing('invalid_email_message'))
  .max(EMAIL_MAX_LENGTH, 'invalid_email_message')
  .regex(ANY_EMAIL_PATTERN, 'invalid_email_message');

/** A new password, exactly as typed. */
const passwordSchema = z
  .string(codeWhenMissing('invalid_password_message'))
  .refine(isPassword, 'invalid_password_message')
  .meta({
    // The rule is in words: a pattern with Unicode classes is an error in validators for Python, Go and
    // others.
    description: 'At least a lowercase letter, an uppercase letter and a digit, in any script',
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
  });

/** Bounds a text that is compared with a stored one: no zero character, which PostgreSQL cannot store. */
const compared = (text: z.ZodString) =>
  text
    .min(1, 'invalid_fields')
    .max(254, 'invalid_fields')
    .refine((typed) => !typed.includes('\0'), 'invalid_fields');

/** The current password, exactly as typed. */
const presentPasswordSchema = compared(z.string('invalid_fields'));

const newPasswordFields = {
  mdp: passwordSchema,
  mdp2: z.string('invalid_fields').meta({ description: 'The same as `mdp`' }),
};

type NewPassword = z.output<z.ZodObject<typeof newPasswordFields>>;

const isTyped = (value: unknown) =>
  typeof value === 'object' && value !== null && 'mdp' in value && 'mdp2' in value;

/** Requires the confirmation to equal the password; reported together with other errors, not after them. */
const sameTwice = z.refine<NewPassword>(({ mdp, mdp2 }) => mdp === mdp2, {
  path: ['mdp2'],
  error: 'invalid_fields',
  when: ({ value }) => isTyped(value),
});

/** An optional name: blank or null clears it, undefined leaves it unchanged. */
const accountNameSchema = typedText()
  .transform((typed) => (typed.trim() === '' ? null : typed))
  .pipe(nameSchema.nullable())
  .nullish();

/** POST /api/connect, and the log-in form. */
export const signInSchema = z.object({
  email: compared(typedText()).meta({ examples: ['member@agres.test'] }),
  mdp: presentPasswordSchema.meta({ description: 'The password', examples: ['Demo1234!'] }),
});
export type SignIn = z.output<typeof signInSchema>;

export const signUpFormSchema = z
  .object({ email: emailSchema, ...newPasswordFields })
  .check(sameTwice);
export type SignUpForm = z.output<typeof signUpFormSchema>;

/** POST /api/users: the sign-up form and the language it was completed in. */
export const registerSchema = z
  .object({
    email: emailSchema,
    ...newPasswordFields,
    locale: z.enum(LOCALES, 'invalid_fields').meta({ description: 'The language of emails' }),
  })
  .check(sameTwice);
export type Register = z.output<typeof registerSchema>;

/**
 * The two parts of a link in an email: PUT /api/users/activate, PUT /api/users/email/confirm (the link sent
 * to the new address) and PUT /api/users/email/undo (the one sent to the old address).
 */
export const emailLinkSchema = z.object({
  id: linkedId('incorrect_activation_code'),
  nonce: linkSecret('incorrect_activation_code'),
});
export type EmailLink = z.output<typeof emailLinkSchema>;

/** PUT /api/users/email/cancel: both parts of the link sent to the old address, or neither. */
export const cancelEmailChangeSchema = emailLinkSchema.partial().check(
  z.refine(({ id, nonce }) => (id === undefined) === (nonce === undefined), {
    path: ['nonce'],
    error: 'incorrect_activation_code',
  }),
);
export type CancelEmailChange = z.output<typeof cancelEmailChangeSchema>;

/** PUT /api/users/forgottenPassword and PUT /api/users/activation: requests an email. */
export const emailRequestSchema = z.object({ email: emailSchema });
export type EmailRequest = z.output<typeof emailRequestSchema>;

export const newPasswordFormSchema = z.object(newPasswordFields).check(sameTwice);
export type NewPasswordForm = z.output<typeof newPasswordFormSchema>;

/** PUT /api/users/retrievePassword: the form and the two parts of the email's link. */
export const retrievePasswordSchema = z
  .object({
    ...newPasswordFields,
    id: linkedId('incorrect_retrieve_code'),
    retrieve: linkSecret('incorrect_retrieve_code'),
  })
  .check(sameTwice);
export type RetrievePassword = z.output<typeof retrievePasswordSchema>;

/** PUT /api/users, and the edit form; `mdp` is the current password or a new one (S5.21). */
export const updateAccountSchema = z
  .object({
    email: emailSchema,
    ...newPasswordFields,
    firstName: accountNameSchema,
    lastName: accountNameSchema,
    currentMdp: presentPasswordSchema.optional().meta({
      description:
        'The current password. Always send it: if sent, it must be right, so that a mistyped current password never becomes the new one.',
    }),
  })
  .check(sameTwice);
export type UpdateAccount = z.output<typeof updateAccountSchema>;

/** DELETE /api/users: without a body, or with the current password. */
export const deleteAccountSchema = z
  .object({
    currentMdp: presentPasswordSchema
      .meta({ description: 'The current password; checked if sent' })
      .optional(),
  })
  .optional();
export type DeleteAccount = NonNullable<z.output<typeof deleteAccountSchema>>;

/** POST /api/users/export, and the form of the page with the same data. */
export const exportDataSchema = z.object({
  currentMdp: presentPasswordSchema.meta({ description: 'The current password' }),
});
export type ExportData = z.output<typeof exportDataSchema>;

/** GET /api/users/{id}. */
export const userIdSchema = z.object({ id: linkedId('not_found') });
