import { setTimeout as sleep } from 'node:timers/promises';

import type { JobDeps } from '@shop/api/jobs/handlers';
import { createJobWorker } from '@shop/api/jobs/worker';
import { writeLetter } from '@shop/mail/letters';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import type { ReceivedLetter } from '@shop/mail/received-letter';
import { createSmtpMailer } from '@shop/mail/smtp-mailer';

import { startTestApp, type TestApp, type TestAppOptions } from '../testing.ts';

export type TestMembersOptions = TestAppOptions & {
  /** Where letters are sent, if not straight to the mailbox. */
  smtpUrl?: (mailbox: Mailbox) => Promise<string>;
};

/** The server with its jobs under way and a mail server beside it. */
export type TestMembers = {
  app: TestApp;
  mailbox: Mailbox;
  /** The letters that an address got so far, the oldest first. */
  lettersTo: (email: string) => ReceivedLetter[];
  /** Waits for the n-th letter to an address, from 1. */
  letterTo: (email: string, nth?: number) => Promise<ReceivedLetter>;
  /** Waits until no job is left that is due. */
  settle: () => Promise<void>;
  /** Has jobs that rest after a failure tried again now. */
  hurry: () => Promise<void>;
  close: () => Promise<void>;
};

const PATIENCE_MS = 10_000;
const SMTP_TIMEOUTS = { connectMs: 500, greetingMs: 500, socketMs: 500 };

/** Starts a server whose letters arrive. */
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
      timeouts: SMTP_TIMEOUTS,
    }),
    writeLetter,
    alertEmail: 'alert@agres.example',
  };
  const worker = createJobWorker({ deps: jobDeps, pollMs: 50 });
  worker.start();

  const lettersTo = (email: string) =>
    mailbox
      .letters()
      .filter(({ to }) => to.some((one) => one.toLowerCase() === email.toLowerCase()))
      .toReversed();

  return {
    app,
    mailbox,
    lettersTo,
    letterTo: (email, nth = 1) =>
      waitFor(`letter ${nth} to ${email}`, async () => lettersTo(email)[nth - 1]),
    settle: async () => {
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
    hurry: async () => {
      await app.db.$executeRaw`UPDATE job SET run_at = clock_timestamp() WHERE done_at IS NULL`;
      worker.wake();
    },
    close: async () => {
      await worker.stop();
      await app.close();
      await mailbox.close();
    },
  };
}

/** The link of a letter to a page of this site, with the id and the secret at its end. */
export function linkIn(letter: ReceivedLetter): { link: string; id: number; secret: string } {
  const link = letter.links.find((candidate) => /\/\d+\/[\w-]+$/.test(candidate));
  const [, id, secret] = /\/(\d+)\/([\w-]+)$/.exec(link ?? '') ?? [];
  if (link === undefined || secret === undefined) throw new Error(`No link in: ${letter.text}`);
  return { link, id: Number(id), secret };
}

/** Asks again and again until there is an answer. */
async function waitFor<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endsAtMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endsAtMs) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error(`Waited in vain for: ${what}`);
}
