import { createTransport } from 'nodemailer';

import { createBreaker } from './breaker.ts';
import type { AddressedLetter, Delivery, Mailer } from './mailer.ts';

export type SmtpTimeouts = { connectMs: number; greetingMs: number; socketMs: number };

export type SmtpOptions = {
  /** `smtp://user:password@host:587`, or `smtps://…`; nodemailer's options may follow as a query. */
  url: string;
  /** The sender, `Name <address>`. */
  from: string;
  timeouts?: SmtpTimeouts;
  /** Milliseconds of any steady clock. */
  now?: () => number;
};

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, socketMs: 30_000 };
const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 60_000;

/** A mailer that speaks SMTP, one connection a letter, and leaves an absent server alone for a minute. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { url, from, timeouts = TIMEOUTS, now = performance.now.bind(performance) } = options;
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    // Letters are texts: nothing is ever read from a disk or another host to write one.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const breaker = createBreaker({ failures: FAILURES_BEFORE_PAUSE, pauseMs: PAUSE_MS, now });

  async function send(letter: AddressedLetter): Promise<Delivery> {
    if (![letter.to, letter.replyTo ?? letter.to].every(isPlainAddress)) {
      return { kind: 'refused', reason: 'address' };
    }
    if (breaker.isOpen()) return { kind: 'postponed', reason: 'paused' };
    try {
      await transport.sendMail(envelopeOf(letter, from));
      breaker.succeeded();
      return { kind: 'accepted' };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.isServerAway) breaker.failed();
      else breaker.succeeded();
      return { kind: fault.isFinal ? 'refused' : 'postponed', reason: fault.reason };
    }
  }

  return { send };
}

/** One bare address: what could add a recipient, a route or a header to the letter is none. */
function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]+@[\p{L}\d.-]+$/u.test(address);
}

function envelopeOf(
  { to, subject, html, text, replyTo, messageId }: AddressedLetter,
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
    // Keeps holiday notices and other robots from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
}

type Fault = { reason: string; isFinal: boolean; isServerAway: boolean };

/** The commands whose refusal concerns this letter or its recipient, and not us or the server. */
const LETTER_COMMANDS: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

function faultOf(error: unknown): Fault {
  const { code, command, responseCode } = readFault(error);
  if (responseCode === undefined) {
    return { reason: code ?? 'unknown', isFinal: false, isServerAway: true };
  }
  return {
    reason: `smtp_${responseCode}`,
    isFinal: responseCode >= 500 && LETTER_COMMANDS.has(command ?? ''),
    isServerAway: responseCode === 421,
  };
}

type SmtpFault = { code?: string; command?: string; responseCode?: number };

function readFault(error: unknown): SmtpFault {
  if (!(error instanceof Error)) return {};
  const fault: SmtpFault = {};
  if ('code' in error && typeof error.code === 'string') fault.code = error.code;
  if ('command' in error && typeof error.command === 'string') fault.command = error.command;
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    fault.responseCode = error.responseCode;
  }
  return fault;
}
