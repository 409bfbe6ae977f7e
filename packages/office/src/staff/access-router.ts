import { ROLES } from '@agres/core/operations/actor';
import {
  hasPermission,
  PERMISSION_NAMES,
  type Permission,
} from '@agres/core/operations/permissions';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { STAFF_NOTICES } from '@agres/domain/owner-settings';
import { lineSchema } from '@agres/domain/text.schema';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

import { OfficeError, openProcedure, router, staffProcedure, type OfficeContext } from '../trpc.ts';
import {
  endOtherSessions,
  readOwnAccess,
  removeDevice,
  renameDevice,
  setNotices,
} from './own-access.ts';
import {
  beginEnrolment,
  beginUse,
  findInvitation,
  finishEnrolment,
  finishProof,
  finishSignIn,
} from './passkeys.ts';
import { endStaffSession, findStaffSession, startStaffSession } from './staff-sessions.ts';

type Me = {
  id: number;
  name: string;
  email: string;
  roles: string[];
  locale: 'fr' | 'en';
  permissions: Permission[];
  isProved: boolean;
  /** The origin of the site that publishes items and articles. */
  siteUrl: string;
  passkeys: number;
};

/** An authenticator's response. The library validates every part of it. */
const authenticationSchema = z.custom<AuthenticationResponseJSON>(isCredential);
const registrationSchema = z.custom<RegistrationResponseJSON>(isCredential);

function isCredential(value: unknown): boolean {
  return z.object({ id: z.string().max(1400), response: z.object({}) }).safeParse(value).success;
}

const tokenSchema = z.string().max(100);
const deviceSchema = z.string().min(1).max(1400);
const labelSchema = lineSchema({ min: 1, max: 60 });

/** Counts the call against the rate limit of the caller's network. */
const limitedProcedure = openProcedure.use(async ({ ctx, next }) => {
  const { rateLimiter, clientIp } = ctx;
  const { waitSeconds } = await rateLimiter.take('officeAccessByIp', clientIp);
  if (waitSeconds !== null) throw new OfficeError('too_many_calls');
  return next();
});

/** Sign-in and sign-out, and each person's own access. */
export const accessRouter = router({
  me: openProcedure.query(({ ctx }) => readMe(ctx)),

  mode: openProcedure.query(({ ctx }) => ({ isDevelopment: ctx.isDevelopment })),

  signInOptions: limitedProcedure.mutation(async ({ ctx }) => {
    const start = { purpose: 'sign_in', staffId: null } as const;
    const { options, secret } = await beginUse(ctx.deps.db, ctx.relyingParty, start);
    ctx.cookies.setChallenge(secret);
    return options;
  }),

  signIn: limitedProcedure
    .input(z.object({ response: authenticationSchema }))
    .mutation(async ({ ctx, input: { response } }) => {
      const secret = ctx.cookies.challenge;
      const started = await finishSignIn(ctx.deps.db, ctx.relyingParty, { secret, response });
      if (started === null) throw new OfficeError('passkey_refused');
      return enter(ctx, started);
    }),

  proveOptions: staffProcedure.mutation(async ({ ctx }) => {
    const start = { purpose: 'prove', staffId: ctx.staff.id } as const;
    const { options, secret } = await beginUse(ctx.deps.db, ctx.relyingParty, start);
    ctx.cookies.setChallenge(secret);
    return options;
  }),

  prove: staffProcedure
    .input(z.object({ response: authenticationSchema }))
    .mutation(async ({ ctx, input: { response } }) => {
      const { deps, relyingParty, staff } = ctx;
      const secret = ctx.cookies.challenge;
      if (!(await finishProof(deps.db, relyingParty, { secret, response, staff }))) {
        throw new OfficeError('passkey_refused');
      }
      return readMe({ ...ctx, staff: { ...staff, isProved: true } });
    }),

  /** A read by POST keeps the token out of URLs, and so out of logs. */
  invitation: limitedProcedure
    .input(z.object({ token: tokenSchema }))
    .mutation(async ({ ctx, input: { token } }) => {
      const invitation = await findInvitation(ctx.deps.db, token);
      if (invitation === null) throw new OfficeError('invitation_refused');
      const { name, email, locale } = invitation;
      return { name, email, locale };
    }),

  /** `token` is that of an invitation; null registers another device of the signed-in person. */
  enrolOptions: limitedProcedure
    .input(z.object({ token: tokenSchema.nullable() }))
    .mutation(async ({ ctx, input: { token } }) => {
      const begun = await beginEnrolment(
        ctx.deps.db,
        ctx.relyingParty,
        await identifyRegistrant(ctx, token),
      );
      if (begun === null) throw new OfficeError('invitation_refused');
      ctx.cookies.setChallenge(begun.secret);
      return begun.options;
    }),

  enrol: limitedProcedure
    .input(
      z.object({
        token: tokenSchema.nullable(),
        label: labelSchema,
        response: registrationSchema,
      }),
    )
    .mutation(async ({ ctx, input: { token, label, response } }) => {
      const started = await finishEnrolment(ctx.deps.db, ctx.relyingParty, {
        enrolling: await identifyRegistrant(ctx, token),
        label,
        secret: ctx.cookies.challenge,
        response,
      });
      if (started === null) throw new OfficeError('passkey_refused');
      return enter(ctx, started);
    }),

  own: staffProcedure.query(({ ctx }) => readOwnAccess(ctx)),

  setNotices: staffProcedure
    .input(z.object({ notices: z.enum(STAFF_NOTICES), locale: z.enum(LOCALES) }))
    .mutation(({ ctx, input }) => setNotices(ctx, input)),

  renameDevice: staffProcedure
    .input(z.object({ device: deviceSchema, label: labelSchema }))
    .mutation(({ ctx, input }) => renameDevice(ctx, input)),

  removeDevice: staffProcedure
    .input(z.object({ device: deviceSchema }))
    .mutation(async ({ ctx, input }) => {
      // A stolen session alone must not lock out a device.
      if (!ctx.staff.isProved) throw new OfficeError('proof_required');
      return enter(ctx, await removeDevice(ctx, input));
    }),

  endOtherSessions: staffProcedure.mutation(async ({ ctx }) => ({
    ended: await endOtherSessions(ctx),
  })),

  signOut: openProcedure.mutation(async ({ ctx }) => {
    if (ctx.staff !== null) await endStaffSession(ctx.deps.db, ctx.staff.sessionId);
    ctx.cookies.clearSession();
    return {};
  }),

  enterAs: openProcedure
    .input(z.object({ role: z.enum(ROLES) }))
    .mutation(async ({ ctx, input: { role } }) => {
      // Only development allows signing in without a passkey.
      if (!ctx.isDevelopment) throw new OfficeError('not_permitted');
      const { db } = ctx.deps;
      const email = `${role}@agres.example`;
      const name = role === 'owner' ? 'Camille' : 'Sacha';
      const { id } = await db.staff.upsert({
        where: { email },
        create: { email, name, roles: [role] },
        update: {},
        select: { id: true },
      });
      return enter(ctx, await startStaffSession(db, { staffId: id, passkeyId: null }));
    }),
});

async function identifyRegistrant(ctx: OfficeContext, token: string | null) {
  if (token !== null) return { token };
  if (ctx.staff === null) throw new OfficeError('not_signed_in');
  const staffId = ctx.staff.id;
  // Another device requires a fresh proof. In development a person may sign in without a device.
  const isFirst = async () =>
    ctx.isDevelopment && (await ctx.deps.db.staffPasskey.count({ where: { staffId } })) === 0;
  if (!ctx.staff.isProved && !(await isFirst())) throw new OfficeError('proof_required');
  return { staffId };
}

/** Sets the session cookie and returns the signed-in person. */
async function enter(
  ctx: OfficeContext,
  started: { secret: string; sessionId: string },
): Promise<Me | null> {
  ctx.cookies.setSession(started);
  const staff = await findStaffSession(ctx.deps, started.secret);
  return readMe({ ...ctx, staff });
}

async function readMe({
  deps,
  staff,
  siteUrl,
}: Pick<OfficeContext, 'deps' | 'staff' | 'siteUrl'>): Promise<Me | null> {
  if (staff === null) return null;
  const { email, locale, _count } = await deps.db.staff.findUniqueOrThrow({
    where: { id: staff.id },
    select: { email: true, locale: true, _count: { select: { passkeys: true } } },
  });
  return {
    id: staff.id,
    name: staff.actor.name,
    email,
    roles: [...staff.actor.roles],
    locale: localeOf(locale),
    permissions: PERMISSION_NAMES.filter((permission) => hasPermission(staff.actor, permission)),
    isProved: staff.isProved,
    siteUrl,
    passkeys: _count.passkeys,
  };
}
