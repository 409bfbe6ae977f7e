import { aboutAccount, defineEmail, type AboutAccount } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import type { RateLimiter } from '@agres/core/limits/rate-limit';
import { lockUser } from '@agres/core/session/row-locks';
import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { LOCALES, localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { RETENTION } from '@agres/domain/retention';
import { emailKeyOf } from '@agres/domain/users';
import { z } from 'zod';

import { expiryOf, mintToken, type NewToken } from './link-token.ts';
import { hasEmail, isChangeUndone, pendingEmailOf } from './pending-email.ts';

const DAY_MS = 86_400_000;

export type AccountEmail = {
  emailKey: string;
  request: AboutAccount;
  /** Limits the emails. Absent for the owner's command line, which is not limited. */
  rateLimiter?: RateLimiter;
};

/*
 * Each attempt to send an email generates the secret of its link, so that the database stores none. No email
 * greets by name: the reader of the mailbox and the holder of the account, who chose the name, may be two
 * people.
 */

type LinkKind =
  | 'activation'
  | 'activationAgain'
  | 'passwordRecovery'
  | 'addressTaken'
  | 'passwordChanged'
  | 'emailChangeAsked'
  | 'emailChanged';

/**
 * Defines an email with a link to `path`; `to` defaults to the account's address. It is not sent if the
 * account or the path is missing.
 */
const defineLinkEmail = <Request extends AboutAccount & { to?: string }>(
  kind: LinkKind,
  request: z.ZodType<Request>,
  path: (deps: JobDeps, request: Request, user: Addressee) => Promise<string | null>,
) =>
  defineEmail({
    kind,
    request,
    address: async (deps, about) => {
      const user = await findAddressee(deps.db, about.userId);
      if (user === null) return null;
      const target = await path(deps, about, user);
      if (target === null) return null;
      const data = { link: deps.config.publicUrl + target };
      return { to: about.to ?? user.email, locale: about.locale, data };
    },
  });

async function activationPath(
  { db, clock }: JobDeps,
  { userId, locale }: AboutAccount,
  { activatedAt }: Addressee,
): Promise<string | null> {
  if (activatedAt !== null) return null;
  const nonce = await mint(db, { userId, purpose: 'activation', now: clock() });
  return nonce === null ? null : pathOf('activation', locale, { id: userId, nonce });
}

export const activationEmail = defineLinkEmail('activation', aboutAccount, activationPath);
export const activationAgainEmail = defineLinkEmail(
  'activationAgain',
  aboutAccount,
  activationPath,
);

export const passwordRecoveryEmail = defineLinkEmail(
  'passwordRecovery',
  aboutAccount,
  async ({ db, clock }, { userId, locale }) => {
    const retrieve = await mint(db, { userId, purpose: 'password_recovery', now: clock() });
    return retrieve === null ? null : pathOf('passwordRecovery', locale, { id: userId, retrieve });
  },
);

const aboutAddress = aboutAccount.extend({ to: z.string() });
type AboutAddress = z.output<typeof aboutAddress>;

const logInPath = async (_deps: JobDeps, { locale }: AboutAccount) => pathOf('logIn', locale);

/** Warns the holder of an address that a sign-up used it. */
export const addressTakenEmail = defineLinkEmail('addressTaken', aboutAccount, logInPath);

export const passwordChangedEmail = defineLinkEmail('passwordChanged', aboutAddress, logInPath);

/** Reports an export of the account's data to its address, in case a third party made it. */
export const dataDownloadedEmail = defineEmail({
  kind: 'dataDownloaded',
  request: aboutAddress,
  address: async ({ config }, { to, locale }) => {
    const link = config.publicUrl + pathOf('logIn', locale);
    return { to, locale, data: { link } };
  },
});

/**
 * Warns the owner of an unused account before its deletion, which requires that a mail server accepted this
 * email; delivery to the mailbox cannot be known.
 */
export const accountUnusedEmail = defineEmail({
  kind: 'accountUnused',
  request: aboutAccount,
  address: async ({ db, config, clock }, { userId, locale }) => {
    const user = await db.user.findUnique({
      where: { id: userId },
      select: { email: true, inactivityEmailOn: true },
    });
    // Nothing is sent if the person has logged in since.
    if (user === null || user.inactivityEmailOn === null) return null;
    const days = RETENTION.unusedAccountNoticeDays;
    const data = {
      years: RETENTION.unusedAccountYears,
      keptUntil: new Date(clock().getTime() + days * DAY_MS).toISOString(),
      logInLink: config.publicUrl + pathOf('logIn', locale),
    };
    return { to: user.email, locale, data };
  },
  onAccepted: async ({ db }, { userId }) => {
    await db.$executeRaw`
      UPDATE users SET inactivity_email_accepted_at = clock_timestamp()
      WHERE id = ${userId}::int AND inactivity_email_on IS NOT NULL`;
  },
  refusal: 'expected',
});

/**
 * Sends a pending address the link that confirms it. If an activated account has the address, its holder gets
 * an email without a link instead; the caller gets the same answer.
 */
export const confirmEmailEmail = defineEmail<'confirmEmail' | 'addressWanted', AboutAddress>({
  kind: 'confirmEmail',
  request: aboutAddress,
  address: async ({ db, config, clock }, { userId, to, locale }) => {
    const holder = await db.user.findFirst({
      where: { emailKey: emailKeyOf(to), activatedAt: { not: null } },
      select: { email: true, locale: true },
    });
    const nonce = await mintConfirmation(db, { userId, to, now: clock() });
    if (nonce === null) return null;
    if (holder !== null) {
      const holderLocale = localeOf(holder.locale);
      const data = { link: config.publicUrl + pathOf('logIn', holderLocale) };
      return { kind: 'addressWanted', to: holder.email, locale: holderLocale, data };
    }
    const link = config.publicUrl + pathOf('confirmEmail', locale, { id: userId, nonce });
    return { to, locale, data: { link } };
  },
});

const aboutEmailChange = aboutAccount.extend({ to: z.string(), changedAt: z.iso.datetime() });

async function undoPath(
  { db, clock }: JobDeps,
  { userId, to, locale, changedAt }: z.output<typeof aboutEmailChange>,
): Promise<string | null> {
  const change = { previousEmail: to, at: new Date(changedAt) };
  const nonce = await mint(db, { userId, purpose: 'email_undo', now: clock(), change });
  return nonce === null ? null : pathOf('undoEmailChange', locale, { id: userId, nonce });
}

/** Reports a pending change to the present address, with the link that cancels or undoes it. */
export const emailChangeAskedEmail = defineLinkEmail(
  'emailChangeAsked',
  aboutEmailChange,
  async (deps, about, user) => {
    const { db, clock } = deps;
    // The change may have been cancelled before the email was sent.
    const isPending = pendingEmailOf(user, clock()) !== null;
    if (!isPending && (await hasEmail(db, about.userId, about.to))) return null;
    return undoPath(deps, about);
  },
);

/** Reports a completed change to the previous address, with the link that undoes it. */
export const emailChangedEmail = defineLinkEmail('emailChanged', aboutEmailChange, undoPath);

type Addressed = { to: string; locale: Locale };

/**
 * Defines an email without a link or other data. The job's request contains the address, because the account
 * may no longer exist.
 */
const definePlainEmail = <Request extends Addressed>(
  kind: 'accountDeleted' | 'formerAccountDeleted' | 'emailChangeUndone',
  request: z.ZodType<Request>,
) =>
  defineEmail({
    kind,
    request,
    address: async (_deps, { to, locale }) => ({ to, locale, data: {} }),
  });

const toAddress = z.object({ to: z.string(), locale: z.enum(LOCALES) });

export const accountDeletedEmail = definePlainEmail('accountDeleted', toAddress);

/** Reports the deletion to a former address that could still have taken the account back. */
export const formerAccountDeletedEmail = definePlainEmail('formerAccountDeleted', toAddress);

export const emailChangeUndoneEmail = definePlainEmail('emailChangeUndone', aboutAddress);

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>;

function findAddressee(db: Db, userId: number) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, activatedAt: true, pendingEmail: true, pendingEmailUntil: true },
  });
}

/** Returns null if the account no longer exists or the change was undone. */
function mint(db: Db, token: NewToken): Promise<string | null> {
  const { userId, change } = token;
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return null;
    if (change !== undefined && (await isChangeUndone(tx, userId, change.at))) return null;
    return mintToken(tx, token);
  });
}

/** Returns null unless the address is still pending; extends the pending time to the link's expiry. */
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
