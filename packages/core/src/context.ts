import type { Db } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import type { Payments } from '@agres/payments/payments';

import type { ContractTexts } from './contract-texts.ts';
import type { Resolver } from './email-domain.ts';
import type { Installation } from './installation.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { Passwords } from './session/password.ts';
import type { Session, StartedSession } from './session/session.ts';

/** Structured log lines: fields first, then the event. Never an email, token or address. */
export type Log = Record<
  'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (fields: object, event: string) => void
>;

/** The settings of the procedures. */
export type ApiConfig = {
  /** Origin of the site, without a slash at its end; links in emails start with it. */
  publicUrl: string;
  /** `strict` never tells whether an address has an account (contract, section 4). */
  accountPrivacy: 'spec' | 'strict';
  /** `dns` refuses addresses whose domain does not exist. */
  emailDomainCheck: 'dns' | 'off';
  /** `relaxed` is for test suites that register dozens of people from one address. */
  rateLimit: 'strict' | 'relaxed';
  /** Where messages of the contact form go. */
  contactEmail: string;
  /**
   * Key of HMACs: over personal data, so that logs and rows can identify a person without naming them, and
   * of device cookies and CSRF tokens.
   */
  appSecret: string;
};

/** How long a lease lasts, and how long of that its step may talk to the provider. */
export type LeaseTimes = {
  leaseSeconds: number;
  /** The rest is for the transactions before, between and after the calls. */
  callsMs: number;
};

/** The dependencies of the procedures. One object for the whole process. */
export type Deps = {
  db: Db;
  payments: Payments;
  config: ApiConfig;
  /** Goes into the metadata of everything made at the provider. */
  installation: Installation;
  contractTexts: ContractTexts;
  /** Names this process, until it ends, as the holder of leases. */
  processId: string;
  leaseTimes: LeaseTimes;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  /** Knows whether an e-mail domain exists. */
  resolver: Resolver;
  /** Limits the concurrent purchases of this process. */
  purchaseConcurrency: ConcurrencyLimit;
  log: Log;
  clock: () => Date;
  /** Tells the job worker of this process that a transaction with a job in it was committed. */
  wakeJobs: () => void;
  /** Has the background of this process send now what refunds were requested. */
  wakeRefunds: () => void;
};

/** How a call came: as `/api/…`, as `/trpc/…`, or from the rendering of a page in this process. */
export type Transport = 'rest' | 'rpc' | 'page';

/** One call: its caller, and what it may tell the transport. */
export type Context = {
  deps: Deps;
  /** Carries the request id. */
  log: Log;
  requestId: string;
  clientIp: string;
  /** The values of the device cookie, as sent: one may show that this browser signed in before. */
  devices: readonly string[];
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
  /** Gives the caller a device cookie. */
  setDevice: (value: string) => void;
  /** To be called after a change of the public content: the next read asks for its version. */
  contentChanged: () => void;
  setHeader: (name: string, value: string) => void;
  /** Runs a task once the answer is sent; never if the socket closed before. */
  afterAnswer: (task: () => Promise<void>) => void;
};

/** A call of a signed-in member. */
export type MemberContext = Context & { session: Session };
