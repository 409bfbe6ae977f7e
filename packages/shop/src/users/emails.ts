import { aboutAccount, defineEmail, type AboutAccount } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import type { RateLimiter } from '@agres/core/limits/rate-limit';
import { lockUser } from '@agres/core/session/row-locks';
import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { RETENTION } from '@agres/domain/retention';
import { emailKeyOf } from '@agres/domain/users';
import { z } from 'zod';

import { expiryOf, mintToken, type NewToken } from './link-token.ts';
import { hasEmail, isChangeUndone, pendingEmailOf } from './pending-email.ts';

const DAY_MS = 86_400_000;

/** An email to the address of an account that a stranger may have asked for. */
export type AccountEmail = {
  emailKey: string;
  request: AboutAccount;
  /** Absent on the owner's command line. */
  rateLimiter?: RateLimiter;
};

/*
 * Emails about accounts. The secrets of their links are made here, when the email is sent, so that
 * none waits in the database; each try makes another. None greets by name: the reader of the mailbox
 * and the holder of the account, who chose the name, may be two people.
 */

const addressActivation =
  (kind: 'activation' | 'activationAgain') =>
  async ({ db, config, clock, writeEmail }: JobDeps, { userId, locale }: AboutAccount) => {
    const user = await findAddressee(db, userId);
    if (user === null || user.activatedAt !== null) return null;
    const nonce = await mint(db, { userId, purpose: 'activation', now: clock() });
    if (nonce === null) return null;
    const link = config.publicUrl + pathOf('activation', locale, { id: userId, nonce });
    return { to: user.email, content: writeEmail({ kind, locale, data: { link } }) };
  };

export const activationEmail = defineEmail({
  letter: 'activation',
  request: aboutAccount,
  address: addressActivation('activation'),
});

export const activationAgainEmail = defineEmail({
  letter: 'activationAgain',
  request: aboutAccount,
  address: addressActivation('activationAgain'),
});

export const passwordRecoveryEmail = defineEmail({
  letter: 'passwordRecovery',
  request: aboutAccount,
  address: async ({ db, config, clock, writeEmail }, { userId, locale }) => {
    const user = await findAddressee(db, userId);
    if (user === null) return null;
    const retrieve = await mint(db, { userId, purpose: 'password_recovery', now: clock() });
    if (retrieve === null) return null;
    const link = config.publicUrl + pathOf('passwordRecovery', locale, { id: userId, retrieve });
    return {
      to: user.email,
      content: writeEmail({ kind: 'passwordRecovery', locale, data: { link } }),
    };
  },
});

/** To the holder of an address that was used for a sign-up. */
export const addressTakenEmail = defineEmail({
  letter: 'addressTaken',
  request: aboutAccount,
  address: async ({ db, config, writeEmail }, { userId, locale }) => {
    const user = await findAddressee(db, userId);
    if (user === null) return null;
    const logInLink = config.publicUrl + pathOf('logIn', locale);
    return {
      to: user.email,
      content: writeEmail({ kind: 'addressTaken', locale, data: { logInLink } }),
    };
  },
});

/** To the address that the account had when its password changed. */
export const passwordChangedEmail = defineEmail({
  letter: 'passwordChanged',
  request: aboutAccount.extend({ to: z.string() }),
  address: async ({ db, config, writeEmail }, { userId, to, locale }) => {
    const user = await findAddressee(db, userId);
    if (user === null) return null;
    const logInLink = config.publicUrl + pathOf('logIn', locale);
    return {
      to,
      content: writeEmail({ kind: 'passwordChanged', locale, data: { logInLink } }),
    };
  },
});

/** To the address of an account whose data were downloaded, in case it was a third party. */
export const dataDownloadedEmail = defineEmail({
  letter: 'dataDownloaded',
  request: aboutAccount.extend({ to: z.string() }),
  address: async ({ config, writeEmail }, { to, locale }) => {
    const logInLink = config.publicUrl + pathOf('logIn', locale);
    return { to, content: writeEmail({ kind: 'dataDownloaded', locale, data: { logInLink } }) };
  },
});

/**
 * To the owner of an unused account, before it is deleted. That the mail server accepted it
 * is what the deletion waits for; a mailbox may be gone.
 */
export const accountUnusedEmail = defineEmail({
  letter: 'accountUnused',
  request: aboutAccount,
  address: async ({ db, config, clock, writeEmail }, { userId, locale }) => {
    const user = await db.user.findUnique({
      where: { id: userId },
      select: { email: true, inactivityEmailOn: true },
    });
    // They have logged in since.
    if (user === null || user.inactivityEmailOn === null) return null;
    const days = RETENTION.unusedAccountNoticeDays;
    const data = {
      years: RETENTION.unusedAccountYears,
      keptUntil: new Date(clock().getTime() + days * DAY_MS).toISOString(),
      logInLink: config.publicUrl + pathOf('logIn', locale),
    };
    return { to: user.email, content: writeEmail({ kind: 'accountUnused', locale, data }) };
  },
  onAccepted: async ({ db }, { userId }) => {
    await db.$executeRaw`
      UPDATE users SET inactivity_email_accepted_at = clock_timestamp()
      WHERE id = ${userId}::int AND inactivity_email_on IS NOT NULL`;
  },
  refusal: 'expected',
});

/**
 * To a pending address, with the link that confirms it. The holder of a taken address gets another
 * email, without a link: the caller gets the same answer.
 */
export const confirmEmailEmail = defineEmail({
  letter: 'confirmEmail',
  request: aboutAccount.extend({ to: z.string() }),
  address: async ({ db, config, clock, writeEmail }, { userId, to, locale }) => {
    const holder = await db.user.findFirst({
      where: { emailKey: emailKeyOf(to), activatedAt: { not: null } },
      select: { email: true, locale: true },
    });
    const nonce = await mintConfirmation(db, { userId, to, now: clock() });
    if (nonce === null) return null;
    if (holder !== null) {
      const holderLocale = localeOf(holder.locale);
      const logInLink = config.publicUrl + pathOf('logIn', holderLocale);
      const wanted = { kind: 'addressWanted', locale: holderLocale, data: { logInLink } } as const;
      return { to: holder.email, content: writeEmail(wanted) };
    }
    const link = config.publicUrl + pathOf('confirmEmail', locale, { id: userId, nonce });
    return { to, content: writeEmail({ kind: 'confirmEmail', locale, data: { link } }) };
  },
});

/** To the present address while another is pending, with the link that cancels or undoes. */
export const emailChangeAskedEmail = defineEmail({
  letter: 'emailChangeAsked',
  request: aboutAccount.extend({ to: z.string(), changedAt: z.iso.datetime() }),
  address: async ({ db, config, clock, writeEmail }, { userId, to, locale, changedAt }) => {
    const user = await findAddressee(db, userId);
    if (user === null) return null;
    // Cancelled before the email was sent: there is nothing to tell.
    if (pendingEmailOf(user, clock()) === null && (await hasEmail(db, userId, to))) return null;
    const change = { previousEmail: to, at: new Date(changedAt) };
    const nonce = await mint(db, { userId, purpose: 'email_undo', now: clock(), change });
    if (nonce === null) return null;
    const cancelLink = config.publicUrl + pathOf('undoEmailChange', locale, { id: userId, nonce });
    return {
      to,
      content: writeEmail({ kind: 'emailChangeAsked', locale, data: { cancelLink } }),
    };
  },
});

/** To the previous address, with the link that undoes the change. */
export const emailChangedEmail = defineEmail({
  letter: 'emailChanged',
  request: aboutAccount.extend({ to: z.string(), changedAt: z.iso.datetime() }),
  address: async ({ db, config, clock, writeEmail }, { userId, to, locale, changedAt }) => {
    const user = await findAddressee(db, userId);
    if (user === null) return null;
    const change = { previousEmail: to, at: new Date(changedAt) };
    const nonce = await mint(db, { userId, purpose: 'email_undo', now: clock(), change });
    if (nonce === null) return null;
    const undoLink = config.publicUrl + pathOf('undoEmailChange', locale, { id: userId, nonce });
    return {
      to,
      content: writeEmail({ kind: 'emailChanged', locale, data: { undoLink } }),
    };
  },
});

/** The address is in the request alone: the account is gone. */
export const accountDeletedEmail = defineEmail({
  letter: 'accountDeleted',
  request: z.object({
    to: z.string(),
    /** No longer read; processes of an earlier release require it. */
    firstName: z.string().nullable(),
    locale: z.enum(LOCALES),
  }),
  address: async ({ writeEmail }, { to, locale }) => {
    return { to, content: writeEmail({ kind: 'accountDeleted', locale, data: {} }) };
  },
});

/** To an address that the account had, and that could still take it back when it was deleted. */
export const formerAccountDeletedEmail = defineEmail({
  letter: 'formerAccountDeleted',
  request: z.object({ to: z.string(), locale: z.enum(LOCALES) }),
  address: async ({ writeEmail }, { to, locale }) => {
    return { to, content: writeEmail({ kind: 'formerAccountDeleted', locale, data: {} }) };
  },
});

/** To the address that an undone change takes the account from. */
export const emailChangeUndoneEmail = defineEmail({
  letter: 'emailChangeUndone',
  request: aboutAccount.extend({ to: z.string() }),
  address: async ({ writeEmail }, { to, locale }) => {
    return { to, content: writeEmail({ kind: 'emailChangeUndone', locale, data: {} }) };
  },
});

function findAddressee(db: Db, userId: number) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, activatedAt: true, pendingEmail: true, pendingEmailUntil: true },
  });
}

/** A new link token; null where the account is gone or the change undone. */
function mint(db: Db, token: NewToken): Promise<string | null> {
  const { userId, change } = token;
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return null;
    if (change !== undefined && (await isChangeUndone(tx, userId, change.at))) return null;
    return mintToken(tx, token);
  });
}

/** A token for an address that is still pending, which then stays so as long as the link works. */
function mintConfirmation(
  db: Db,
  { userId, to, now }: { userId: number; to: string; now: Date },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const user = await tx.user.findUnique({
      where: { id: userId },
      select: { pendingEmail: true, pendingEmailUntil: true },
    });
    if (user === null || pendingEmailOf(user, now) !== to) return null;
    const pendingEmailUntil = expiryOf('email_confirm', now);
    await tx.user.update({
      where: { id: userId },
      data: { pendingEmailUntil },
      select: { id: true },
    });
    return mintToken(tx, { userId, purpose: 'email_confirm', now, newEmail: to });
  });
}
