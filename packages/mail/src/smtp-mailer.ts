import { isLoopbackHost } from '@agres/domain/loopback';
import { createTransport } from 'nodemailer';

import { createBreaker } from './breaker.ts';
import {
  ATTACHMENT_LIMITS,
  type AddressedEmail,
  type Attachment,
  type Delivery,
  type Mailer,
} from './mailer.ts';

export type SmtpTimeouts = { connectMs: number; greetingMs: number; socketMs: number };

export type SmtpOptions = {
  /**
   * The server's URL: `smtp://user:password@host:587` or `smtps://…`. The query may set nodemailer's options.
   */
  url: string;
  /** The sender, as `Name <address>`. */
  from: string;
  /** `off` permits sending emails and the password to another machine unencrypted. */
  tls?: 'required' | 'off';
  timeouts?: SmtpTimeouts;
  /** A monotonic clock, in ms. */
  now?: () => number;
};

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, socketMs: 30_000 };
const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 60_000;

/**
 * Creates an SMTP mailer with one connection per email, which pauses for a minute while the server is
 * unreachable. Another machine must offer TLS, regardless of the query of `url`: otherwise the email is
 * postponed (`no_tls`), unless `tls` is `off`. Refuses an email above `ATTACHMENT_LIMITS` (`too_large`).
 */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from, now = performance.now.bind(performance) } = options;
  const transport = transportOf(options);
  const breaker = createBreaker({ failures: FAILURES_BEFORE_PAUSE, pauseMs: PAUSE_MS, now });

  async function send(email: AddressedEmail): Promise<Delivery> {
    if (![email.to, email.replyTo ?? email.to].every(isPlainAddress)) {
      return { kind: 'refused', reason: 'address' };
    }
    const files = (email.attachments ?? []).map(fileOf);
    // guard: an email over the size limit is refused
    if (areTooLarge(files)) return { kind: 'refused', reason: 'too_large' };
    if (breaker.isOpen()) return { kind: 'postponed', reason: 'paused', isUnreached: true };
    try {
      await transport.sendMail({ ...envelopeOf(email, from), attachments: files });
      breaker.succeeded();
      return { kind: 'accepted' };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.isServerAway) breaker.failed();
      else breaker.succeeded();
      const { reason } = fault;
      if (fault.isFinal) return { kind: 'refused', reason };
      return isUnreached(error)
        ? { kind: 'postponed', reason, isUnreached: true }
        : { kind: 'postponed', reason };
    }
  }

  return { send };
}

/**
 * Connects and logs in as for an email, but sends nothing. Returns null, or an error code without a name or
 * password.
 */
export async function checkSmtp(
  options: Pick<SmtpOptions, 'url' | 'tls' | 'timeouts'>,
): Promise<string | null> {
  const transport = transportOf(options);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return faultOf(error).reason;
  } finally {
    transport.close();
  }
}

function transportOf({
  url,
  tls,
  timeouts = TIMEOUTS,
}: Pick<SmtpOptions, 'url' | 'tls' | 'timeouts'>) {
  const isProtected = tls !== 'off' && !isLoopbackHost(new URL(url).hostname);
  return createTransport({
    // guard: email to another machine requires TLS
    url: isProtected ? withTlsRequired(url) : url,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    // Emails need neither local files nor other hosts.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The query overrides every other option of the transport. */
function withTlsRequired(url: string): string {
  const required = new URL(url);
  required.searchParams.set('requireTLS', 'true');
  return required.href;
}

/** A bare address cannot add a recipient, a route or a header. */
function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]+@[\p{L}\d.-]+$/u.test(address);
}

function envelopeOf(
  { to, subject, html, text, replyTo, messageId, endLink }: AddressedEmail,
  from: string,
) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subject.replaceAll(/[\s\p{C}]+/gu, ' ').trim(),
    html,
    text,
    messageId: `<${messageId}>`,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(endLink === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${endLink}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    xMailer: false as const,
  };
}

type File = ReturnType<typeof fileOf>;

function fileOf({ fileName, text }: Attachment) {
  return {
    // The name has no path separators or line breaks. Its extension determines the type on the reader's
    // system.
    filename: fileName.replaceAll(/[\s\p{C}/\\:]+/gu, ' ').trim(),
    content: Buffer.from(text.replaceAll(/\r\n?|\n/g, '\r\n'), 'utf8'),
    contentType: 'text/plain; charset=utf-8',
    // Base64 preserves evidence byte for byte: mail servers may wrap and trim unencoded text.
    contentTransferEncoding: 'base64' as const,
  };
}

function areTooLarge(files: readonly File[]): boolean {
  const totalBytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  return files.length > ATTACHMENT_LIMITS.count || totalBytes > ATTACHMENT_LIMITS.totalBytes;
}

type Fault = { reason: string; isFinal: boolean; isServerAway: boolean };

/** A rejection of these commands concerns the email or its recipient, not the sender or the server. */
const EMAIL_COMMANDS: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

function faultOf(error: unknown): Fault {
  const { code, command, responseCode, response = '' } = readFault(error);
  if (code === 'ETLS') return { reason: 'no_tls', isFinal: false, isServerAway: false };
  if (responseCode === undefined) {
    return { reason: code ?? 'unknown', isFinal: false, isServerAway: true };
  }
  return {
    reason: `smtp_${responseCode}`,
    isFinal: EMAIL_COMMANDS.has(command ?? '') && isAboutEmail(responseCode, response),
    isServerAway: responseCode === 421,
  };
}

/**
 * Replies that, without an enhanced code, say that the mailbox or the email is at fault (RFC 5321, 4.2.3).
 */
const EMAIL_REPLIES: ReadonlySet<number> = new Set([550, 551, 552, 553]);
/**
 * Matches statuses about address, mailbox, size and content (RFC 3463). Others, such as "relay denied", may
 * be about the sender.
 */
const EMAIL_STATUS = /^5\.(?:[126]\.\d+|3\.4)$/;

function isAboutEmail(responseCode: number, response: string): boolean {
  if (responseCode < 500) return false;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return status === undefined ? EMAIL_REPLIES.has(responseCode) : EMAIL_STATUS.test(status);
}

/** Whether the host was not found or refused the connection, so that this email cannot be the cause. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'EDNS') return true;
  if ('syscall' in error) return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  return error.message === 'Connection timeout';
}

type SmtpFault = { code?: string; command?: string; responseCode?: number; response?: string };

function readFault(error: unknown): SmtpFault {
  if (!(error instanceof Error)) return {};
  const fault: SmtpFault = {};
  if ('code' in error && typeof error.code === 'string') fault.code = error.code;
  if ('command' in error && typeof error.command === 'string') fault.command = error.command;
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    fault.responseCode = error.responseCode;
  }
  if ('response' in error && typeof error.response === 'string') fault.response = error.response;
  return fault;
}
