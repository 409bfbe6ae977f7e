import { ROLES } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { newSecret, sessionIdOf } from '@agres/core/session/session';
import { readDatabaseTime } from '@agres/db/database-clock';
import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { localeOf, type Locale } from '@agres/domain/locale';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';

import type { RelyingParty } from '../trpc.ts';
import { markProved, startStaffSession, type StartedStaffSession } from './staff-sessions.ts';

// Passkeys of the office (WebAuthn level 3). A challenge is stored under the hash of a cookie's secret,
// expires after five minutes and is deleted when answered.

type Purpose = 'sign_in' | 'prove' | 'enrol';

/** `secret` identifies the challenge of the ceremony. */
type CeremonyStart<Options> = { options: Options; secret: string };

const RP_NAME = 'Agrès';
export const CHALLENGE_SECONDS = 300;

/** Starts a sign-in (`staffId` is null) or a proof. The authenticator offers its passkeys for this host. */
export async function beginUse(
  db: Db,
  rp: RelyingParty,
  { purpose, staffId }: { purpose: Purpose; staffId: number | null },
): Promise<CeremonyStart<PublicKeyCredentialRequestOptionsJSON>> {
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
  });
  const secret = await storeChallenge(db, { purpose, staffId, challenge: options.challenge });
  return { options, secret };
}

type CeremonyResponse<Response> = { secret: string | undefined; response: Response };

/** Signs in with a passkey. Returns null if it is unknown, not verified or of a suspended person. */
export async function finishSignIn(
  db: Db,
  rp: RelyingParty,
  answered: CeremonyResponse<AuthenticationResponseJSON>,
): Promise<StartedStaffSession | null> {
  const staffId = await verifyUse(db, rp, { ...answered, purpose: 'sign_in' });
  return staffId === null
    ? null
    : startStaffSession(db, { staffId, passkeyId: answered.response.id });
}

/**
 * Records in a session that its person has just confirmed with their passkey. Returns false if the response
 * is not verified, or the passkey is another person's.
 */
export async function finishProof(
  db: Db,
  rp: RelyingParty,
  {
    staff,
    ...answered
  }: CeremonyResponse<AuthenticationResponseJSON> & { staff: { id: number; sessionId: string } },
): Promise<boolean> {
  if ((await verifyUse(db, rp, { ...answered, purpose: 'prove' })) !== staff.id) return false;
  await markProved(db, staff.sessionId);
  return true;
}

/** Returns the person whose passkey answered a challenge, or null if the response is not verified. */
async function verifyUse(
  db: Db,
  rp: RelyingParty,
  {
    secret,
    response,
    purpose,
  }: CeremonyResponse<AuthenticationResponseJSON> & { purpose: Purpose },
): Promise<number | null> {
  const known = await takeChallenge(db, secret, purpose);
  const passkey = await db.staffPasskey.findFirst({
    where: { id: response.id, staff: { suspendedAt: null } },
    select: { id: true, staffId: true, publicKey: true, counter: true },
  });
  if (known === null || passkey === null) return null;
  const result = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: known.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    }),
  );
  if (result?.verified !== true) return null;
  await db.$executeRaw`
    UPDATE staff_passkey
    SET counter = ${result.authenticationInfo.newCounter}::bigint, last_used_at = now()
    WHERE id = ${passkey.id}`;
  return passkey.staffId;
}

/** The holder of an invitation, or the signed-in person. */
export type Registrant = { token: string } | { staffId: number };

/** An invitation has a printed token and mailed ones. */
const invitationOf = (token: string) => [
  { tokenHash: sessionIdOf(token) },
  { mailedHashes: { has: sessionIdOf(token) } },
];

/** Returns the person of an invitation without using it up; null if it is unknown, used or expired. */
export async function findInvitation(
  db: Db,
  token: string,
): Promise<{ staffId: number; name: string; email: string; locale: Locale } | null> {
  const invitation = await db.staffInvitation.findFirst({
    where: {
      OR: invitationOf(token),
      expiresAt: { gt: await readDatabaseTime(db) },
      staff: { suspendedAt: null },
    },
    select: { staffId: true, staff: { select: { name: true, email: true, locale: true } } },
  });
  if (invitation === null) return null;
  const { staffId, staff } = invitation;
  return { staffId, ...staff, locale: localeOf(staff.locale) };
}

/** Starts the registration of a device. Returns null without a valid invitation. */
export async function beginEnrolment(
  db: Db,
  rp: RelyingParty,
  enrolling: Registrant,
): Promise<CeremonyStart<PublicKeyCredentialCreationOptionsJSON> | null> {
  const staffId = await enrollingStaff(db, enrolling);
  if (staffId === null) return null;
  const staff = await db.staff.findUniqueOrThrow({
    where: { id: staffId },
    select: { name: true, email: true, passkeyUser: true, passkeys: { select: { id: true } } },
  });
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rp.id,
    userID: new TextEncoder().encode(staff.passkeyUser),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: 'none',
    excludeCredentials: staff.passkeys,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  return { options, secret: await storeChallenge(db, { purpose: 'enrol', staffId, challenge }) };
}

async function enrollingStaff(db: Db, enrolling: Registrant): Promise<number | null> {
  if ('staffId' in enrolling) return enrolling.staffId;
  return (await findInvitation(db, enrolling.token))?.staffId ?? null;
}

/**
 * Stores a new device, uses up its invitation, ends the person's other sessions and starts one. Returns null
 * if the invitation is no longer valid or the response is not verified.
 */
export async function finishEnrolment(
  db: Db,
  rp: RelyingParty,
  {
    enrolling,
    label,
    secret,
    response,
  }: CeremonyResponse<RegistrationResponseJSON> & { enrolling: Registrant; label: string },
): Promise<StartedStaffSession | null> {
  const [known, staffId] = [
    await takeChallenge(db, secret, 'enrol'),
    await enrollingStaff(db, enrolling),
  ];
  if (known === null || staffId === null || known.staffId !== staffId) return null;
  const result = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: known.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
    }),
  );
  if (result?.verified !== true) return null;
  const { credential } = result.registrationInfo;
  return inTransaction(db, async (tx) => {
    const isKnown = await tx.staffPasskey.count({ where: { id: credential.id } });
    if (isKnown > 0) return null;
    if ('token' in enrolling) {
      const { count } = await tx.staffInvitation.deleteMany({
        where: { OR: invitationOf(enrolling.token) },
      });
      // A concurrent registration used up the invitation: one invitation registers one device.
      if (count === 0) return null;
    }
    const { name, roles } = await tx.staff.findUniqueOrThrow({
      where: { id: staffId },
      select: { name: true, roles: true },
    });
    await writeJournal(tx, {
      actor: {
        kind: 'staff',
        id: staffId,
        name,
        roles: ROLES.filter((role) => roles.includes(role)),
      },
      operation: 'staff.enrol',
      subject: { kind: 'staff', id: staffId },
      changes: { device: [null, label] },
    });
    await tx.staffPasskey.create({
      data: {
        id: credential.id,
        staffId,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        label,
      },
      select: { id: true },
    });
    return startStaffSession(tx, { staffId, passkeyId: credential.id });
  });
}

/** Returns null when the library throws on an unreadable response. */
async function verified<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

async function storeChallenge(
  db: Db,
  { purpose, staffId, challenge }: { purpose: Purpose; staffId: number | null; challenge: string },
): Promise<string> {
  const secret = newSecret();
  await db.$executeRaw`
    INSERT INTO staff_challenge (id, challenge, purpose, staff_id, expires_at)
    VALUES (${sessionIdOf(secret)}, ${challenge}, ${purpose}, ${staffId}::int,
      now() + make_interval(secs => ${CHALLENGE_SECONDS}::int))`;
  return secret;
}

/**
 * Deletes and returns a challenge, so that it can be answered only once; null if it is unknown or expired.
 */
async function takeChallenge(db: Db, secret: string | undefined, purpose: Purpose) {
  if (secret === undefined) return null;
  const [taken] = await db.$queryRaw<{ challenge: string; staffId: number | null }[]>`
    DELETE FROM staff_challenge
    WHERE id = ${sessionIdOf(secret)} AND purpose = ${purpose} AND expires_at > now()
    RETURNING challenge, staff_id AS "staffId"`;
  return taken ?? null;
}
