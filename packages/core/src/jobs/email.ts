import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Prisma, type Db, type Tx } from '@agres/db/db';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import { emailKeyOf } from '@agres/domain/users';
import type { EmailData, EmailKind } from '@agres/mail/emails';
import type { EmailContent } from '@agres/mail/mailer';
import { z } from 'zod';

import { eraseRows, type RetentionRule } from '../run-retention.ts';
import { defineJob, DONE, enqueue, type Job, type JobDeps, type JobOutcome } from './job.ts';
import { MAX_ATTEMPTS, PERSONAL, takeTurn } from './queue.ts';

type OutgoingEmail = { to: string; content: EmailContent };

type EmailToWrite<Kind extends EmailKind> = {
  to: string;
  locale: Locale;
  data: EmailData[Kind];
  /** The template, if a definition chooses between several. */
  kind?: Kind;
  replyTo?: string;
};

/**
 * A type of email. Its content is written when it is sent, so that the database never stores the secrets of
 * its links.
 */
export type Email<Request> = {
  /**
   * The name stored as `letter` in the job's payload and in `email_log`. It must not change, so that jobs
   * enqueued before a deploy are still sent.
   */
  kind: string;
  /** The stored part: enough to look up the rest when the email is sent. */
  request: z.ZodType<Request>;
  send: (deps: JobDeps, payload: unknown, jobId: number) => Promise<JobOutcome>;
};

export const aboutAccount = z.object({ userId: z.int(), locale: z.enum(LOCALES) });
export type AboutAccount = z.output<typeof aboutAccount>;

/**
 * A dummy for addresses without an account. The email is enqueued all the same, so that both cases take the
 * same time; it has no recipient and is not sent.
 */
export const NO_ACCOUNT_ID = 0;

type EmailDefinition<Kind extends EmailKind, Request> = {
  /** The template in `@agres/mail`. */
  kind: Kind;
  /** The stored kind, if several emails have one template. */
  storedAs?: string;
  request: z.ZodType<Request>;
  /** Returns null if there is no recipient any more. */
  address: (deps: JobDeps, request: Request, jobId: number) => Promise<EmailToWrite<Kind> | null>;
  /** Runs after the mail server has accepted the email; again if the process dies before the job is done. */
  onAccepted?: (deps: JobDeps, request: Request) => Promise<void>;
  /** A refusal by the recipient's server raises an alert unless it is `expected`. */
  refusal?: 'expected';
};

/** Defines an email. Its job is done without sending if `address` returns null. */
export function defineEmail<Kind extends EmailKind, Request>({
  kind,
  storedAs = kind,
  request,
  address,
  onAccepted,
  refusal,
}: EmailDefinition<Kind, Request>): Email<Request> {
  const send = async (deps: JobDeps, payload: unknown, jobId: number): Promise<JobOutcome> => {
    const parsed = request.safeParse(payload);
    if (!parsed.success) return UNREADABLE;
    const addressed = await address(deps, parsed.data, jobId);
    if (addressed === null) return SKIPPED;
    const { to, replyTo, ...written } = addressed;
    const content = deps.writeEmail({ kind, ...written });
    const outgoing = { to, content: replyTo === undefined ? content : { ...content, replyTo } };
    const delivered = await deliver(deps, outgoing, {
      jobId,
      kind: storedAs,
      request: Object(parsed.data),
    });
    if (delivered === DONE) await onAccepted?.(deps, parsed.data);
    return delivered.outcome === 'given_up' && refusal === 'expected' ? SKIPPED : delivered;
  };
  return { kind: storedAs, request, send };
}

type MemberEmailDefinition<Kind extends EmailKind, Request extends AboutAccount> = {
  kind: Kind;
  request: z.ZodType<Request>;
  dataOf: (
    deps: JobDeps,
    request: Request,
    firstName: string | null,
  ) => EmailData[Kind] | Promise<EmailData[Kind]>;
};

/**
 * Defines an email that greets the holder of an account by name; it is not sent if the account was deleted.
 */
export function defineMemberEmail<Kind extends EmailKind, Request extends AboutAccount>({
  kind,
  request,
  dataOf,
}: MemberEmailDefinition<Kind, Request>): Email<Request> {
  return defineEmail({
    kind,
    request,
    address: async (deps, about) => {
      const reader = await deps.db.user.findUnique({
        where: { id: about.userId },
        select: { email: true, firstName: true },
      });
      if (reader === null) return null;
      const data = await dataOf(deps, about, reader.firstName);
      return { to: reader.email, locale: about.locale, data };
    },
  });
}

const NOT_SENT = 'not_sent';
const SKIPPED: JobOutcome = { outcome: 'done', note: NOT_SENT };
const UNREADABLE: JobOutcome = { outcome: 'given_up', reason: 'unreadable payload' };
const UNKNOWN: JobOutcome = { outcome: 'given_up', reason: 'unknown email' };

type SendInput = { jobId: number; kind: string; request: Readonly<Record<string, unknown>> };

async function deliver(
  deps: JobDeps,
  { to, content }: OutgoingEmail,
  { jobId, ...sending }: SendInput,
): Promise<JobOutcome> {
  const { mailer, config, log } = deps;
  // guard: a copy sends no email to people of the original
  if (!(await mayReach(deps, to))) return SKIPPED;
  // The id is the same for every attempt of a job, so that mailboxes drop duplicates.
  const messageId = `job-${jobId}@${new URL(config.publicUrl).hostname}`;
  const delivery = await mailer.send({ ...content, to, messageId });
  switch (delivery.kind) {
    case 'accepted':
      log.info({ letter: sending.kind, messageId }, 'email sent');
      await logEmail(deps, { ...sending, messageId, content, outcome: 'accepted' });
      return DONE;
    case 'postponed': {
      // guard: an unreachable mail server does not use up an attempt of an email
      const outcome = delivery.isUnreached === true ? 'unreached' : 'postponed';
      return { outcome, reason: delivery.reason };
    }
    case 'refused':
      log.info({ letter: sending.kind, messageId, reason: delivery.reason }, 'email refused');
      await logEmail(deps, { ...sending, messageId, content, outcome: 'refused' });
      return {
        outcome: 'given_up',
        reason: delivery.reason,
        // Anyone can enter an address that no mail server accepts.
        ...(delivery.reason === 'too_large' ? {} : { by: 'recipient' as const }),
      };
  }
}

/**
 * Whether this installation emails an address. A copy emails only the shop itself and the accounts and staff
 * that it has created: all other addresses in it are of people of the original.
 */
async function mayReach(
  { db, config, alertEmail, installation: { copiedAt } }: JobDeps,
  to: string,
): Promise<boolean> {
  if (copiedAt === null || to === alertEmail || to === config.contactEmail) return true;
  const createdAt = { gte: copiedAt };
  const members = await db.user.count({ where: { createdAt, emailKey: emailKeyOf(to) } });
  const staff = await db.staff.count({ where: { createdAt, email: to } });
  return members + staff > 0;
}

type EmailLogEntry = Omit<SendInput, 'jobId'> & {
  messageId: string;
  content: EmailContent;
  outcome: 'accepted' | 'refused';
};

/** Never throws, because a retry would send the email again. */
async function logEmail(
  { db, log }: JobDeps,
  { kind, request, messageId, content, outcome }: EmailLogEntry,
): Promise<void> {
  const subject = subjectOf(request);
  const textHash = createHash('sha256').update(content.text).digest();
  await db.emailLog
    .create({
      data: {
        letter: kind,
        subjectKind: subject?.kind ?? null,
        subjectId: subject?.id ?? null,
        messageId,
        outcome,
        textHash: new Uint8Array(textHash),
      },
      select: { id: true },
    })
    .catch((error: unknown) => log.warn({ letter: kind, err: error }, 'an email was not logged'));
}

/** The first of these ids in a request is the subject. */
const SUBJECTS = [
  ['declarationId', 'declaration'],
  ['refundId', 'refund'],
  ['orderId', 'order'],
  ['subscriptionId', 'subscription'],
  ['contactMessageId', 'contact_message'],
  ['userId', 'user'],
] as const;

function subjectOf(request: SendInput['request']): { kind: string; id: string } | null {
  for (const [field, kind] of SUBJECTS) {
    const id = request[field];
    if (typeof id === 'number' || typeof id === 'string') return { kind, id: String(id) };
  }
  return null;
}

/**
 * Enqueues an email in the transaction of its change; see `enqueue`. A given-up email is not revived: later
 * checks must not retry a mailbox that no longer exists.
 */
export async function enqueueEmail<Request extends object>(
  tx: Db | Tx,
  {
    email: { kind },
    request,
    dedupe,
    inSeconds = 0,
  }: {
    email: Pick<Email<Request>, 'kind' | 'request'>;
    request: NoInfer<Request>;
    dedupe?: string;
    inSeconds?: number;
  },
): Promise<void> {
  const payload = { letter: kind, ...request };
  const once = dedupe === undefined ? {} : { dedupe, ifGivenUp: 'leave' as const };
  await enqueue(tx, { job: MAIL, payload, inSeconds, ...once });
}

/** The state of an email to cancel. `left`: the mail server has it. `not_sent`: it had no recipient. */
export type EmailFate = 'taken_back' | 'not_sent' | 'under_way' | 'left' | 'given_up';

const TAKEN_BACK = 'taken_back';

/**
 * Cancels the email with this `dedupe` key, unless a worker is sending or has sent it. A second call returns
 * the same. An unknown email counts as `left`.
 */
export async function takeBackEmail(tx: Db | Tx, dedupe: string): Promise<EmailFate> {
  // The job remains, because a repeated correction would take a missing email for a sent one.
  await tx.$executeRaw`
    UPDATE job SET done_at = clock_timestamp(), last_error = ${TAKEN_BACK},
      payload = payload - ${PERSONAL}::text[]
    WHERE dedupe = ${dedupe} AND done_at IS NULL AND dead_at IS NULL AND locked_by IS NULL`;
  const job = await tx.job.findUnique({
    where: { dedupe },
    select: { doneAt: true, deadAt: true, lastError: true },
  });
  if (job === null) return 'left';
  const { doneAt, deadAt, lastError } = job;
  if (deadAt !== null) return 'given_up';
  if (doneAt === null) return 'under_way';
  return lastError === TAKEN_BACK || lastError === NOT_SENT ? lastError : 'left';
}

/** Sends an email later after all that had no recipient when it was due. Other emails stay as they are. */
export async function requeueSkippedEmail(
  tx: Tx,
  { dedupe, inSeconds }: { dedupe: string; inSeconds: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET done_at = NULL, last_error = NULL, attempts = 0,
      run_at = now() + make_interval(secs => ${inSeconds}::float8)
    WHERE dedupe = ${dedupe} AND last_error = ${NOT_SENT}`;
}

/**
 * SQL for a given-up email that the recipient's server refused: no person can mend its address. An email that
 * was only postponed is given up at the last attempt.
 */
export const IS_REFUSED_BY_RECIPIENT = Prisma.sql`(kind = 'mail' AND attempts < ${MAX_ATTEMPTS}::int
  AND coalesce(last_error = 'address' OR last_error LIKE 'smtp_%', false))`;

const MAIL = { kind: 'mail', payload: z.looseObject({ letter: z.string() }) };

/** Deletes the unsent emails about these accounts. */
export async function withdrawEmails(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job
    WHERE kind = ${MAIL.kind} AND done_at IS NULL
      AND payload->>'userId' = ANY(${userIds.map(String)}::text[])`;
}

/** How many overdue emails are sent per second: the mail server may refuse a burst. */
const LATE_PER_SECOND = 5;

/** Returns the job that sends these emails; it limits the rate of overdue ones. */
export function emailJob(emails: readonly Email<unknown>[]): Job<{ letter: string }> {
  const byName = new Map(emails.map((email) => [email.kind, email]));
  // Turns are taken one after the other, so that they follow the order of the jobs.
  let taking: Promise<unknown> = Promise.resolve();
  const untilTurn = async (db: Db) => {
    const take = () => takeTurn(db, MAIL.kind, LATE_PER_SECOND);
    const taken = taking.then(take, take);
    taking = taken;
    await sleep(await taken);
  };
  return defineJob({
    ...MAIL,
    letters: [...byName.keys()],
    pacesLate: true,
    run: async (deps, payload, { id, isPaced }) => {
      // guard: late emails are sent at a limited rate
      if (isPaced) await untilTurn(deps.db);
      return (await byName.get(payload.letter)?.send(deps, payload, id)) ?? UNKNOWN;
    },
  });
}

export const emailRetention: readonly RetentionRule[] = [
  {
    name: 'sent_emails',
    run: ({ db }) =>
      eraseRows(db, 'email_log', {
        where: Prisma.sql`at < now() - make_interval(years => ${RETENTION.emailLogYears}::int)`,
      }),
  },
  {
    name: 'emails_given_up',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM job WHERE kind = ${MAIL.kind}
        AND dead_at < now() - make_interval(years => ${RETENTION.failedEmailYears}::int)`,
  },
];
