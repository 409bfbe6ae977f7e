import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPasswords } from '@agres/core/session/password';
import { createDb, type Db, type DbHandle } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { connectionStatusSchema, itemSchema } from '@agres/domain/shapes.schema';
import { afterAll, beforeAll } from 'vitest';

import { DEMO_PASSWORD, seed } from '../../prisma/seed.ts';
import { millisecondsUntil, shop, startSite, type RunningSite } from './testing.ts';

type Setting = { processes: number; prepare?: (db: Db) => Promise<unknown> };

/** Sets up a seeded shop with its processes for a group of tests, and returns helpers. */
export function setUp({ processes, prepare }: Setting) {
  let database: TestDatabase;
  let running: RunningSite[] = [];
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agres-shop-'));
    database = await createTestDatabase();
    await withDatabase(database.url, async ({ db }) => {
      await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
      await prepare?.(db);
    });
    running = await Promise.all(Array.from({ length: processes }, () => startSite(database.url)));
  });
  afterAll(async () => {
    await Promise.all(running.map((site) => site.stop()));
    await database.close();
    await rm(directory, { recursive: true });
  });
  return {
    run: (...args: string[]) => shop(database.url, ...args),
    sites: () => running,
    folder: () => directory,
    written: async (name: string, text: string) => {
      const path = join(directory, name);
      await writeFile(path, text);
      return path;
    },
    /** Returns the longest time until a process shows the expected content, in ms. */
    slowest: async (path: string, isThere: (body: string) => boolean) =>
      Math.max(
        ...(await Promise.all(
          running.map(({ origin }) => millisecondsUntil(`${origin}${path}`, isThere)),
        )),
      ),
    itemsOf: async () =>
      itemSchema.array().parse(await (await fetch(`${running[0]?.origin}/api/items`)).json()),
    whenStopped: async <T>(work: (handle: DbHandle) => Promise<T>) => {
      await Promise.all(running.map((site) => site.stop()));
      return withDatabase(database.url, work);
    },
  };
}

async function withDatabase<T>(url: string, work: (handle: DbHandle) => Promise<T>): Promise<T> {
  const handle = createDb(url);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the demonstration member's orders, as that member's browser does. */
export async function ordersOfMember(origin: string) {
  const first = await fetch(`${origin}/api/users/status`);
  const cookies = new Map(readCookies(first));
  const signedIn = await fetch(`${origin}/api/connect`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      cookie: cookieHeader(cookies),
    },
    body: JSON.stringify({ email: 'member@agres.test', mdp: DEMO_PASSWORD }),
  });
  for (const [name, value] of readCookies(signedIn)) cookies.set(name, value);
  const status = await fetch(`${origin}/api/users/status`, {
    headers: { cookie: cookieHeader(cookies) },
  });
  return connectionStatusSchema.parse(await status.json()).user?.orders ?? [];
}

const readCookies = (response: Response) =>
  response.headers.getSetCookie().map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return [name, value];
  });

const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
