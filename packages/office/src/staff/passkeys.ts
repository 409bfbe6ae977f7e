import { ROLES } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { newSecret, sessionIdOf } from '@agres/core/session/session';
import { askTime } from '@agres/db/database-clock';
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

// Passkeys of the office (WebAuthn level 3). Every ceremony has a challenge that is stored under the
// hash of a cookie's secret, lives five minutes and is deleted when it is answered.

type Purpose = 'sign_in' | 'prove' | 'enrol';

/** The options of a ceremony, and the secret that names its challenge. */
type Begun<Options> = { options: Options; secret: string };

const RP_NAME = 'Agrès';
/** A ceremony is answered within this time. */
export const CHALLENGE_SECONDS = 300;

/** Begins to sign in: the authenticator offers the passkeys that it has for this host. */
export function beginSignIn(
  db: Db,
  rp: RelyingParty,
): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  return beginUse(db, rp, { purpose: 'sign_in', staffId: null });
}

/** Begins a fresh proof by a person who is signed in. */
export function beginProof(
  db: Db,
  rp: RelyingParty,
  staffId: number,
): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  return beginUse(db, rp, { purpose: 'prove', staffId });
}

async function beginUse(
  db: Db,
  rp: RelyingParty,
  { purpose, staffId }: { purpose: Purpose; staffId: number | null },
): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
  });
  const secret = await keepChallenge(db, { purpose, staffId, challenge: options.challenge });
  return { options, secret };
}

/** What a browser answers a ceremony with. */
type Answered<Response> = { secret: string | undefined; response: Response };

/** Signs in with a passkey; null for one that is unknown, of a suspended person or not verified. */
export async function finishSignIn(
  db: Db,
  rp: RelyingParty,
  answered: Answered<AuthenticationResponseJSON>,
): Promise<StartedStaffSession | null> {
  const staffId = await verifyUse(db, rp, { ...answered, purpose: 'sign_in' });
  return staffId === null ? null : startStaffSession(db, staffId);
}

/** Notes a fresh proof for a session; false where it is not one of this person. */
export async function finishProof(
  db: Db,
  rp: RelyingParty,
  {
    staff,
    ...answered
  }: Answered<AuthenticationResponseJSON> & { staff: { id: number; sessionId: string } },
): Promise<boolean> {
  // The proof is of the person who is signed in.
  if ((await verifyUse(db, rp, { ...answered, purpose: 'prove' })) !== staff.id) return false;
  await markProved(db, staff.sessionId);
  return true;
}

/** The person whose passkey answered a challenge; null where the answer proves nothing. */
async function verifyUse(
  db: Db,
  rp: RelyingParty,
  { secret, response, purpose }: Answered<AuthenticationResponseJSON> & { purpose: Purpose },
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

/** Who may enrol a device: the holder of an invitation, or a person who is signed in. */
export type Enrolling = { token: string } | { staffId: number };

/** The invitation of a token that was printed or mailed. */
const invitationOf = (token: string) => [
  { tokenHash: sessionIdOf(token) },
  { mailedHashes: { has: sessionIdOf(token) } },
];

/** The person of an invitation; null for one that is unknown, used up or over. Reading changes nothing. */
export async function findInvitation(
  db: Db,
  token: string,
): Promise<{ staffId: number; name: string; email: string; locale: Locale } | null> {
  const invitation = await db.staffInvitation.findFirst({
    where: {
      OR: invitationOf(token),
      expiresAt: { gt: await askTime(db) },
      staff: { suspendedAt: null },
    },
    select: { staffId: true, staff: { select: { name: true, email: true, locale: true } } },
  });
  if (invitation === null) return null;
  const { staffId, staff } = invitation;
  return { staffId, ...staff, locale: localeOf(staff.locale) };
}

/** Begins to enrol a device; null without an invitation that still counts. */
export async function beginEnrolment(
  db: Db,
  rp: RelyingParty,
  enrolling: Enrolling,
): Promise<Begun<PublicKeyCredentialCreationOptionsJSON> | null> {
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
  return { options, secret: await keepChallenge(db, { purpose: 'enrol', staffId, challenge }) };
}

async function enrollingStaff(db: Db, enrolling: Enrolling): Promise<number | null> {
  if ('staffId' in enrolling) return enrolling.staffId;
  return (await findInvitation(db, enrolling.token))?.staffId ?? null;
}

/**
 * Stores a new device, uses its invitation up, ends the person's other sessions and starts one.
 * Null where the invitation does not count any more or the answer is not verified.
 */
export async function finishEnrolment(
  db: Db,
  rp: RelyingParty,
  {
    enrolling,
    label,
    secret,
    response,
  }: Answered<RegistrationResponseJSON> & { enrolling: Enrolling; label: string },
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
    // A device is enrolled once.
    if (isKnown > 0) return null;
    if ('token' in enrolling) {
      const { count } = await tx.staffInvitation.deleteMany({
        where: { OR: invitationOf(enrolling.token) },
      });
      // An invitation enrols one device.
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
        transports: transportsOf(credential.transports),
        label,
      },
      select: { id: true },
    });
    return startStaffSession(tx, staffId);
  });
}

const transportsOf = (transports: readonly string[] = []) => [...transports];

/** The library throws for an answer that it cannot read. */
async function verified<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

async function keepChallenge(
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

/** Takes a challenge, which can be answered once. */
async function takeChallenge(db: Db, secret: string | undefined, purpose: Purpose) {
  if (secret === undefined) return null;
  const [taken] = await db.$queryRaw<{ challenge: string; staffId: number | null }[]>`
    DELETE FROM staff_challenge
    WHERE id = ${sessionIdOf(secret)} AND purpose = ${purpose} AND expires_at > now()
    RETURNING challenge, staff_id AS "staffId"`;
  return taken ?? null;
}
