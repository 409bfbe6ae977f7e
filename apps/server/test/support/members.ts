import { setTimeout as sleep } from 'node:timers/promises';

import type { JobDeps } from '@agres/core/jobs/job';
import { createJobWorker } from '@agres/core/jobs/worker';
import { writeEmail } from '@agres/mail/emails';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import type { ReceivedEmail } from '@agres/mail/received-email';
import { createSmtpMailer } from '@agres/mail/smtp-mailer';
import { JOBS } from '@agres/shop/background-schedule';

import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import type { TestClient } from './client.ts';

export type TestMembersOptions = TestAppOptions & {
  /**
   * Returns the SMTP URL, if emails do not go directly to the mailbox. The mailer then has short timeouts,
   * because the server may be broken.
   */
  smtpUrl?: (mailbox: Mailbox) => Promise<string>;
};

export type TestMembers = {
  app: TestApp;
  jobDeps: JobDeps;
  mailbox: Mailbox;
  emailsTo: (email: string) => ReceivedEmail[];
  /** Waits for the n-th email to an address, from 1. */
  emailTo: (email: string, nth?: number) => Promise<ReceivedEmail>;
  jobsDone: () => Promise<void>;
  retryJobs: () => Promise<void>;
  close: () => Promise<void>;
};

/** How long to wait for an email or a job, in ms: a busy machine is slow. */
const TIMEOUT_MS = 30_000;
const IMPATIENT = { connectMs: 500, greetingMs: 500, socketMs: 500 };

/** Starts a server whose emails arrive in a mailbox. */
export async function startTestMembers(options: TestMembersOptions = {}): Promise<TestMembers> {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const url = options.smtpUrl === undefined ? mailbox.smtpUrl : await options.smtpUrl(mailbox);
  const app = await startTestApp({
    ...options,
    deps: { ...options.deps, wakeJobs: () => worker.wake() },
  });
  const jobDeps: JobDeps = {
    ...app.deps,
    mailer: createSmtpMailer({
      url,
      from: 'Agrès <bonjour@agres.example>',
      ...(options.smtpUrl === undefined ? {} : { timeouts: IMPATIENT }),
    }),
    writeEmail,
    alertEmail: 'alert@agres.example',
  };
  const worker = createJobWorker({ deps: jobDeps, jobs: JOBS, pollMs: 50 });
  worker.start();

  const emailsTo = (email: string) =>
    mailbox
      .emails()
      .filter(({ to }) => to.some((one) => one.toLowerCase() === email.toLowerCase()))
      .toReversed();

  return {
    app,
    jobDeps,
    mailbox,
    emailsTo,
    emailTo: (email, nth = 1) =>
      waitFor(`email ${nth} to ${email}`, async () => emailsTo(email)[nth - 1]),
    jobsDone: async () => {
      await waitFor('jobs to be done', async () => {
        const due = await app.db.job.count({
          where: {
            doneAt: null,
            deadAt: null,
            OR: [{ runAt: { lte: new Date() } }, { lockedUntil: { not: null } }],
          },
        });
        return due === 0 ? true : undefined;
      });
    },
    retryJobs: async () => {
      await app.db
        .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
      worker.wake();
    },
    close: async () => {
      await worker.stop();
      await app.close();
      await mailbox.close();
    },
  };
}

let emails = 0;
/** Returns an address that no other test has. */
export function newEmail(who = 'membre'): string {
  emails += 1;
  return `${who}.${emails}@exemple.fr`;
}

/** Confirms a new address by the link that it received, in the session of its account. */
export async function confirmEmail(
  members: TestMembers,
  client: TestClient,
  email: string,
): Promise<void> {
  const { id, secret: nonce } = linkIn(await members.emailTo(email));
  const { status, text } = await client.put('/api/users/email/confirm', { id, nonce });
  if (status !== 200) throw new Error(`Not confirmed: ${text}`);
}

/** Finds an email's link to a page of this site, with the id and the secret at its end. */
export function linkIn(received: ReceivedEmail): { link: string; id: number; secret: string } {
  const link = received.links.find((candidate) => /\/\d+\/[\w-]+$/.test(candidate));
  const [, id, secret] = /\/(\d+)\/([\w-]+)$/.exec(link ?? '') ?? [];
  if (link === undefined || secret === undefined) throw new Error(`No link in: ${received.text}`);
  return { link, id: Number(id), secret };
}

async function waitFor<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endsAtMs = performance.now() + TIMEOUT_MS;
  while (performance.now() < endsAtMs) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error(`Timed out waiting for: ${what}`);
}
