import { endSession } from '@agres/core/session/session';
import { memberProcedure, publicProcedure, router, succeedWith } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';
import {
  accountActivatedSchema,
  connectionStatusSchema,
  personalDataSchema,
  successSchema,
  userSchema,
} from '@agres/domain/shapes.schema';
import {
  cancelEmailChangeSchema,
  deleteAccountSchema,
  emailLinkSchema,
  emailRequestSchema,
  exportDataSchema,
  registerSchema,
  retrievePasswordSchema,
  signInSchema,
  updateAccountSchema,
  userIdSchema,
} from '@agres/domain/users.schema';
import { z } from 'zod';

import { activate, resendActivation } from './activation.ts';
import { deleteAccount } from './delete-account.ts';
import { cancelEmailChange, confirmEmail } from './email-change.ts';
import { undoEmailChange } from './email-undo.ts';
import { exportData } from './export-data.ts';
import { forgotPassword, resetPassword } from './recovery.ts';
import { register } from './register.ts';
import { signIn, takeGreeting } from './sign-in.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { updateAccount } from './update-account.ts';
import { findUser } from './user-shape.ts';

export const usersRouter = router({
  signIn: publicProcedure
    .meta({
      openapi: { method: 'POST', path: '/connect', tags: ['account'], summary: 'Log in' },
      errorCodes: {
        401: ['incorrect_email', 'incorrect_password'],
        403: ['account_not_activated'],
      },
    })
    .input(signInSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => {
      const { userId } = await signIn(ctx, input);
      const user = await findUser(ctx.deps, userId);
      if (user === null) throw new DomainError('incorrect_password');
      return user;
    }),

  signOut: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/disconnect',
        tags: ['account'],
        summary: 'Log out; succeeds without a session too',
      },
      errorCodes: { 403: ['invalid_xsrf_token'] },
    })
    .output(successSchema('disconnected'))
    .mutation(async ({ ctx }) => {
      if (ctx.session !== null) await endSession(ctx.deps.db, ctx.session.id);
      ctx.clearSession();
      return { message: 'disconnected' as const };
    }),

  signOutEverywhere: memberProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/sessions',
        tags: ['account'],
        summary: 'Log out on every device, including this one',
      },
    })
    .output(successSchema('disconnected'))
    .mutation(succeedWith('disconnected', signOutEverywhere)),

  status: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/status',
        tags: ['account'],
        summary: 'Whether the caller is logged in, and as whom',
      },
    })
    .output(connectionStatusSchema)
    .query(async ({ ctx }) => {
      const user = (await ctx.readAccount())?.user ?? null;
      return { isConnected: user !== null, user };
    }),

  /** The site's profile page needs a call of its own, because the User shape allows no additional fields. */
  takeGreeting: memberProcedure.output(z.boolean()).mutation(({ ctx }) => takeGreeting(ctx)),

  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users',
        tags: ['account'],
        summary: 'Sign up; an email with an activation link is sent',
      },
      errorCodes: {
        400: [
          'invalid_email_message',
          'invalid_email_domain_message',
          'invalid_password_message',
          'invalid_fields',
        ],
        409: ['email_taken'],
      },
    })
    .input(registerSchema)
    .output(successSchema('account_created'))
    .mutation(succeedWith('account_created', register)),

  activate: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/activate',
        tags: ['account'],
        summary: 'Activate an account with the link of its email',
      },
      errorCodes: { 400: ['incorrect_activation_code'] },
    })
    .input(emailLinkSchema)
    .output(accountActivatedSchema)
    .mutation(async ({ ctx, input }) => ({
      message: 'account_activated' as const,
      email: await activate(ctx, input),
    })),

  resendActivation: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/activation',
        tags: ['account'],
        summary: 'Send the activation email again; the response never tells whether one was sent',
      },
      errorCodes: { 400: ['invalid_email_message'] },
    })
    .input(emailRequestSchema)
    .output(successSchema('account_created'))
    .mutation(succeedWith('account_created', resendActivation)),

  forgotPassword: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/forgottenPassword',
        tags: ['account'],
        summary: 'Request a recovery link by email',
      },
      errorCodes: { 400: ['invalid_email_message'], 404: ['unknown_email'] },
    })
    .input(emailRequestSchema)
    .output(successSchema('forgotten_password_success'))
    .mutation(succeedWith('forgotten_password_success', forgotPassword)),

  retrievePassword: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/retrievePassword',
        tags: ['account'],
        summary: 'Set a new password with the recovery link; ends every session',
      },
      errorCodes: {
        400: [
          'invalid_password_message',
          'invalid_fields',
          'incorrect_retrieve_code',
          'password_not_lost',
        ],
      },
    })
    .input(retrievePasswordSchema)
    .output(successSchema('password_changed'))
    .mutation(succeedWith('password_changed', resetPassword)),

  update: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users',
        tags: ['account'],
        summary:
          'Update the account; a new email address stays in `pendingEmail` until it is confirmed',
      },
      errorCodes: {
        400: [
          'invalid_email_message',
          'invalid_email_domain_message',
          'invalid_password_message',
          'invalid_fields',
        ],
        401: ['incorrect_password'],
        409: ['email_taken'],
      },
    })
    .input(updateAccountSchema)
    .output(successSchema('account_updated'))
    .mutation(succeedWith('account_updated', updateAccount)),

  confirmEmail: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/email/confirm',
        tags: ['account'],
        summary: 'Confirm a new email address with the link sent to it',
      },
      errorCodes: { 400: ['incorrect_activation_code'], 409: ['email_taken'] },
    })
    .input(emailLinkSchema)
    .output(successSchema('account_updated'))
    .mutation(succeedWith('account_updated', confirmEmail)),

  cancelEmailChange: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/email/cancel',
        tags: ['account'],
        summary: 'Cancel a pending email change',
      },
      errorCodes: { 400: ['incorrect_activation_code'], 401: ['not_logged_in'] },
    })
    .input(cancelEmailChangeSchema)
    .output(successSchema('account_updated'))
    .mutation(succeedWith('account_updated', cancelEmailChange)),

  undoEmailChange: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/email/undo',
        tags: ['account'],
        summary: 'Restore the earlier email address with the link sent there; ends every session',
      },
      errorCodes: { 400: ['incorrect_activation_code'], 409: ['email_taken'] },
    })
    .input(emailLinkSchema)
    .output(successSchema('account_updated'))
    .mutation(succeedWith('account_updated', undoEmailChange)),

  delete: memberProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users',
        tags: ['account'],
        summary: 'Delete the account; its orders are kept without the person’s data',
      },
      errorCodes: { 401: ['incorrect_password'] },
    })
    .input(deleteAccountSchema)
    .output(successSchema('account_deleted'))
    .mutation(async ({ ctx, input = {} }) => {
      await deleteAccount(ctx, input);
      return { message: 'account_deleted' as const };
    }),

  export: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/export',
        tags: ['account'],
        summary: 'Export the caller’s personal data',
      },
      errorCodes: { 401: ['incorrect_password'] },
    })
    .input(exportDataSchema)
    .output(personalDataSchema)
    .mutation(({ ctx, input }) => exportData(ctx, input)),

  byId: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/{id}',
        tags: ['account'],
        summary: 'The caller’s account; 404 for any other id',
      },
      errorCodes: { 404: ['not_found'] },
    })
    .input(userIdSchema)
    .output(userSchema)
    .query(async ({ ctx, input }) => {
      // guard: a member can read only their own account
      const account = input.id === ctx.session.userId ? await ctx.readAccount() : null;
      if (account === null) throw new DomainError('not_found');
      return account.user;
    }),
});
