import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { writeLetter } from './letters.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import type { AddressedLetter } from './mailer.ts';
import type { ReceivedLetter } from './received-letter.ts';
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

async function send(change: Partial<AddressedLetter> = {}) {
  const letter = writeLetter({ kind: 'activation', locale: 'fr', data: { link: LINK } });
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'Agrès <bonjour@agres.example>' });
  const messageId = `job-${mailbox.letters().length}@agres.example`;
  return mailer.send({ ...letter, to: 'ada@example.fr', messageId, ...change });
}

const get = (path: string) => fetch(mailbox.url + path);
const lettersTo = async (to: string) =>
  (await (await get(`/api/letters?to=${to}`)).json()) as ReceivedLetter[];

test('a letter arrives whole, and is told as JSON', async () => {
  expect(await send()).toEqual({ kind: 'accepted' });
  expect(await lettersTo('ADA@example.fr')).toEqual([
    {
      id: expect.any(Number),
      receivedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      from: 'Agrès <bonjour@agres.example>',
      to: ['ada@example.fr'],
      subject: 'Activez votre compte Agrès',
      replyTo: null,
      messageId: '<job-0@agres.example>',
      html: expect.stringContaining('Activer mon compte'),
      text: expect.stringContaining('Bonjour,'),
      links: [LINK],
    },
  ]);
  expect(await lettersTo('eve@example.fr')).toEqual([]);
});

test('a client that breaks off in the middle of a letter does no harm', async () => {
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
  expect(mailbox.letters().map((letter) => letter.subject)).toEqual(['afterwards']);
});

test('the newest letter is the first', async () => {
  await send({ subject: 'first' });
  await send({ subject: 'second' });
  expect(mailbox.letters().map((letter) => letter.subject)).toEqual(['second', 'first']);
});

test('the pages list the letters and show one with links to click', async () => {
  await send();
  const id = mailbox.letters()[0]?.id;
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

test('what a stranger writes stays text in the pages, and no script runs', async () => {
  const subject = '<script>alert(1)</script>';
  await send({ subject, text: '"><img src=x> https://x.test/"onload=1', html: subject });
  const id = mailbox.letters()[0]?.id;
  for (const path of ['/', `/letters/${id}`]) {
    const response = await get(path);
    expect(await response.text()).not.toMatch(/<script|<img/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('what is not there is answered so', async () => {
  expect((await get('/letters/999')).status).toBe(404);
  expect((await get('/api/letters/999')).status).toBe(404);
  expect((await get('/nothing')).status).toBe(404);
  expect((await fetch(mailbox.url, { method: 'POST' })).status).toBe(405);
});

test('one letter is told by its id, and all are forgotten on demand', async () => {
  await send();
  const id = mailbox.letters()[0]?.id;
  expect(await (await get(`/api/letters/${id}`)).json()).toMatchObject({ id, links: [LINK] });
  await fetch(`${mailbox.url}/api/letters`, { method: 'DELETE' });
  expect(mailbox.letters()).toEqual([]);
});

test('it keeps the last two hundred letters', async () => {
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'a@agres.example' });
  const letter = { subject: 'x', html: '', text: 'x', to: 'ada@example.fr' };
  const numbers = Array.from({ length: 203 }, (_, index) => index);
  const sent = await Promise.all(
    numbers.map((number) => mailer.send({ ...letter, messageId: `${number}@agres.example` })),
  );
  expect(sent).not.toContainEqual(expect.objectContaining({ kind: 'postponed' }));
  const ids = mailbox.letters().map(({ id }) => id);
  expect(ids).toHaveLength(200);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect((ids[0] ?? 0) - (ids.at(-1) ?? 0)).toBe(199);
});

test('it listens on the loopback addresses alone', () => {
  expect(new URL(mailbox.url).hostname).toBe('127.0.0.1');
  expect(new URL(mailbox.smtpUrl).hostname).toBe('127.0.0.1');
});
