import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { createRateLimiter } from '@agres/core/limits/rate-limit';
import type { Role } from '@agres/core/operations/actor';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { sessionIdOf } from '@agres/core/session/session';
import type { DbHandle } from '@agres/db/db';
import { pino } from 'pino';

import { createOfficeApp } from '#office/office-app.ts';

import { startMailedShop } from './shop.ts';

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

  let people = 0;
  const enter = async (roles: Role[]): Promise<{ id: number; name: string; secret: string }> => {
    people += 1;
    const name = `Person ${people}`;
    const { id } = await db.staff.create({
      data: { email: `person${people}@example.fr`, name, roles },
      select: { id: true },
    });
    const secret = randomBytes(32).toString('base64url');
    await db.staffSession.create({ data: { id: sessionIdOf(secret), staffId: id } });
    return { id, name, secret };
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

  return { server, enter, call, close: () => server.close() };
}

/** Starts a shop that sends its emails to a mailbox, and the office on its database. */
export async function startMailedOffice() {
  const shop = await startMailedShop();
  const office = await startTestOffice(shop.app.database);
  const close = async () => {
    await office.close();
    await shop.close();
  };
  return { mailbox: shop.mailbox, shop, office, close };
}
