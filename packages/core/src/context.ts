import type { Db } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import type { User } from '@agres/domain/shapes';
import type { Payments } from '@agres/payments/payments';

import type { ContractTexts } from './contract-texts.ts';
import type { Resolver } from './email-domain.ts';
import type { Installation } from './installation.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { Passwords } from './session/password.ts';
import type { Session, StartedSession } from './session/session.ts';

/**
 * Structured log lines: the fields come first, then the event. Neither may contain an email, token or
 * address.
 */
export type Log = Record<
  'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (fields: object, event: string) => void
>;

/** Logs nothing. */
export const SILENT_LOG: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

export type ApiConfig = {
  /** Has no trailing slash; links in emails start with it. */
  publicUrl: string;
  /** `strict` never reveals whether an address has an account (docs/api/accounts.md). */
  accountPrivacy: 'spec' | 'strict';
  /** `dns` refuses addresses whose domain cannot receive mail. */
  emailDomainCheck: 'dns' | 'off';
  /** `relaxed` is for test suites that register dozens of accounts from one address. */
  rateLimit: 'strict' | 'relaxed';
  contactEmail: string;
  /**
   * Key of the HMACs over personal data, device cookies and CSRF tokens. By these HMACs, logs and rows
   * identify a person without naming them.
   */
  appSecret: string;
};

export type LeaseTimes = {
  leaseSeconds: number;
  /**
   * How long within the lease a step may call the payment provider. The rest is for the transactions before,
   * between and after the calls.
   */
  callsMs: number;
};

export type Deps = {
  db: Db;
  payments: Payments;
  config: ApiConfig;
  installation: Installation;
  contractTexts: ContractTexts;
  /** Names this process as a lease holder; changes with every start. */
  processId: string;
  leaseTimes: LeaseTimes;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  resolver: Resolver;
  purchaseConcurrency: ConcurrencyLimit;
  log: Log;
  clock: () => Date;
  /** Wakes this process's job worker. Call it after the commit of a transaction that enqueued a job. */
  wakeJobs: () => void;
  /** Makes this process's background work send requested refunds now. */
  wakeRefunds: () => void;
};

/** The transport of a call: `/api/…`, `/trpc/…`, or server-side rendering of a page in this process. */
export type Transport = 'rest' | 'rpc' | 'page';

export type OwnAccount = {
  user: User;
  /** Whether the profile has yet to greet the owner: this is the session of the first log-in. */
  isToGreet: boolean;
};

export type Context = {
  deps: Deps;
  log: Log;
  requestId: string;
  clientIp: string;
  /** The device cookies, as sent; one of them may prove that this browser has signed in before. */
  devices: readonly string[];
  transport: Transport;
  /** The language of texts for the caller: the page's over tRPC, the account's over REST. */
  locale: Locale;
  session: Session | null;
  /** Returns the caller's account as it was when the call began; null if signed out. */
  readAccount: () => Promise<OwnAccount | null>;
  idempotencyKey: string | undefined;
  setSession: (started: StartedSession) => void;
  clearSession: () => void;
  setDevice: (value: string) => void;
  /** Call it after changing public content: the next read checks the content version. */
  contentChanged: () => void;
  setHeader: (name: string, value: string) => void;
  /** Runs a task after the response is sent; never if the socket was closed before that. */
  afterAnswer: (task: () => Promise<void>) => void;
};

export type MemberContext = Context & { session: Session };
