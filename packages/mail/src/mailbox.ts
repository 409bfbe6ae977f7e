import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';

import { isLoopbackHost } from '@shop/domain/loopback';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

import { renderEmailPage, renderListPage, renderSheet } from './mailbox-page.ts';
import { readEmail, type ReceivedEmail } from './received-email.ts';

const CAPACITY = 200;
const LOOPBACK = '127.0.0.1';
const MAX_EMAIL_BYTES = 5_000_000;

export type MailboxOptions = {
  /** 0 takes any free port. */
  smtpPort: number;
  httpPort: number;
};

/** A mail server for development: accepts every email, delivers none, shows them in a browser. */
export type Mailbox = {
  /** For `SMTP_URL`. */
  smtpUrl: string;
  /** The page of all emails; `/api/letters` under it answers them as JSON, newest first. */
  url: string;
  emails: () => readonly ReceivedEmail[];
  close: () => Promise<void>;
};

/**
 * Starts the mailbox on the loopback addresses, in memory. Never in production: emails contain
 * the links that open accounts.
 */
export async function startMailbox({ smtpPort, httpPort }: MailboxOptions): Promise<Mailbox> {
  const shelf = createShelf();
  const smtp = createSmtp(shelf);
  // A client that disconnects in the middle of an email; a port in use is reported below.
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
      await Promise.all([closed((done) => smtp.close(done)), closed((done) => http.close(done))]);
    },
  };
}

type Shelf = {
  all: () => readonly ReceivedEmail[];
  find: (id: number) => ReceivedEmail | undefined;
  add: (raw: Uint8Array, to: string[]) => Promise<void>;
  clear: () => void;
};

function createShelf(): Shelf {
  let emails: ReceivedEmail[] = [];
  let lastId = 0;
  return {
    all: () => emails,
    find: (id) => emails.find((email) => email.id === id),
    add: async (raw, to) => {
      lastId += 1;
      const email = await readEmail(raw, { id: lastId, receivedAt: new Date(), to });
      emails = [email, ...emails].toSorted((a, b) => b.id - a.id).slice(0, CAPACITY);
    },
    clear: () => {
      emails = [];
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
  const [, api, id, sheet] = /^(\/api)?\/letters\/(\d{1,9})(\/sheet)?$/.exec(pathname) ?? [];
  const email = shelf.find(Number(id));
  if (!email || (api && sheet)) return sendText(response, 404, 'Not found');
  if (api) return sendJson(response, email);
  return sendHtml(response, sheet ? renderSheet(email) : renderEmailPage(email));
}

/** A page elsewhere can have a name of its own lead here, and would read the links of the emails. */
function isForThisMachine({ headers }: IncomingMessage): boolean {
  const host = `http://${headers.host}`;
  return URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
}

const addressedTo = (emails: readonly ReceivedEmail[], to: string) =>
  emails.filter((email) => email.to.some((one) => one.toLowerCase() === to.toLowerCase()));

// An email is untrusted HTML: no script runs, nothing is fetched.
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

function sendHtml(response: ServerResponse, html: string): void {
  response.setHeader('Content-Security-Policy', CONTENT_POLICY);
  send(response, 'text/html; charset=utf-8', html);
}

function sendJson(response: ServerResponse, value: unknown): void {
  send(response, 'application/json; charset=utf-8', JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  send(response, 'text/plain; charset=utf-8', text);
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.end(body);
}

function portOf(server: Pick<Server, 'address'>): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function closed(close: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    close((error) => (error ? reject(error) : resolve()));
  });
}
