import type { Db } from '@shop/db/db';
import type { Locale } from '@shop/domain/locale';
import type { Payments } from '@shop/payments/payments';

import type { RateLimiter } from './rate-limit.ts';
import type { Slots } from './slots.ts';
import type { Resolver } from './users/mail-domain.ts';
import type { Passwords } from './users/password.ts';
import type { Session, StartedSession } from './users/session.ts';

/** Structured log lines: fields first, then what happened. Never an e-mail, token or address. */
export type Log = Record<
  'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (fields: object, event: string) => void
>;

/** What the environment decides for the procedures. */
export type ApiConfig = {
  /** Origin of the site, without a slash at its end; links in letters start with it. */
  publicUrl: string;
  /** `strict` never tells whether an address has an account (contract, section 4). */
  accountPrivacy: 'spec' | 'strict';
  /** `dns` refuses addresses whose domain does not exist. */
  emailDomainCheck: 'dns' | 'off';
  /** `relaxed` leaves room for test suites that register dozens of people from one address. */
  rateLimit: 'strict' | 'relaxed';
  /** Where messages of the contact form go. */
  contactEmail: string;
  /** Keys HMACs over personal data, so that logs and limits can name a person without telling who. */
  appSecret: string;
};

/** What the procedures need from outside. One object for the whole process. */
export type Deps = {
  db: Db;
  payments: Payments;
  config: ApiConfig;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  /** Knows whether an e-mail domain exists. */
  resolver: Resolver;
  /** Where purchases of this process take their turn. */
  purchaseSlots: Slots;
  log: Log;
  /** The present moment. */
  clock: () => Date;
  /** Tells the job worker of this process that a transaction with a job in it was committed. */
  wakeJobs: () => void;
};

/** How a call came: as `/api/…`, as `/trpc/…`, or from the rendering of a page in this process. */
export type Transport = 'rest' | 'rpc' | 'page';

/** What one call knows of its caller, and what it may tell the transport. */
export type Context = {
  deps: Deps;
  /** Carries the request id. */
  log: Log;
  requestId: string;
  clientIp: string;
  transport: Transport;
  /** The language to write to the caller in: the page's over tRPC, the account's over REST. */
  locale: Locale;
  session: Session | null;
  /** The `Idempotency-Key` header, as sent. */
  idempotencyKey: string | undefined;
  /** Gives the caller the cookie of a new session. */
  setSession: (started: StartedSession) => void;
  /** Takes the session cookie away. */
  clearSession: () => void;
  setHeader: (name: string, value: string) => void;
  /** Runs a task once the answer has left for the caller; never if the socket closed before. */
  afterAnswer: (task: () => Promise<void>) => void;
};
