import {
  inJournalledTransaction,
  writeJournal,
  type OtherEntry,
} from '@agres/core/operations/journal';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { localeOf, type Locale } from '@agres/domain/locale';
import { STAFF_NOTICES, type StaffNotices } from '@agres/domain/owner-settings';

import type { OfficeContext, SignedInStaff } from '../trpc.ts';
import { startStaffSession, type StartedStaffSession } from './staff-sessions.ts';

/** A call about one's own access. It requires no permission. */
type OwnCall = Pick<OfficeContext, 'deps'> & { staff: SignedInStaff };

type OwnAccess = {
  notices: StaffNotices;
  locale: Locale;
  devices: { device: string; label: string; addedDate: string; lastUsedDate: string | null }[];
  /** `label` is that of the device that began the session; null if it is unknown or removed. */
  sessions: { label: string | null; begunDate: string; lastUsedDate: string; isThis: boolean }[];
};

/** Returns a person's notices, language, devices and sessions. */
export async function readOwnAccess({ deps, staff }: OwnCall): Promise<OwnAccess> {
  const row = await deps.db.staff.findUniqueOrThrow({
    where: { id: staff.id },
    select: {
      notices: true,
      locale: true,
      passkeys: {
        select: { id: true, label: true, createdAt: true, lastUsedAt: true },
        orderBy: { createdAt: 'asc' },
      },
      sessions: {
        select: { id: true, passkeyId: true, createdAt: true, usedAt: true },
        orderBy: { usedAt: 'desc' },
      },
    },
  });
  return {
    notices: noticesOf(row.notices),
    locale: localeOf(row.locale),
    devices: row.passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
      device: id,
      label,
      addedDate: createdAt.toISOString(),
      lastUsedDate: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: row.sessions.map(({ id, passkeyId, createdAt, usedAt }) => ({
      label: row.passkeys.find((passkey) => passkey.id === passkeyId)?.label ?? null,
      begunDate: createdAt.toISOString(),
      lastUsedDate: usedAt.toISOString(),
      isThis: id === staff.sessionId,
    })),
  };
}

const noticesOf = (stored: string): StaffNotices =>
  STAFF_NOTICES.find((known) => known === stored) ?? 'none';

type Change = Parameters<typeof writeJournal>[1]['changes'];

/** Runs a change of one's own access and journals it. */
function changeOwn<Result>(
  { deps, staff }: OwnCall,
  operation: OtherEntry,
  work: (tx: Tx) => Promise<{ changes: Change; result: Result }>,
): Promise<Result> {
  return inJournalledTransaction(deps, async (tx) => {
    const { changes, result } = await work(tx);
    const subject = { kind: 'staff', id: staff.id };
    await writeJournal(tx, { actor: staff.actor, operation, subject, changes });
    return result;
  });
}

/** Sets which emails about the shop's work the person gets, and in which language. */
export function setNotices(
  call: OwnCall,
  { notices, locale }: { notices: StaffNotices; locale: Locale },
): Promise<void> {
  const { id } = call.staff;
  return changeOwn(call, 'access.setNotices', async (tx) => {
    const before = await tx.staff.findUniqueOrThrow({
      where: { id },
      select: { notices: true, locale: true },
    });
    await tx.$executeRaw`
      UPDATE staff SET notices = ${notices}, locale = ${locale}, updated_at = now(),
        notices_since = CASE WHEN notices = ${notices} THEN notices_since ELSE now() END
      WHERE id = ${id}::int`;
    const changes = {
      notices: [before.notices, notices],
      locale: [before.locale, locale],
    } as const;
    return { changes, result: undefined };
  });
}

export function renameDevice(
  call: OwnCall,
  { device, label }: { device: string; label: string },
): Promise<void> {
  return changeOwn(call, 'access.renameDevice', async (tx) => {
    const before = await requireDevice(tx, call, device);
    await tx.staffPasskey.update({ where: { id: device }, data: { label }, select: { id: true } });
    return { changes: { device: [before.label, label] }, result: undefined };
  });
}

/** Removes a device, except the last one. Ends the person's sessions and starts a new one. */
export function removeDevice(
  call: OwnCall,
  { device }: { device: string },
): Promise<StartedStaffSession> {
  const { id } = call.staff;
  return changeOwn(call, 'access.removeDevice', async (tx) => {
    // Locks the person, so that two concurrent calls cannot remove the last two devices.
    await tx.$queryRaw`SELECT id FROM staff WHERE id = ${id}::int FOR UPDATE`;
    const { label } = await requireDevice(tx, call, device);
    if ((await tx.staffPasskey.count({ where: { staffId: id } })) === 1) {
      refuse({ code: 'staff_last_device', label });
    }
    const { passkeyId } = await tx.staffSession.findUniqueOrThrow({
      where: { id: call.staff.sessionId },
      select: { passkeyId: true },
    });
    await tx.staffPasskey.delete({ where: { id: device }, select: { id: true } });
    const started = await startStaffSession(tx, { staffId: id, passkeyId });
    return { changes: { device: [label, null] }, result: started };
  });
}

async function requireDevice(
  tx: Tx,
  { staff }: OwnCall,
  device: string,
): Promise<{ label: string }> {
  const found = await tx.staffPasskey.findFirst({
    where: { id: device, staffId: staff.id },
    select: { label: true },
  });
  return found ?? refuse({ code: 'staff_device_unknown', name: staff.actor.name });
}

/** Ends the person's other sessions. Returns how many. */
export function endOtherSessions(call: OwnCall): Promise<number> {
  const { id, sessionId } = call.staff;
  return changeOwn(call, 'access.endOtherSessions', async (tx) => {
    const { count } = await tx.staffSession.deleteMany({
      where: { staffId: id, id: { not: sessionId } },
    });
    return { changes: { sessions: [count + 1, 1] }, result: count };
  });
}
