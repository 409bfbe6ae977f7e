import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { appRouter } from '@agres/shop/router';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { startTestApp } from '../support/app.ts';
import { startBuiltSite } from '../support/built-web.ts';
import type { TestClient } from '../support/client.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const MESSAGE = { subject: 'Une question', message: 'Bonjour, où est mon colis ?' };
const LONE_SURROGATE = String.raw`\ud83d`;

describe('invalid Unicode', () => {
  const app = useRunning(startBuiltSite);
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  async function postBytes(client: TestClient, url: string, body: Buffer) {
    await client.get('/api/users/status');
    const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      cookie,
      'content-type': 'application/json',
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    };
    const answer = await app.server.inject({ method: 'POST', url, headers, payload: body });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  }

  const messageWith = (bytes: number[]) =>
    Buffer.concat([
      Buffer.from('{"subject":"Une question","message":"Bonjour tout le monde '),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);

  const refusal = (url: string) =>
    url.startsWith('/trpc')
      ? { error: { message: 'invalid_fields', data: { httpStatus: 400 } } }
      : { message: 'invalid_fields' };

  test.each([
    ['accents in latin-1', Buffer.from(JSON.stringify(MESSAGE), 'latin1')],
    ['a truncated character', messageWith([0xc3])],
    ['a surrogate in three bytes', messageWith([0xed, 0xa0, 0xbd])],
    ['an overlong encoding', messageWith([0xc0, 0xa2])],
  ])('a body with %s is refused and not stored', async (_what, body) => {
    const { client } = await app.member();
    for (const url of ['/api/contact', '/trpc/contact.send']) {
      const answer = await postBytes(client, url, body);
      expect([url, answer]).toMatchObject([url, { status: 400, body: refusal(url) }]);
    }
    expect(await app.db.contactMessage.count()).toBe(0);
  });

  test('a lone surrogate in any field is refused and not stored', async () => {
    const { client, userId, email } = await app.member();
    const withSurrogate = (input: object) =>
      JSON.stringify(input).replaceAll('SURROGATE', LONE_SURROGATE);
    const account = { mdp: PASSWORD, mdp2: PASSWORD, currentMdp: PASSWORD, email };
    for (const [url, name, input] of [
      ['/api/contact', 'contact.send', { ...MESSAGE, message: 'Bonjour, SURROGATE et merci' }],
      ['/api/contact', 'contact.send', { ...MESSAGE, SURROGATE: 'a field that nobody reads' }],
      ['/api/contact', 'contact.send', { ...MESSAGE, more: [{ deep: ['SURROGATE'] }] }],
      ['/api/users', 'users.update', { ...account, firstName: 'LéaSURROGATE' }],
      ['/api/users', 'users.update', { ...account, mdp: 'Nouveau34SURROGATE' }],
    ] as const) {
      const body = withSurrogate(input);
      const rest = await (url === '/api/users' ? client.put(url, body) : client.post(url, body));
      expect([body, rest]).toMatchObject([body, { status: 400, body: refusal(url) }]);
      const rpc = await client.post(`/trpc/${name}`, body);
      expect([body, rpc]).toMatchObject([body, { status: 400, body: refusal('/trpc') }]);
    }
    expect(await app.db.contactMessage.count()).toBe(0);
    expect(await app.db.user.findUnique({ where: { id: userId } })).toMatchObject({
      firstName: null,
    });
    expect((await client.post('/api/connect', { email, mdp: PASSWORD })).status).toBe(200);
  });

  test('surrogate pairs, accents and all scripts are accepted', async () => {
    const { client, userId } = await app.member();
    const message = 'Bravo 💪🏽, ça marche ! Ω 力 é é';
    expect((await client.post('/api/contact', { ...MESSAGE, message })).status).toBe(200);
    expect(await app.db.contactMessage.findFirst({ where: { userId } })).toMatchObject({ message });
  });

  test.each([
    '/api/users/%ff',
    '/api/users/%ED%A0%BD',
    '/api/users/status?who=%e9',
    '/trpc/users.byId?input=%7B%22id%22%3A%22%ff%22%7D',
    '/trpc/users.byId?batch=1&input=%7B%220%22%3A%7B%22id%22%3A%22%E9%22%7D%7D',
    `/trpc/users.byId?input=${encodeURIComponent(`{"id":"${LONE_SURROGATE}"}`)}`,
    '/trpc/users.%ff',
  ])('%s is refused', async (url) => {
    const { client } = await app.member();
    const { status, text } = await client.get(url);
    expect([status, text]).toMatchObject([400, expect.stringContaining('"invalid_fields"')]);
  });

  test('a non-ASCII URL is refused with 400', async () => {
    for (const path of [
      '/api/users/status?who=L\u00E9a',
      '/trpc/users.byId?input={"id":"\u00E9"}',
    ]) {
      for (const encoding of ['latin1', 'utf8'] as const) {
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
          encoding,
        );
        const answer = await textOf(socket);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"invalid_fields"');
      }
    }
  });
});

/** Pasted text may have decomposed accents and invisible characters. */
const pasted = (text: string) => `\uFEFF${text.normalize('NFD').replaceAll('e', 'e\u200B')}\u2060`;

describe('text in another Unicode normalization form', () => {
  const app = useRunning(startTestApp);

  test('is stored in NFC without invisible characters, over both transports', async () => {
    const { client, userId, email } = await app.member();
    const account = { mdp: PASSWORD, mdp2: PASSWORD, email: pasted(email) };
    const name = { firstName: pasted('Zoé'), lastName: pasted('Lefèvre') };
    for (const answer of [
      await client.put('/api/users', { ...account, ...name }),
      await client.mutate('users.update', { ...account, ...name }),
    ]) {
      expect(answer.status).toBe(200);
      expect(await app.db.user.findUnique({ where: { id: userId } })).toMatchObject({
        firstName: 'Zo\u00E9',
        lastName: 'Lef\u00E8vre',
        pendingEmail: null,
      });
    }
    // Twelve accented letters are twelve characters, of at most twenty.
    const message = { subject: pasted('éééééééééééé'), message: pasted('Où est mon élastique ?') };
    expect((await client.post('/api/contact', message)).status).toBe(200);
    expect((await client.mutate('contact.send', message)).status).toBe(200);
    expect(await app.db.contactMessage.findMany({ where: { userId } })).toMatchObject(
      Array.from({ length: 2 }, () => ({
        subject: '\u00E9'.repeat(12),
        message: 'O\u00F9 est mon \u00E9lastique ?',
      })),
    );
  });

  test('matches the e-mail address of an account, and an invisible name is stored as null', async () => {
    const { client, userId, email } = await app.member();
    const signedIn = await app
      .client()
      .post('/api/connect', { email: pasted(email), mdp: PASSWORD });
    expect(signedIn.status).toBe(200);
    const update = { mdp: PASSWORD, mdp2: PASSWORD, email, firstName: '\u200B \uFEFF' };
    expect((await client.put('/api/users', update)).status).toBe(200);
    expect(await app.db.user.findUnique({ where: { id: userId } })).toMatchObject({
      firstName: null,
    });
  });

  test('is not normalized in a password', async () => {
    const email = 'decomposed@exemple.fr';
    const mdp = 'Motdepass\u0065\u03011';
    const account = { email, mdp, mdp2: mdp, locale: 'fr' };
    expect((await app.client().post('/api/users', account)).status).toBe(200);
    await app.db.user.updateMany({ where: { email }, data: { activatedAt: new Date() } });
    const logIn = (password: string) => app.client().post('/api/connect', { email, mdp: password });
    expect((await logIn(mdp.normalize('NFC'))).status).toBe(401);
    expect((await logIn(`${mdp}\u200B`)).status).toBe(401);
    expect((await logIn(mdp)).status).toBe(200);
  });

  /** Fields taken as typed: passwords, and fields that programs write and the rules restrict to ASCII. */
  const AS_TYPED = new Set([
    'mdp',
    'mdp2',
    'currentMdp',
    'stripeToken',
    'cursor',
    'contractText',
    'hash',
    'nonce',
    'retrieve',
    'id',
    'limit',
  ]);

  test('is normalized in every text field of every call', () => {
    const seen: string[] = [];
    const unread: string[] = [];
    const walk = (schema: z.core.$ZodType, path: string, name: string): void => {
      const { def } = schema._zod;
      if (schema instanceof z.core.$ZodString && !AS_TYPED.has(name)) {
        seen.push(path);
        const checks = schema._zod.def.checks ?? [];
        const isRead = checks.some((check) => check._zod.def.check === 'overwrite');
        if (!isRead) unread.push(path);
      } else if (schema instanceof z.core.$ZodObject) {
        for (const [key, field] of Object.entries(schema._zod.def.shape)) {
          walk(field, `${path}.${key}`, key);
        }
      } else if (schema instanceof z.core.$ZodArray) walk(schema._zod.def.element, path, name);
      else if (schema instanceof z.core.$ZodPipe) walk(schema._zod.def.in, path, name);
      else if (schema instanceof z.core.$ZodUnion) {
        for (const option of schema._zod.def.options) walk(option, path, name);
      } else if ('innerType' in def && def.innerType instanceof z.core.$ZodType) {
        walk(def.innerType, path, name);
      }
    };
    const procedures: Record<string, unknown> = appRouter._def.procedures;
    for (const [name, procedure] of Object.entries(procedures)) {
      const inputs: unknown = Reflect.get(Object(Reflect.get(Object(procedure), '_def')), 'inputs');
      for (const input of Array.isArray(inputs) ? inputs : []) {
        if (input instanceof z.core.$ZodType) walk(input, name, '');
      }
    }
    expect(unread).toEqual([]);
    for (const field of ['contact.send.subject', 'shop.buy.delivery.city', 'relays.find.near']) {
      expect(seen).toContain(field);
    }
  });
});
