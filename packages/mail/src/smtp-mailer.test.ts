import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { ATTACHMENT_LIMITS, type AddressedEmail } from './mailer.ts';
import { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts';

const EMAIL: AddressedEmail = {
  subject: 'Votre commande n° 7 est confirmée !',
  html: '<p>Bonjour à tous</p>',
  text: 'Bonjour à tous\n.\nfin\n',
  to: 'ada@example.fr',
  messageId: 'job-7@agres.example',
};
const PAUSED = { kind: 'postponed', reason: 'paused', isUnreached: true };

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

type Received = { recipients: string[]; isSecure: boolean; email: Email };

async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: callbackify(async (stream: Readable, { envelope, secure }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map((recipient) => recipient.address);
      received.push({
        recipients,
        isSecure: secure,
        email: await PostalMime.parse(await buffer(stream)),
      });
    }),
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, url: urlOf(server.server) };
}

async function startSocketServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { url: urlOf(server), connections: () => sockets.size };
}

const urlOf = (server: Pick<Server, 'address'>) =>
  `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

const mailerTo = (url: string, options: Partial<SmtpOptions> = {}) =>
  createSmtpMailer({ url, from: 'Agrès <bonjour@agres.example>', ...options });

const refusing = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

describe('an accepted e-mail', () => {
  test('has both parts, its sender, its subject and its Message-ID', async () => {
    const { url, received } = await startServer();
    expect(await mailerTo(url).send(EMAIL)).toEqual({ kind: 'accepted' });
    const [{ email, recipients } = { email: undefined, recipients: [] }] = received;
    expect(recipients).toEqual(['ada@example.fr']);
    expect(email?.from).toMatchObject({ name: 'Agrès', address: 'bonjour@agres.example' });
    expect(email?.to).toMatchObject([{ address: 'ada@example.fr' }]);
    expect(email?.subject).toBe(EMAIL.subject);
    expect(email?.text?.trim()).toBe(EMAIL.text.trim());
    expect(email?.html?.trim()).toBe(EMAIL.html);
    expect(email?.messageId).toBe('<job-7@agres.example>');
    expect(email?.replyTo).toBeUndefined();
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test('has List-Unsubscribe headers if its kind can be unsubscribed from', async () => {
    const { url, received } = await startServer();
    const endLink = `https://agres.example/fr/retour-en-stock/7/${'x'.repeat(120)}`;
    await mailerTo(url).send({ ...EMAIL, endLink });
    await mailerTo(url).send(EMAIL);
    const [first, second] = received.map(({ email }) =>
      email.headers.filter(({ key }) => key.startsWith('list-')),
    );
    expect(first).toMatchObject([
      { key: 'list-unsubscribe', value: `<${endLink}>` },
      { key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
    ]);
    expect(second).toEqual([]);
  });

  test('has its Reply-To address', async () => {
    const { url, received } = await startServer();
    await mailerTo(url).send({ ...EMAIL, replyTo: 'eve@example.fr' });
    expect(received[0]?.email.replyTo).toMatchObject([{ address: 'eve@example.fr' }]);
  });

  test('has attachments in UTF-8 with normalized CRLF line endings', async () => {
    const { url, received } = await startServer();
    const texts = ['Été à 10 €\n\n- « a »\n', 'a\r\nb\rc\n', `${'é'.repeat(5000)}  \n.\n`];
    const attachments = texts.map((text, index) => ({ fileName: `Été n° ${index}.txt`, text }));
    expect(await mailerTo(url).send({ ...EMAIL, attachments })).toEqual({ kind: 'accepted' });
    const [{ email } = { email: undefined }] = received;
    expect(email?.text?.trim()).toBe(EMAIL.text.trim());
    const files = email?.attachments ?? [];
    expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      attachments.map(({ fileName }) => [fileName, 'text/plain']),
    );
    expect(files.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())).toEqual([
      'Été à 10 €\r\n\r\n- « a »\r\n',
      'a\r\nb\r\nc\r\n',
      `${'é'.repeat(5000)}  \r\n.\r\n`,
    ]);
  });

  test('strips paths and headers from the names of attachments', async () => {
    const { url, received } = await startServer();
    const fileName = '../etc\\x:\r\nBcc: eve@evil.test\u0000\u202E "a".txt';
    await mailerTo(url).send({ ...EMAIL, attachments: [{ fileName, text: 'x' }] });
    const [{ email } = { email: undefined }] = received;
    expect(email?.bcc).toBeUndefined();
    expect(email?.attachments[0]?.filename).toBe('.. etc x Bcc eve@evil.test "a".txt');
  });

  test('keeps its Message-ID across a retry', async () => {
    const { url, received } = await startServer();
    const mailer = mailerTo(url);
    await mailer.send(EMAIL);
    await mailer.send(EMAIL);
    const [first, second] = received.map(({ email }) => email.messageId);
    expect(first).toBe(second);
  });

  test('cannot be given headers or recipients by its subject', async () => {
    const { url, received } = await startServer();
    const subject = 'Hello\r\nBcc: eve@evil.test\r\n\r\n<script>\u0000\u2028end';
    await mailerTo(url).send({ ...EMAIL, subject });
    expect(received[0]?.recipients).toEqual(['ada@example.fr']);
    expect(received[0]?.email.bcc).toBeUndefined();
    expect(received[0]?.email.subject).toBe('Hello Bcc: eve@evil.test <script> end');
  });
});

describe('an e-mail that is too large', () => {
  const { count, totalBytes } = ATTACHMENT_LIMITS;
  const filesOf = (number: number, text: string) =>
    Array.from({ length: number }, (_, index) => ({ fileName: `${index}.txt`, text }));

  test.each([
    ['one attachment too many', filesOf(count + 1, 'x')],
    // A line break takes two bytes, as does an accented letter.
    ['line breaks of one byte too many', filesOf(1, `${'\n'.repeat(totalBytes / 2)}x`)],
    ['accents in two attachments', filesOf(2, `${'é'.repeat(totalBytes / 4)}x`)],
  ])('is rejected and not sent: %s', async (_case, attachments) => {
    const { url, received } = await startServer();
    const refused = { kind: 'refused', reason: 'too_large' };
    expect(await mailerTo(url).send({ ...EMAIL, attachments })).toEqual(refused);
    expect(received).toEqual([]);
  });

  test('is sent up to the limit', async () => {
    const { url, received } = await startServer();
    const attachments = filesOf(count, 'é'.repeat(totalBytes / count / 2));
    expect(await mailerTo(url).send({ ...EMAIL, attachments })).toEqual({ kind: 'accepted' });
    expect(received[0]?.email.attachments).toHaveLength(count);
  });
});

describe('an e-mail to a mail server on another machine', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  /** Offers TLS with the self-signed certificate of `smtp-server`, which logs a warning. */
  const startTlsServer = () => {
    vi.spyOn(console, 'error').mockReturnValue();
    return startServer({ disabledCommands: [] });
  };
  /** The same server, at an address that is not loopback. */
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

  test.each(['', '?requireTLS=false', '?ignoreTLS=true&opportunisticTLS=true'])(
    'H7: is not sent without TLS, nor is a password (%j)',
    async (query) => {
      const logIns: unknown[] = [];
      const { url, received } = await startServer({
        allowInsecureAuth: true,
        onAuth: (auth, _session, callback) => {
          logIns.push(auth.username);
          callback(null, { user: 'shop' });
        },
      });
      const address = elsewhere(url).replace('smtp://', 'smtp://shop:secret@') + query;
      expect(await mailerTo(address).send(EMAIL)).toEqual({ kind: 'postponed', reason: 'no_tls' });
      expect(received).toEqual([]);
      expect(logIns).toEqual([]);
    },
  );

  test('uses TLS if the server offers it', async () => {
    const { url, received } = await startTlsServer();
    const address = `${elsewhere(url)}?tls.rejectUnauthorized=false`;
    expect(await mailerTo(address).send(EMAIL)).toEqual({ kind: 'accepted' });
    expect(received.map(({ isSecure }) => isSecure)).toEqual([true]);
  });

  test('H7: is not sent to a server with an untrusted certificate', async () => {
    const { url, received } = await startTlsServer();
    expect(await mailerTo(elsewhere(url)).send(EMAIL)).toMatchObject({ kind: 'postponed' });
    expect(received).toEqual([]);
  });

  test('is sent without TLS if TLS is turned off', async () => {
    const { url, received } = await startServer();
    expect(await mailerTo(elsewhere(url), { tls: 'off' }).send(EMAIL)).toEqual({
      kind: 'accepted',
    });
    expect(received.map(({ isSecure }) => isSecure)).toEqual([false]);
  });
});

test.each([
  'ada@example.fr, eve@evil.test',
  'ada@example.fr\r\nBcc: eve@evil.test',
  '"eve@evil.test x"@example.fr',
  'Ada <eve@evil.test>',
  'team: eve@evil.test;',
  'a:(((((((((b@c.fr',
  '@example.fr',
  'ada@',
  'ada',
  '',
  `${'a'.repeat(5000)}@example.fr`,
])('the address %j gets no e-mail', async (address) => {
  const { url, received } = await startServer();
  const mailer = mailerTo(url);
  const refused = { kind: 'refused', reason: 'address' };
  expect(await mailer.send({ ...EMAIL, to: address })).toEqual(refused);
  expect(await mailer.send({ ...EMAIL, replyTo: address })).toEqual(refused);
  expect(received).toEqual([]);
});

describe('a server that', () => {
  test.each([
    [550, 'no ada@example.fr here', 'refused'],
    [550, '5.1.1 no ada@example.fr here', 'refused'],
    [552, 'full', 'refused'],
    [450, 'later', 'postponed'],
    [452, 'later', 'postponed'],
    // These are about the shop's own account, whose emails must not be lost.
    [550, '5.7.1 relay denied', 'postponed'],
    [550, '5.4.5 daily quota exceeded', 'postponed'],
    [554, 'sending suspended', 'postponed'],
  ])('answers “%i %s” to the recipient gets the e-mail %s', async (responseCode, text, kind) => {
    const { url } = await startServer({
      onRcptTo: (_address, _session, callback) => callback(refusing(responseCode, text)),
    });
    expect(await mailerTo(url).send(EMAIL)).toEqual({ kind, reason: `smtp_${responseCode}` });
  });

  test.each([
    [552, '5.3.4 too large', 'refused'],
    [554, '5.6.0 content', 'refused'],
    [554, '5.7.1 sending suspended', 'postponed'],
    [451, 'later', 'postponed'],
  ])('answers “%i %s” to the content gets the e-mail %s', async (responseCode, text, kind) => {
    const { url } = await startServer({
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on('end', () => callback(refusing(responseCode, text)));
      },
    });
    expect(await mailerTo(url).send(EMAIL)).toEqual({ kind, reason: `smtp_${responseCode}` });
  });

  test('rejects the password or the sender postpones the e-mail', async () => {
    const login = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(refusing(535, 'bad credentials')),
    });
    const url = login.url.replace('smtp://', 'smtp://user:wrong@');
    expect(await mailerTo(url).send(EMAIL)).toEqual({ kind: 'postponed', reason: 'smtp_535' });

    const sender = await startServer({
      onMailFrom: (_address, _session, callback) => callback(refusing(553, 'who are you')),
    });
    expect(await mailerTo(sender.url).send(EMAIL)).toEqual({
      kind: 'postponed',
      reason: 'smtp_553',
    });
  });

  test.each([
    ['never greets', '', { connectMs: 60_000, greetingMs: 300, socketMs: 60_000 }],
    [
      'greets and then stops responding',
      '220 hello\r\n',
      { connectMs: 60_000, greetingMs: 60_000, socketMs: 300 },
    ],
  ])('%s times out', async (_silence, greeting, timeouts) => {
    const { url } = await startSocketServer((socket) => socket.write(greeting));
    const startedAt = performance.now();
    const delivery = await mailerTo(url, { timeouts }).send(EMAIL);
    expect(delivery).toMatchObject({ kind: 'postponed' });
    expect(delivery).not.toHaveProperty('isUnreached');
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('hangs up postpones the e-mail', async () => {
    const { url } = await startSocketServer((socket) => socket.destroy());
    const delivery = await mailerTo(url).send(EMAIL);
    expect(delivery).toMatchObject({ kind: 'postponed' });
    expect(delivery).not.toHaveProperty('isUnreached');
  });

  test('is unreachable postpones the e-mail, marked as unreached', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const url = urlOf(gone);
    gone.close();
    await once(gone, 'close');
    const unreached = { kind: 'postponed', isUnreached: true };
    expect(await mailerTo(url).send(EMAIL)).toMatchObject(unreached);
    const nowhere = mailerTo('smtp://mail.nowhere.invalid:25', { tls: 'off' });
    expect(await nowhere.send(EMAIL)).toMatchObject(unreached);
  });
});

describe('the circuit breaker', () => {
  test('opens for a minute after five failures in a row, then tries once', async () => {
    let now = 0;
    const server = await startSocketServer((socket) => socket.destroy());
    const mailer = mailerTo(server.url, { now: () => now });
    for (let attempt = 1; attempt <= 5; attempt += 1) await mailer.send(EMAIL);
    expect(server.connections()).toBe(5);

    now = 59_999;
    expect(await mailer.send(EMAIL)).toEqual(PAUSED);
    expect(server.connections()).toBe(5);

    now = 60_000;
    expect(await mailer.send(EMAIL)).not.toHaveProperty('reason', 'paused');
    expect(server.connections()).toBe(6);
    expect(await mailer.send(EMAIL)).toHaveProperty('reason', 'paused');
  });

  test('counts any response as a success', async () => {
    let isAway = true;
    let connections = 0;
    const { url } = await startServer({
      onConnect: (_session, callback) => {
        connections += 1;
        callback(isAway ? refusing(421, 'too busy') : null);
      },
      onRcptTo: (_address, _session, callback) => callback(refusing(550, 'no such person')),
    });
    const mailer = mailerTo(url);
    const sendFourTimes = async () => {
      for (let attempt = 1; attempt <= 4; attempt += 1) await mailer.send(EMAIL);
    };
    await sendFourTimes();
    isAway = false;
    expect(await mailer.send(EMAIL)).toEqual({ kind: 'refused', reason: 'smtp_550' });
    isAway = true;
    await sendFourTimes();
    expect(connections).toBe(9);
    expect(await mailer.send(EMAIL)).toEqual({ kind: 'postponed', reason: 'smtp_421' });
    expect(await mailer.send(EMAIL)).toEqual(PAUSED);
  });

  test('counts an accepted e-mail as a success', async () => {
    let isAway = true;
    const { url, received } = await startServer({
      onConnect: (_session, callback) => callback(isAway ? refusing(421, 'too busy') : null),
    });
    const mailer = mailerTo(url);
    for (const away of [true, true, true, true, false, true, true, true, true, false]) {
      isAway = away;
      await mailer.send(EMAIL);
    }
    expect(received).toHaveLength(2);
  });
});
