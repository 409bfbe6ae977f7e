import {
  activateSchema,
  emailRequestSchema,
  registerSchema,
  retrievePasswordSchema,
  signInSchema,
  undoEmailChangeSchema,
  updateAccountSchema,
  userIdSchema,
} from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';
import { connectionStatusSchema, noticeSchema, userSchema } from '@shop/domain/shapes.schema';

import { memberProcedure, publicProcedure, router } from '../trpc.ts';
import { activate, resendActivation } from './activation.ts';
import { deleteAccount } from './delete-account.ts';
import { undoEmailChange } from './email-undo.ts';
import { forgotPassword, retrievePassword } from './recovery.ts';
import { register } from './register.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { updateAccount } from './update-account.ts';
import { findUser } from './user.ts';

export const usersRouter = router({
  signIn: publicProcedure
    .meta({
      openapi: { method: 'POST', path: '/connect', tags: ['account'], summary: 'Log in' },
      refusals: {
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
        summary: 'Log out; no error when signed out',
      },
      refusals: { 403: ['invalid_xsrf_token'] },
    })
    .output(noticeSchema('disconnected'))
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
        summary: 'Log out on every device, the caller’s included',
      },
    })
    .output(noticeSchema('disconnected'))
    .mutation(async ({ ctx }) => {
      await signOutEverywhere(ctx);
      return { message: 'disconnected' as const };
    }),

  status: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/status',
        tags: ['account'],
        summary: 'Whether the caller is signed in, and who it is',
      },
    })
    .output(connectionStatusSchema)
    .query(async ({ ctx: { deps, session } }) => {
      const user = session === null ? null : await findUser(deps, session.userId);
      return { isConnected: user !== null, user };
    }),

  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users',
        tags: ['account'],
        summary: 'Sign up; a letter brings the activation link',
      },
      refusals: {
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
    .output(noticeSchema('account_created'))
    .mutation(async ({ ctx, input }) => {
      await register(ctx, input);
      return { message: 'account_created' as const };
    }),

  activate: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/activate',
        tags: ['account'],
        summary: 'Activate an account by the link of its letter, as often as it is followed',
      },
      refusals: { 400: ['incorrect_activation_code'] },
    })
    .input(activateSchema)
    .output(noticeSchema('account_activated'))
    .mutation(async ({ ctx, input }) => {
      await activate(ctx, input);
      return { message: 'account_activated' as const };
    }),

  resendActivation: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/activation',
        tags: ['account'],
        summary: 'Ask for another activation letter; the answer never tells whether one leaves',
      },
      refusals: { 400: ['invalid_email_message'] },
    })
    .input(emailRequestSchema)
    .output(noticeSchema('account_created'))
    .mutation(async ({ ctx, input }) => {
      await resendActivation(ctx, input);
      return { message: 'account_created' as const };
    }),

  forgotPassword: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/forgottenPassword',
        tags: ['account'],
        summary: 'Declare a password lost; a letter brings the recovery link',
      },
      refusals: { 400: ['invalid_email_message'], 404: ['unknown_email'] },
    })
    .input(emailRequestSchema)
    .output(noticeSchema('forgotten_password_success'))
    .mutation(async ({ ctx, input }) => {
      await forgotPassword(ctx, input);
      return { message: 'forgotten_password_success' as const };
    }),

  retrievePassword: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/retrievePassword',
        tags: ['account'],
        summary: 'Set a new password by the link of the recovery letter; ends every session',
      },
      refusals: {
        400: [
          'invalid_password_message',
          'invalid_fields',
          'incorrect_retrieve_code',
          'password_not_lost',
        ],
      },
    })
    .input(retrievePasswordSchema)
    .output(noticeSchema('password_changed'))
    .mutation(async ({ ctx, input }) => {
      await retrievePassword(ctx, input);
      return { message: 'password_changed' as const };
    }),

  update: memberProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users',
        tags: ['account'],
        summary: 'Change the account; `mdp` is the present password or a new one',
      },
      refusals: {
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
    .output(noticeSchema('account_updated'))
    .mutation(async ({ ctx, input }) => {
      await updateAccount(ctx, input);
      return { message: 'account_updated' as const };
    }),

  undoEmailChange: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/email/undo',
        tags: ['account'],
        summary: 'Take a change of address back by the link sent to the old one',
      },
      refusals: { 400: ['incorrect_activation_code'], 409: ['email_taken'] },
    })
    .input(undoEmailChangeSchema)
    .output(noticeSchema('account_updated'))
    .mutation(async ({ ctx, input }) => {
      await undoEmailChange(ctx, input);
      return { message: 'account_updated' as const };
    }),

  delete: memberProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users',
        tags: ['account'],
        summary: 'Delete the account; its orders stay without the person',
      },
    })
    .output(noticeSchema('account_deleted'))
    .mutation(async ({ ctx }) => {
      await deleteAccount(ctx);
      return { message: 'account_deleted' as const };
    }),

  byId: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/{id}',
        tags: ['account'],
        summary: 'The caller, by their own id; every other id is not found',
      },
      refusals: { 404: ['not_found'] },
    })
    .input(userIdSchema)
    .output(userSchema)
    .query(async ({ ctx: { deps, session }, input }) => {
      const user = input.id === session.userId ? await findUser(deps, session.userId) : null;
      if (user === null) throw new DomainError('not_found');
      return user;
    }),
});
