import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';

import { SMTPServer, type SMTPServerSession } from 'smtp-server';

import { renderLetterPage, renderListPage, renderSheet } from './mailbox-page.ts';
import { readLetter, type ReceivedLetter } from './received-letter.ts';

const CAPACITY = 200;
const LOOPBACK = '127.0.0.1';
const MAX_LETTER_BYTES = 5_000_000;

export type MailboxOptions = {
  /** 0 takes any free port. */
  smtpPort: number;
  httpPort: number;
};

/** A mail server for development: it takes every letter, delivers none and shows them in a browser. */
export type Mailbox = {
  /** What `SMTP_URL` has to be. */
  smtpUrl: string;
  /** The page with the letters; `/api/letters` beneath it answers them as JSON, the newest first. */
  url: string;
  letters: () => readonly ReceivedLetter[];
  close: () => Promise<void>;
};

/**
 * Starts the mailbox on the loopback addresses, in memory. Never part of production: letters hold
 * the links that open accounts.
 */
export async function startMailbox({ smtpPort, httpPort }: MailboxOptions): Promise<Mailbox> {
  const shelf = createShelf();
  const smtp = createSmtp(shelf);
  // A client that breaks off in the middle of a letter; a port that is taken is told below.
  smtp.on('error', () => {});
  const http = createServer((request, response) => answer(shelf, request, response));
  smtp.listen(smtpPort, LOOPBACK);
  http.listen(httpPort, LOOPBACK);
  await Promise.all([once(smtp.server, 'listening'), once(http, 'listening')]);
  return {
    smtpUrl: `smtp://${LOOPBACK}:${portOf(smtp.server)}`,
    url: `http://${LOOPBACK}:${portOf(http)}`,
    letters: shelf.all,
    close: async () => {
      http.closeAllConnections();
      await Promise.all([closed((done) => smtp.close(done)), closed((done) => http.close(done))]);
    },
  };
}

type Shelf = {
  all: () => readonly ReceivedLetter[];
  find: (id: number) => ReceivedLetter | undefined;
  add: (raw: Uint8Array, to: string[]) => Promise<void>;
  clear: () => void;
};

function createShelf(): Shelf {
  let letters: ReceivedLetter[] = [];
  let lastId = 0;
  return {
    all: () => letters,
    find: (id) => letters.find((letter) => letter.id === id),
    add: async (raw, to) => {
      lastId += 1;
      const letter = await readLetter(raw, { id: lastId, receivedAt: new Date(), to });
      letters = [letter, ...letters].toSorted((a, b) => b.id - a.id).slice(0, CAPACITY);
    },
    clear: () => {
      letters = [];
    },
  };
}

function createSmtp(shelf: Shelf): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_LETTER_BYTES,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? '' }),
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const to = envelope.rcptTo.map((recipient) => recipient.address);
      await shelf.add(await buffer(stream), to);
    }),
  });
}

function answer(shelf: Shelf, request: IncomingMessage, response: ServerResponse): void {
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
  const letter = shelf.find(Number(id));
  if (!letter || (api && sheet)) return sendText(response, 404, 'Not found');
  if (api) return sendJson(response, letter);
  return sendHtml(response, sheet ? renderSheet(letter) : renderLetterPage(letter));
}

const addressedTo = (letters: readonly ReceivedLetter[], to: string) =>
  letters.filter((letter) => letter.to.some((one) => one.toLowerCase() === to.toLowerCase()));

// A letter is someone else's HTML: no script of it runs, and nothing of it is fetched.
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
