import type { Db } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { pathOf } from '@shop/domain/paths';

import type { Addressed } from '../jobs/addressed.ts';
import type { JobDeps } from '../jobs/handlers.ts';
import type { RequestOf } from '../jobs/letter-request.ts';
import { isChangeTakenBack } from './email-undo.ts';
import { lockUser, mintToken, type NewToken } from './token.ts';

/**
 * Letters about accounts. The secrets of their links are made here, when the letter is sent, so that
 * none waits in the database; each try makes another.
 */

/** The link that activates an account, to one that is not yet. */
export async function addressActivation(
  { db, config, clock, writeLetter }: JobDeps,
  { letter: kind, userId, locale }: RequestOf<'activation' | 'activationAgain'>,
): Promise<Addressed | null> {
  const user = await findReader(db, userId);
  if (user === null || user.activatedAt !== null) return null;
  const nonce = await mint(db, { userId, purpose: 'activation', now: clock() });
  if (nonce === null) return null;
  const link = config.publicUrl + pathOf('activation', locale, { id: userId, nonce });
  return { to: user.email, letter: writeLetter({ kind, locale, data: { link } }) };
}

/** The link that lets choose a new password. */
export async function addressPasswordRecovery(
  { db, config, clock, writeLetter }: JobDeps,
  { userId, locale }: RequestOf<'passwordRecovery'>,
): Promise<Addressed | null> {
  const user = await findReader(db, userId);
  if (user === null) return null;
  const retrieve = await mint(db, { userId, purpose: 'password_recovery', now: clock() });
  if (retrieve === null) return null;
  const { email, firstName } = user;
  const link = config.publicUrl + pathOf('passwordRecovery', locale, { id: userId, retrieve });
  return {
    to: email,
    letter: writeLetter({ kind: 'passwordRecovery', locale, data: { firstName, link } }),
  };
}

/** To the owner of an address with which somebody tried to sign up. */
export async function addressAddressTaken(
  { db, config, writeLetter }: JobDeps,
  { userId, locale }: RequestOf<'addressTaken'>,
): Promise<Addressed | null> {
  const user = await findReader(db, userId);
  if (user === null) return null;
  const logInLink = config.publicUrl + pathOf('logIn', locale);
  return {
    to: user.email,
    letter: writeLetter({ kind: 'addressTaken', locale, data: { logInLink } }),
  };
}

/** To the address that the account had when its password changed. */
export async function addressPasswordChanged(
  { db, config, writeLetter }: JobDeps,
  { userId, to, locale }: RequestOf<'passwordChanged'>,
): Promise<Addressed | null> {
  const user = await findReader(db, userId);
  if (user === null) return null;
  const { firstName } = user;
  const logInLink = config.publicUrl + pathOf('logIn', locale);
  return {
    to,
    letter: writeLetter({ kind: 'passwordChanged', locale, data: { firstName, logInLink } }),
  };
}

/** To the address before, with the link that takes the change back. */
export async function addressEmailChanged(
  { db, config, clock, writeLetter }: JobDeps,
  { userId, to, locale, changedAt }: RequestOf<'emailChanged'>,
): Promise<Addressed | null> {
  const user = await findReader(db, userId);
  if (user === null) return null;
  const change = { previousEmail: to, at: new Date(changedAt) };
  const nonce = await mint(db, { userId, purpose: 'email_undo', now: clock(), change });
  if (nonce === null) return null;
  const { firstName } = user;
  const undoLink = config.publicUrl + pathOf('undoEmailChange', locale, { id: userId, nonce });
  return {
    to,
    letter: writeLetter({ kind: 'emailChanged', locale, data: { firstName, undoLink } }),
  };
}

/** The last letter: its reader is nowhere but in the request. */
export async function addressAccountDeleted(
  { writeLetter }: JobDeps,
  { to, firstName, locale }: RequestOf<'accountDeleted'>,
): Promise<Addressed> {
  return { to, letter: writeLetter({ kind: 'accountDeleted', locale, data: { firstName } }) };
}

function findReader(db: Db, userId: number) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true, activatedAt: true },
  });
}

/** A secret for a link, or null where there is nobody or nothing left to follow it for. */
function mint(db: Db, token: NewToken): Promise<string | null> {
  const { userId, change } = token;
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return null;
    if (change !== undefined && (await isChangeTakenBack(tx, userId, change.at))) return null;
    return mintToken(tx, token);
  });
}
