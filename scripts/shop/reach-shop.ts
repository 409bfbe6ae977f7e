import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabaseClock } from '@agres/db/database-clock';
import { placeOf } from '@agres/db/database-place';
import { readDatabaseUrl } from '@agres/db/database-url';
import { createDb } from '@agres/db/db';
import { pendingMigrations, readMigrations } from '@agres/db/migrations';
import { refusalWords } from '@agres/i18n/refusal-texts';
import {
  channelOf,
  ownerAnswerSchema,
  type OwnerAnswer,
  type OwnerRequest,
} from '@agres/office/operations/channel';
import { answerCommand } from '@agres/office/owner-commands';

import { reachProvider, SILENT } from './reach-provider.ts';

/** A process that starts holds the database for a while before it takes commands. */
const PATIENCE_MS = 8000;
/** Longer than any command takes. */
const ANSWER_WITHIN_MS = 30_000;

/** Where the shop is, by its settings. */
export type ShopAddress = {
  databaseUrl: string;
  /** Empty where it is not set: only a command that makes the database another site's asks for it. */
  publicUrl: string;
};

/**
 * Gives a command to the shop at an address: through the process that holds an embedded database,
 * else on the database itself.
 * @throws an Error that says what to do: no such database, held by a process that takes no commands.
 */
export async function giveCommand(shop: ShopAddress, command: OwnerRequest): Promise<OwnerAnswer> {
  return reachDatabase(shop.databaseUrl, {
    inProcess: (socket) => askProcess(socket, command),
    here: () => answerHere(shop, command),
  });
}

/** Two ways to work on a database: through the process that holds it (undefined if none does), or here. */
type Ways<T> = {
  inProcess: (socket: string) => Promise<T | undefined>;
  here: () => Promise<T>;
};

/**
 * Works on a shop's database: on an embedded one through the process that holds it, else here.
 * @throws an Error that says what to do: no such database, held by a process that takes no commands.
 */
export async function reachDatabase<T>(url: string, { inProcess, here }: Ways<T>): Promise<T> {
  const address = readDatabaseUrl(url);
  if (address.kind === 'postgresql') return here();
  const { directory } = address;
  if (directory === null || !existsSync(directory)) {
    throw new Error(
      `There is no shop at ${url}. Start the site once (\`pnpm dev\`), or set DATABASE_URL.`,
    );
  }
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await inProcess(channelOf(directory).socket);
    if (answer !== undefined) return answer;
    try {
      return await here();
    } catch (error) {
      if (Date.now() > endsAt || !isHeld(error)) throw error;
    }
    await sleep(200);
  }
}

const isHeld = (error: unknown) =>
  error instanceof Error && error.message.startsWith('The embedded database');

async function answerHere(
  { databaseUrl, publicUrl }: ShopAddress,
  command: OwnerRequest,
): Promise<OwnerAnswer> {
  const handle = await createDb(databaseUrl, { poolSize: 1 });
  const { db, kind, close } = handle;
  try {
    if ((await pendingMigrations(db, await readMigrations())).length > 0) {
      throw new Error('The database is not up to date. Run `pnpm db:migrate` first.');
    }
    const provider = () => reachProvider(handle);
    const alone = { kind, place: () => placeOf(handle), publicUrl };
    return await answerCommand(
      {
        db,
        log: SILENT,
        clock: (await openDatabaseClock(handle)).now,
        provider,
        alone,
        refusalWords: (refusals) => refusalWords('en', refusals),
      },
      command,
    );
  } finally {
    await close();
  }
}

/** Asks the process behind a socket; undefined if no process listens there. */
async function askProcess(
  socketPath: string,
  command: OwnerRequest,
): Promise<OwnerAnswer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<OwnerAnswer | undefined>();
  const headers = { 'content-type': 'application/json' };
  const call = request({ socketPath, method: 'POST', path: '/', headers }, (response) => {
    text(response)
      .then((body) => ownerAnswerSchema.parse(JSON.parse(body)))
      .then(resolve, reject);
  });
  call.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(undefined);
    else if (code === 'EACCES')
      reject(new Error(`Only the user who runs the site may use ${socketPath}.`));
    else reject(error);
  });
  call.setTimeout(ANSWER_WITHIN_MS, () => {
    call.destroy(
      new Error('The process that holds the database does not answer. Look at its log.'),
    );
  });
  call.end(JSON.stringify(command));
  return promise;
}
