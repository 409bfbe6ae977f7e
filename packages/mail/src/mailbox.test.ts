import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';

import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { writeEmail } from './emails.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import type { AddressedEmail } from './mailer.ts';
import type { ReceivedEmail } from './received-email.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
});
afterEach(async () => {
  await fetch(`${mailbox.url}/api/letters`, { method: 'DELETE' });
});
afterAll(() => mailbox.close());

const LINK = 'https://site.test/fr/activation/12/abc?a=1&b=2';

async function send(change: Partial<AddressedEmail> = {}) {
  const email = writeEmail({ kind: 'activation', locale: 'fr', data: { link: LINK } });
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'Agrès <bonjour@agres.example>' });
  const messageId = `job-${mailbox.emails().length}@agres.example`;
  return mailer.send({ ...email, to: 'ada@example.fr', messageId, ...change });
}

const get = (path: string) => fetch(mailbox.url + path);
const emailsTo = async (to: string) =>
  (await (await get(`/api/letters?to=${to}`)).json()) as ReceivedEmail[];

test('a received e-mail is returned complete as JSON', async () => {
  expect(await send()).toEqual({ kind: 'accepted' });
  expect(await emailsTo('ADA@example.fr')).toEqual([
    {
      id: expect.any(Number),
      receivedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      from: 'Agrès <bonjour@agres.example>',
      to: ['ada@example.fr'],
      subject: 'Activez votre compte Agrès',
      replyTo: null,
      messageId: '<job-0@agres.example>',
      listUnsubscribe: { address: null, post: null },
      html: expect.stringContaining('Activer mon compte'),
      text: expect.stringContaining('Bonjour,'),
      links: [LINK],
      attachments: [],
    },
  ]);
  expect(await emailsTo('eve@example.fr')).toEqual([]);
});

const TERMS = { fileName: 'Conditions générales (été).txt', text: 'Été\n\n1. « Prix »\r\n10 €\n' };
const AS_SENT = 'Été\r\n\r\n1. « Prix »\r\n10 €\r\n';

test('attachments arrive byte for byte, are listed, shown and downloadable by name', async () => {
  const second = { fileName: 'b.txt', text: '<script>alert(1)</script>' };
  expect(await send({ attachments: [TERMS, second] })).toEqual({ kind: 'accepted' });
  const [email] = await emailsTo('ada@example.fr');
  const path = `/letters/${email?.id}/attachments/1`;
  expect(email?.attachments).toEqual([
    {
      name: TERMS.fileName,
      mediaType: 'text/plain',
      sizeBytes: Buffer.byteLength(AS_SENT),
      path,
    },
    expect.objectContaining({ name: 'b.txt' }),
  ]);
  const served = await get(path);
  expect(Buffer.from(await served.arrayBuffer()).toString()).toBe(AS_SENT);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="Conditions generales _ete_.txt"; filename*=UTF-8''Conditions%20g%C3%A9n%C3%A9rales%20%28%C3%A9t%C3%A9%29.txt`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
  });
  expect(await (await get('/')).text()).toContain('2 attachments');
  const page = await (await get(`/letters/${email?.id}`)).text();
  expect(page).toContain(`<a href="${path}" download>${TERMS.fileName}</a>`);
  expect(page).toContain('1. « Prix »');
  expect(page).not.toContain('<script');
  expect((await get(`/letters/${email?.id}/attachments/3`)).status).toBe(404);
  expect((await get(`/letters/${email?.id}/attachments/0`)).status).toBe(404);
  expect((await get(`/api${path}`)).status).toBe(404);
});

test('an HTML attachment is served as a binary download', async () => {
  const transport = createTransport({ url: mailbox.smtpUrl });
  await transport.sendMail({
    from: 'eve@evil.test',
    to: 'ada@example.fr',
    text: 'x',
    attachments: [
      { filename: '"><script>é".html', contentType: 'text/html', content: '<script>1</script>' },
    ],
  });
  const [email] = mailbox.emails();
  const served = await get(`/letters/${email?.id}/attachments/1`);
  expect(served.headers.get('content-type')).toBe('application/octet-stream');
  expect(served.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%.~-]+$/,
  );
  expect(await (await get(`/letters/${email?.id}`)).text()).not.toContain('<script');
});

test('a client that disconnects during an e-mail does not stop the server', async () => {
  const client = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1');
  for (const line of [
    'EHLO client.test',
    'MAIL FROM:<a@agres.example>',
    'RCPT TO:<b@agres.example>',
  ]) {
    await once(client, 'data');
    client.write(`${line}\r\n`);
  }
  await once(client, 'data');
  client.resetAndDestroy();
  await send({ subject: 'afterwards' });
  expect(mailbox.emails().map((email) => email.subject)).toEqual(['afterwards']);
});

test('the newest e-mail comes first', async () => {
  await send({ subject: 'first' });
  await send({ subject: 'second' });
  expect(mailbox.emails().map((email) => email.subject)).toEqual(['second', 'first']);
});

test('the pages list the e-mails and show one with clickable links', async () => {
  await send();
  const id = mailbox.emails()[0]?.id;
  const list = await (await get('/')).text();
  expect(list).toContain(`href="/letters/${id}"`);
  expect(list).toContain('Activez votre compte Agrès');
  const page = await (await get(`/letters/${id}`)).text();
  const href = LINK.replace('&', '&amp;');
  expect(page).toContain(`<a href="${href}" target="_blank" rel="noopener">${href}</a>`);
  expect(page).toContain(`<iframe src="/letters/${id}/sheet"`);
  const sheet = await (await get(`/letters/${id}/sheet`)).text();
  expect(sheet).toMatch(/^<!doctype html>/);
  expect(sheet).toContain('<base target="_blank">');
});

test('e-mail content is escaped in the pages, and no script runs', async () => {
  const subject = '<script>alert(1)</script>';
  await send({ subject, text: '"><img src=x> https://x.test/"onload=1', html: subject });
  const id = mailbox.emails()[0]?.id;
  for (const path of ['/', `/letters/${id}`]) {
    const response = await get(path);
    expect(await response.text()).not.toMatch(/<script|<img/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('an unknown path gets 404, and POST 405', async () => {
  expect((await get('/letters/999')).status).toBe(404);
  expect((await get('/api/letters/999')).status).toBe(404);
  expect((await get('/nothing')).status).toBe(404);
  expect((await fetch(mailbox.url, { method: 'POST' })).status).toBe(405);
});

test('one e-mail can be read by its id, and all can be deleted', async () => {
  await send();
  const id = mailbox.emails()[0]?.id;
  expect(await (await get(`/api/letters/${id}`)).json()).toMatchObject({ id, links: [LINK] });
  await fetch(`${mailbox.url}/api/letters`, { method: 'DELETE' });
  expect(mailbox.emails()).toEqual([]);
});

test('the mailbox keeps the last two hundred e-mails', async () => {
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'a@agres.example' });
  const email = { subject: 'x', html: '', text: 'x', to: 'ada@example.fr' };
  const numbers = Array.from({ length: 203 }, (_, index) => index);
  const sent = await Promise.all(
    numbers.map((number) => mailer.send({ ...email, messageId: `${number}@agres.example` })),
  );
  expect(sent).not.toContainEqual(expect.objectContaining({ kind: 'postponed' }));
  const ids = mailbox.emails().map(({ id }) => id);
  expect(ids).toHaveLength(200);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect((ids[0] ?? 0) - (ids.at(-1) ?? 0)).toBe(199);
});

test('the mailbox listens on loopback addresses only', () => {
  expect(new URL(mailbox.url).hostname).toBe('127.0.0.1');
  expect(new URL(mailbox.smtpUrl).hostname).toBe('127.0.0.1');
});

test.each([
  ['rebound.example', 403],
  ['localhost:8025', 200],
  ['[::1]:8025', 200],
])('the mailbox accepts only local Host headers: %s', async (host, status) => {
  const { port } = new URL(mailbox.url);
  const asked = request({ host: '127.0.0.1', port, path: '/api/letters', headers: { host } });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  expect(response.statusCode).toBe(status);
});
