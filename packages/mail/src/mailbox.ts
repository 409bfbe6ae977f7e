import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';

import { isLoopbackHost } from '@agres/domain/loopback';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

import { renderEmailPage, renderListPage, renderSheet } from './mailbox-page.ts';
import { readEmail, type StoredEmail, type ReceivedEmail } from './received-email.ts';

const CAPACITY = 200;
const LOOPBACK = '127.0.0.1';
const MAX_EMAIL_BYTES = 5_000_000;

export type MailboxOptions = {
  /** The port of the SMTP server; 0 uses any free port, here and for `httpPort`. */
  smtpPort: number;
  httpPort: number;
};

/** A mail server for development: accepts every email, delivers none, and shows them in a browser. */
export type Mailbox = {
  /** The value for `SMTP_URL`. */
  smtpUrl: string;
  /** Lists all emails; `/api/letters` returns them as JSON, newest first. */
  url: string;
  emails: () => readonly ReceivedEmail[];
  close: () => Promise<void>;
};

/**
 * Starts the mailbox in memory on loopback. Never use it in production: emails contain links that give access
 * to accounts.
 */
export async function startMailbox({ smtpPort, httpPort }: MailboxOptions): Promise<Mailbox> {
  const shelf = createShelf();
  const smtp = createSmtp(shelf);
  // The server emits this when a client disconnects in the middle of an email. `once` below rejects for a
  // port in use.
  smtp.on('error', () => {});
  const http = createServer((request, response) => answer(shelf, request, response));
  smtp.listen(smtpPort, LOOPBACK);
  http.listen(httpPort, LOOPBACK);
  await Promise.all([once(smtp.server, 'listening'), once(http, 'listening')]);
  return {
    smtpUrl: `smtp://${LOOPBACK}:${portOf(smtp.server)}`,
    url: `http://${LOOPBACK}:${portOf(http)}`,
    emails: shelf.all,
    close: async () => {
      http.closeAllConnections();
      await Promise.all([
        closeServer((done) => smtp.close(done)),
        closeServer((done) => http.close(done)),
      ]);
    },
  };
}

type Shelf = {
  all: () => readonly ReceivedEmail[];
  find: (id: number) => StoredEmail | undefined;
  add: (raw: Uint8Array, to: string[]) => Promise<void>;
  clear: () => void;
};

function createShelf(): Shelf {
  let kept: StoredEmail[] = [];
  let lastId = 0;
  return {
    all: () => kept.map(({ email }) => email),
    find: (id) => kept.find(({ email }) => email.id === id),
    add: async (raw, to) => {
      lastId += 1;
      const added = await readEmail(raw, { id: lastId, receivedAt: new Date(), to });
      kept = [added, ...kept].toSorted((a, b) => b.email.id - a.email.id).slice(0, CAPACITY);
    },
    clear: () => {
      kept = [];
    },
  };
}

function createSmtp(shelf: Shelf): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_EMAIL_BYTES,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? '' }),
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const to = envelope.rcptTo.map((recipient) => recipient.address);
      await shelf.add(await buffer(stream), to);
    }),
  });
}

function answer(shelf: Shelf, request: IncomingMessage, response: ServerResponse): void {
  if (!isForThisMachine(request)) return sendText(response, 403, 'Not known by this name');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (request.method === 'DELETE' && pathname === '/api/letters') {
    shelf.clear();
    return sendJson(response, []);
  }
  if (!isRead) return sendText(response, 405, 'Method not allowed');
  if (pathname === '/') return sendHtml(response, renderListPage(shelf.all()));
  if (pathname === '/api/letters') {
    const to = searchParams.get('to');
    return sendJson(response, to === null ? shelf.all() : addressedTo(shelf.all(), to));
  }
  const [, api, id, part] =
    /^(\/api)?\/letters\/(\d{1,9})(\/sheet|\/attachments\/\d)?$/.exec(pathname) ?? [];
  const found = shelf.find(Number(id));
  if (!found || (api && part)) return sendText(response, 404, 'Not found');
  if (api) return sendJson(response, found.email);
  if (part === undefined) return sendHtml(response, renderEmailPage(found));
  if (part === '/sheet') return sendHtml(response, renderSheet(found.email));
  return sendAttachment(response, found, Number(part.at(-1)) - 1);
}

/**
 * Protects against DNS rebinding: a foreign page could resolve its own name to this machine and read the
 * links of the emails.
 */
function isForThisMachine({ headers }: IncomingMessage): boolean {
  const host = `http://${headers.host}`;
  return URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
}

const addressedTo = (emails: readonly ReceivedEmail[], to: string) =>
  emails.filter((email) => email.to.some((one) => one.toLowerCase() === to.toLowerCase()));

// An email is untrusted HTML: it runs no script and fetches nothing.
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

function sendHtml(response: ServerResponse, html: string): void {
  response.setHeader('Content-Security-Policy', CONTENT_POLICY);
  send(response, 'text/html; charset=utf-8', html);
}

function sendJson(response: ServerResponse, value: unknown): void {
  send(response, 'application/json; charset=utf-8', JSON.stringify(value));
}

/** Sends an attachment as a download, so that a browser executes none of it. */
function sendAttachment(
  response: ServerResponse,
  { email, files }: StoredEmail,
  index: number,
): void {
  const [attachment, file] = [email.attachments[index], files[index]];
  if (attachment === undefined || file === undefined) return sendText(response, 404, 'Not found');
  const isText = attachment.mediaType === 'text/plain';
  response.setHeader('Content-Security-Policy', `${CONTENT_POLICY}; sandbox`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Disposition', dispositionOf(attachment.name));
  // guard: mailbox attachments are served as plain text or binary, never as HTML
  send(response, isText ? 'text/plain; charset=utf-8' : 'application/octet-stream', file);
}

/** Builds `Content-Disposition` (RFC 6266): an ASCII name for old programs, and the full one. */
function dispositionOf(name: string): string {
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  send(response, 'text/plain; charset=utf-8', text);
}

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.end(body);
}

function portOf(server: Pick<Server, 'address'>): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function closeServer(close: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    close((error) => (error ? reject(error) : resolve()));
  });
}
