import { enqueueEmail } from '@agres/core/jobs/email';
import { takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { ROLES } from '@agres/core/operations/actor';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { newSecret, sessionIdOf } from '@agres/core/session/session';
import type { Prisma, Tx } from '@agres/db/db';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { lineSchema } from '@agres/domain/text.schema';
import { anyEmailSchema } from '@agres/domain/users.schema';
import { staffInvitedEmail } from '@agres/shop/staff/emails';
import { z } from 'zod';

import { MAX_LISTED } from '../operations/values.ts';

const INVITATION_HOURS = 24;
const rolesSchema = z.array(z.enum(ROLES)).min(1).max(2);

const subjectOf = (id: number) => ({ kind: 'staff', id });

export const listStaff = defineRead({
  name: 'staff.list',
  permission: 'staff.read',
  input: z.object({}),
  output: z.object({
    staff: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        roles: rolesSchema,
        locale: z.enum(LOCALES),
        isSuspended: z.boolean(),
        /** Whether the person has a valid invitation. */
        isInvited: z.boolean(),
        /** The last call or sign-in; null before the first. */
        lastSeenDate: z.iso.datetime().nullable(),
        devices: z.array(
          z.object({
            /** The id for `staff.removeDevice`. */
            device: z.string(),
            label: z.string(),
            lastUsedDate: z.iso.datetime().nullable(),
          }),
        ),
      }),
    ),
  }),
  run: async ({ db, clock }) => {
    const rows = await db.staff.findMany({
      select: {
        id: true,
        name: true,
        email: true,
        roles: true,
        locale: true,
        suspendedAt: true,
        passkeys: {
          select: { id: true, label: true, lastUsedAt: true },
          orderBy: { createdAt: 'asc' },
        },
        sessions: { select: { usedAt: true } },
        invitation: { select: { expiresAt: true } },
      },
      orderBy: { id: 'asc' },
      take: MAX_LISTED,
    });
    return {
      staff: rows.map(({ suspendedAt, passkeys, sessions, invitation, ...row }) => ({
        ...row,
        roles: rolesSchema.parse(row.roles),
        locale: localeOf(row.locale),
        isSuspended: suspendedAt !== null,
        isInvited: invitation !== null && invitation.expiresAt > clock(),
        lastSeenDate: newestOf([
          ...passkeys.map(({ lastUsedAt }) => lastUsedAt),
          ...sessions.map(({ usedAt }) => usedAt),
        ]),
        devices: passkeys.map(({ id: device, label, lastUsedAt }) => ({
          device,
          label,
          lastUsedDate: lastUsedAt?.toISOString() ?? null,
        })),
      })),
    };
  },
});

/** Returns the newest of the moments that are not null, or null if there are none. */
function newestOf(moments: readonly (Date | null)[]): string | null {
  const times = moments.flatMap((moment) => (moment === null ? [] : [moment.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

/**
 * Invites a person, or invites again after a lost device, which revokes the earlier invitation. Returns the
 * link, and emails it with a different token; only hashes are stored.
 */
export const inviteStaff = defineChange({
  name: 'staff.invite',
  permission: 'staff.manage',
  kind: 'danger',
  input: z.object({
    email: anyEmailSchema,
    name: lineSchema({ min: 1, max: 80 }),
    roles: rolesSchema,
    locale: z.enum(LOCALES),
  }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    /** The link has no origin if the office has no configured address. */
    link: z.string(),
    expiresDate: z.iso.datetime(),
    /**
     * Whether the link was emailed. False if the office has no configured address, or after three emails
     * within an hour.
     */
    isEmailed: z.boolean(),
  }),
  run: async (
    { tx, clock, journal, rateLimiter, officeUrl },
    { email: typed, name, roles, locale },
  ) => {
    const email = typed.toLowerCase();
    await lockStaff(tx);
    const known = await tx.staff.findUnique({ where: { email }, select: PERSON });
    if (known !== null && known.suspendedAt !== null) refuse({ code: 'staff_email_taken', email });
    if (known !== null) await requireOtherOwner(tx, known, { roles });
    const data = { name, roles: [...roles], locale };
    const { id } =
      known === null
        ? await tx.staff.create({ data: { email, ...data }, select: { id: true } })
        : await tx.staff.update({ where: { id: known.id }, data, select: { id: true } });
    const token = newSecret();
    const expiresAt = new Date(clock().getTime() + INVITATION_HOURS * 3_600_000);
    await tx.staffInvitation.deleteMany({ where: { staffId: id } });
    await tx.staffInvitation.create({
      data: { tokenHash: sessionIdOf(token), staffId: id, expiresAt },
      select: { staffId: true },
    });
    await journal({
      subject: subjectOf(id),
      changes: {
        invited: [false, true],
        roles: [known?.roles.join(', ') ?? null, roles.join(', ')],
        email: true,
      },
    });
    const expiresDate = expiresAt.toISOString();
    const isEmailed =
      officeUrl !== undefined &&
      (rateLimiter === undefined ||
        (await takeEmailLimit({ rateLimiter }, 'staffInvitation', email)));
    if (isEmailed) {
      const request = { staffId: id, expiresAt: expiresDate, officeUrl };
      await enqueueEmail(tx, { email: staffInvitedEmail, request });
    }
    return { id, name, link: `${officeUrl ?? ''}/invitation#${token}`, expiresDate, isEmailed };
  },
});

/** Changes a person's roles or language, or suspends them. A change of rights ends their sessions. */
export const changeStaff = defineChange({
  name: 'staff.change',
  permission: 'staff.manage',
  kind: 'danger',
  input: z.object({
    staff: z.int().positive(),
    roles: rolesSchema,
    locale: z.enum(LOCALES),
    isSuspended: z.boolean(),
  }),
  output: z.object({
    id: z.int(),
    roles: rolesSchema,
    locale: z.enum(LOCALES),
    isSuspended: z.boolean(),
  }),
  run: async ({ tx, clock, journal }, { staff: id, roles, locale, isSuspended }) => {
    await lockStaff(tx);
    const person = await requireStaff(tx, id);
    await requireOtherOwner(tx, person, { roles: isSuspended ? [] : roles });
    const suspendedAt = isSuspended ? (person.suspendedAt ?? clock()) : null;
    await tx.staff.update({
      where: { id },
      data: { roles: [...roles], locale, suspendedAt, updatedAt: clock() },
      select: { id: true },
    });
    if (isSuspended) await tx.staffInvitation.deleteMany({ where: { staffId: id } });
    await journal({
      subject: subjectOf(id),
      changes: {
        roles: [person.roles.join(', '), roles.join(', ')],
        locale: [person.locale, locale],
        isSuspended: [person.suspendedAt !== null, isSuspended],
      },
    });
    return { id, roles, locale, isSuspended };
  },
});

/** Removes a person with their devices, sessions and invitation. Their journal entries stay. */
export const removeStaff = defineChange({
  name: 'staff.remove',
  permission: 'staff.manage',
  kind: 'danger',
  input: z.object({ staff: z.int().positive() }),
  output: z.object({ id: z.int() }),
  run: async ({ tx, journal }, { staff: id }) => {
    await lockStaff(tx);
    const person = await requireStaff(tx, id);
    await requireOtherOwner(tx, person, { roles: [] });
    await tx.staff.delete({ where: { id }, select: { id: true } });
    await journal({
      subject: subjectOf(id),
      changes: { roles: [person.roles.join(', '), null], name: true, email: true },
    });
    return { id };
  },
});

/** Ends all sessions of a person and revokes their invitation. */
export const endStaffSessions = defineChange({
  name: 'staff.endSessions',
  permission: 'staff.manage',
  kind: 'danger',
  input: z.object({ staff: z.int().positive() }),
  output: z.object({ id: z.int(), ended: z.int() }),
  run: async ({ tx, journal }, { staff: id }) => {
    await requireStaff(tx, id);
    const { count } = await tx.staffSession.deleteMany({ where: { staffId: id } });
    await tx.staffInvitation.deleteMany({ where: { staffId: id } });
    await journal({ subject: subjectOf(id), changes: { sessions: [count, 0] } });
    return { id, ended: count };
  },
});

/** Removes a lost or replaced device and ends the person's sessions. */
export const removeStaffDevice = defineChange({
  name: 'staff.removeDevice',
  permission: 'staff.manage',
  kind: 'danger',
  input: z.object({ staff: z.int().positive(), device: z.string().min(1).max(1400) }),
  output: z.object({ id: z.int(), label: z.string() }),
  run: async ({ tx, journal }, { staff: id, device }) => {
    await lockStaff(tx);
    const person = await requireStaff(tx, id);
    const found = person.passkeys.find((passkey) => passkey.id === device);
    if (found === undefined) refuse({ code: 'staff_device_unknown', name: person.name });
    if (person.passkeys.length === 1) await requireOtherOwner(tx, person, { roles: [] });
    await tx.staffPasskey.delete({ where: { id: device }, select: { id: true } });
    await journal({ subject: subjectOf(id), changes: { device: [found.label, null] } });
    return { id, label: found.label };
  },
});

const PERSON = {
  id: true,
  name: true,
  roles: true,
  locale: true,
  suspendedAt: true,
  passkeys: { select: { id: true, label: true } },
} as const satisfies Prisma.StaffSelect;

type Person = Prisma.StaffGetPayload<{ select: typeof PERSON }>;

/** Serializes changes of the staff, so that two owners cannot remove each other. */
async function lockStaff(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE staff IN SHARE ROW EXCLUSIVE MODE`;
}

async function requireStaff(tx: Tx, id: number): Promise<Person> {
  const person = await tx.staff.findUnique({ where: { id }, select: PERSON });
  return person ?? refuse({ code: 'staff_unknown', staff: id });
}

/** Refuses to demote or remove an owner if no other owner can sign in. */
async function requireOtherOwner(
  tx: Tx,
  person: Person,
  after: { roles: readonly string[] },
): Promise<void> {
  if (!person.roles.includes('owner') || after.roles.includes('owner')) return;
  const others = await tx.staff.count({
    where: {
      id: { not: person.id },
      roles: { has: 'owner' },
      suspendedAt: null,
      passkeys: { some: {} },
    },
  });
  if (others === 0) refuse({ code: 'staff_last_owner', name: person.name });
}
