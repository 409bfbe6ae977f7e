import type { Db, Tx } from '@shop/db/db';
import { LOCALES } from '@shop/domain/locale';
import type { EmailContent } from '@shop/mail/mailer';
import { z } from 'zod';

import { enqueue } from './enqueue.ts';
import { defineJob, DONE, type Job, type JobDeps, type JobOutcome } from './job.ts';

/** An email and whom it goes to. */
type Addressed = { to: string; content: EmailContent };

/**
 * An email that a noun has sent. It is written when it is sent: secrets of links are made then, so
 * that none ever lies in the database.
 */
export type Email<Request> = {
  /** Its name in the payload of the job: one written before a deploy is sent after it. */
  letter: string;
  /** What is stored of it: enough to look up the rest. */
  request: z.ZodType<Request>;
  send: (deps: JobDeps, payload: unknown, jobId: number) => Promise<JobOutcome>;
};

/** What emails about an account have to know: whose it is, and the language to write in. */
export const aboutAccount = z.object({ userId: z.int(), locale: z.enum(LOCALES) });
export type AboutAccount = z.output<typeof aboutAccount>;

/**
 * In place of an account's id where an address has none: the email is enqueued all the same, so that
 * both cases take the same time, and finds nobody.
 */
export const NOBODY_ID = 0;

/** Defines an email. `address` answers null where there is nobody left to write to. */
export function defineEmail<Request>({
  letter,
  request,
  address,
}: Pick<Email<Request>, 'letter' | 'request'> & {
  address: (deps: JobDeps, request: Request) => Promise<Addressed | null>;
}): Email<Request> {
  const send = async (deps: JobDeps, payload: unknown, jobId: number): Promise<JobOutcome> => {
    const parsed = request.safeParse(payload);
    if (!parsed.success) return UNREADABLE;
    const addressed = await address(deps, parsed.data);
    return addressed === null ? DONE : deliver(deps, addressed, jobId);
  };
  return { letter, request, send };
}

const UNREADABLE: JobOutcome = { outcome: 'given_up', reason: 'unreadable payload' };
const UNKNOWN: JobOutcome = { outcome: 'given_up', reason: 'unknown email' };

async function deliver(
  { mailer, config }: JobDeps,
  { to, content }: Addressed,
  jobId: number,
): Promise<JobOutcome> {
  // The same for every try of a job, so that mailboxes drop duplicates.
  const messageId = `job-${jobId}@${new URL(config.publicUrl).hostname}`;
  const delivery = await mailer.send({ ...content, to, messageId });
  switch (delivery.kind) {
    case 'accepted':
      return DONE;
    case 'postponed':
      return { outcome: 'postponed', reason: delivery.reason };
    case 'refused':
      return { outcome: 'given_up', reason: delivery.reason };
  }
}

/**
 * Enqueues an email in the transaction of the change that it tells of; see `enqueue`. One that was
 * given up stays so: a mailbox that is gone is not written to each time somebody looks (decision 047).
 */
export async function enqueueEmail<Request extends object>(
  tx: Db | Tx,
  {
    email: { letter },
    request,
    dedupe,
  }: {
    email: Pick<Email<Request>, 'letter' | 'request'>;
    request: NoInfer<Request>;
    dedupe?: string;
  },
): Promise<void> {
  const payload = { letter, ...request };
  const once = dedupe === undefined ? {} : { dedupe, ifGivenUp: 'leave' as const };
  await enqueue(tx, { job: MAIL, payload, ...once });
}

const MAIL = { kind: 'mail', payload: z.looseObject({ letter: z.string() }) };

/** Deletes the emails about these accounts that are not sent yet. */
export async function withdrawEmails(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job
    WHERE kind = ${MAIL.kind} AND done_at IS NULL
      AND payload->>'userId' = ANY(${userIds.map(String)}::text[])`;
}

/** The job that writes these emails and hands them to the mail server. */
export function emailJob(emails: readonly Email<unknown>[]): Job<{ letter: string }> {
  const byName = new Map(emails.map((email) => [email.letter, email]));
  return defineJob({
    ...MAIL,
    run: async (deps, payload, { id }) =>
      (await byName.get(payload.letter)?.send(deps, payload, id)) ?? UNKNOWN,
  });
}
