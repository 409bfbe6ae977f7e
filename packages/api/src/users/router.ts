import { signInSchema, userIdSchema } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';
import { connectionStatusSchema, noticeSchema, userSchema } from '@shop/domain/shapes.schema';

import { memberProcedure, publicProcedure, router } from '../trpc.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';
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
