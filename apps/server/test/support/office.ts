import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { createRateLimiter } from '@agres/core/limits/rate-limit';
import type { Role } from '@agres/core/operations/actor';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { sessionIdOf } from '@agres/core/session/session';
import type { DbHandle } from '@agres/db/db';
import { pino } from 'pino';
import { expect } from 'vitest';

import { createOfficeApp } from '#office/office-app.ts';

const ORIGIN = 'https://office.example.fr';
const COOKIE = '__Host-office';

type Call = {
  name: string;
  method?: 'GET' | 'POST';
  input?: unknown;
  secret?: string;
  headers?: Record<string, string>;
};

type Body = {
  result?: { data: unknown };
  error?: {
    data: {
      code: string;
      message?: string;
      codes?: string[];
      fields?: Record<string, string>;
    };
  };
};

const noProvider = async () => {
  throw new Error('No provider in this test.');
};

/** The office as in production, without a port. */
export type TestOffice = Awaited<ReturnType<typeof startTestOffice>>;

/** A signed-in person, with the calls that they make. */
export type Person = Awaited<ReturnType<TestOffice['enter']>>;

export async function startTestOffice(
  { db }: Pick<DbHandle, 'db'>,
  {
    provider = noProvider,
    mode = 'production',
  }: { provider?: () => Promise<ProviderDeps>; mode?: 'production' | 'development' } = {},
) {
  const log = pino({ level: 'silent' });
  const server = await createOfficeApp({
    mode,
    officeUrl: ORIGIN,
    siteUrl: 'https://example.fr',
    deps: {
      db,
      log,
      clock: () => new Date(),
      officeUrl: ORIGIN,
      provider,
    },
    rateLimiter: createRateLimiter(db, { mode: 'strict', appSecret: 'secret' }),
    logger: log,
    appSecret: 'secret',
    trustedProxies: ['127.0.0.1'],
    filesFolder: join(import.meta.dirname, 'nowhere'),
    pictureFolders: [join(import.meta.dirname, '../../../web/public/pictures')],
  });

  let devices = 0;
  /** Adds a device, which ends the sessions of the person. Returns its id. */
  const addDevice = async (staffId: number): Promise<string> => {
    devices += 1;
    const id = `device${devices}`;
    const key = { publicKey: new Uint8Array(1), counter: 0, transports: [] };
    await db.staffPasskey.create({ data: { id, staffId, label: id, ...key } });
    return id;
  };

  const signIn = async (staffId: number): Promise<string> => {
    const secret = randomBytes(32).toString('base64url');
    await db.staffSession.create({ data: { id: sessionIdOf(secret), staffId } });
    return secret;
  };

  let people = 0;
  /** Signs in a new person. Their first device is `device`. */
  const enter = async (roles: Role[], { hasDevice = false } = {}) => {
    people += 1;
    const [name, email] = [`Person ${people}`, `person${people}@example.fr`];
    const { id } = await db.staff.create({ data: { email, name, roles }, select: { id: true } });
    const device = hasDevice ? await addDevice(id) : '';
    const secret = await signIn(id);
    const change = (called: string, input: object = {}) =>
      call({ name: called, method: 'POST', input, secret });
    return {
      id,
      name,
      email,
      device,
      secret,
      /** Calls a read, and returns its output. */
      read: async (called: string, input: object = {}) =>
        Object((await call({ name: called, input, secret })).body.result?.data),
      /** Calls a read, and returns the codes of its refusal. */
      refusedRead: async (called: string, input: object) =>
        (await call({ name: called, input, secret })).body.error?.data.codes,
      change,
      /** Calls a change that succeeds, and returns its output. */
      done: async (called: string, input: object = {}) => {
        const { status, body } = await change(called, input);
        expect([called, status, body.error?.data]).toEqual([called, 200, undefined]);
        return Object(body.result?.data);
      },
      /** Calls a change, and returns the codes of its refusal. */
      refusalOf: async (called: string, input: object = {}) => {
        const { code, body } = await change(called, input);
        return code === 'refused' ? body.error?.data.codes : code;
      },
    };
  };

  /** Calls a procedure as the office's pages do: with the XSRF token that the server set. */
  const call = async ({ name, method = 'GET', input = {}, secret, headers = {} }: Call) => {
    const host = new URL(ORIGIN).host;
    const session = secret === undefined ? '' : `${COOKIE}=${secret}`;
    const first = await server.inject({
      url: '/trpc/access.mode',
      headers: { host, cookie: session, ...headers },
    });
    const token = first.cookies.find((cookie) => cookie.name === 'office-xsrf')?.value ?? '';
    const url =
      method === 'GET'
        ? `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
        : `/trpc/${name}`;
    const answer = await server.inject({
      url,
      method,
      headers: {
        host,
        origin: ORIGIN,
        cookie: `${session}; office-xsrf=${token}`,
        'x-office-xsrf': token,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { payload: JSON.stringify(input) } : {}),
    });
    const body: Body = answer.json();
    return { status: answer.statusCode, body, code: body.error?.data.code, answer };
  };

  return { server, enter, addDevice, signIn, call, close: () => server.close() };
}
