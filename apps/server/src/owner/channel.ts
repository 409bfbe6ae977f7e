import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ProviderDeps } from '@agres/core/operations/operation';
import { writeBackup } from '@agres/db/backup/write-backup';
import { readDatabaseUrl } from '@agres/db/database-url';
import type { DbHandle } from '@agres/db/db';
import { refusalWords } from '@agres/i18n/refusal-texts';
import {
  BACKUP_PATH,
  channelOf,
  HELD_MS_HEADER,
  ownerRequestSchema,
  type OwnerAnswer,
} from '@agres/office/operations/channel';
import { answerCommand } from '@agres/office/owner-commands';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** The longest table that a command takes, of letters of two bytes each. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

type ChannelDeps = Omit<ProviderDeps, 'log'> & {
  database: DbHandle;
  log: Logger;
  wakeRefunds: () => void;
};

/**
 * Serves the shop owner's commands while this process alone may open the embedded database: on a Unix
 * socket in a directory that only the user of this process may enter. On PostgreSQL there is nothing
 * to serve: the command connects by itself (docs/decisions/050). Returns the function that closes it.
 */
export async function openOwnerChannel(deps: ChannelDeps): Promise<() => Promise<void>> {
  const address = readDatabaseUrl(deps.database.url);
  if (address.kind !== 'pglite' || address.directory === null) return async () => undefined;
  const { directory, socket } = channelOf(address.directory);
  const server = createChannelServer({ ...deps, directory });
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    // This process holds the database alone: an existing socket is of a process that died.
    await rm(socket, { force: true });
    await server.listen({ path: socket });
  } catch (error) {
    deps.log.warn({ err: error, socket }, 'no way in for `pnpm shop`: stop this process to use it');
  }
  return async () => {
    await server.close();
  };
}

/** `directory`: the socket's directory, closed to other users. */
function createChannelServer(deps: ChannelDeps & { directory: string }): FastifyInstance {
  const { db, clock, log } = deps;
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
  });
  server.route({
    method: 'POST',
    url: '/',
    handler: async (request): Promise<OwnerAnswer> => {
      const command = ownerRequestSchema.parse(request.body);
      const answer = await answerCommand(
        {
          db,
          log,
          clock,
          provider: async () => deps,
          wakeRefunds: deps.wakeRefunds,
          refusalWords: (refusals) => refusalWords('en', refusals),
        },
        command,
      );
      const { command: name, by } = command;
      log.info({ command: name, by, outcome: answer.kind }, 'owner command');
      return answer;
    },
  });
  server.route({
    method: 'POST',
    url: BACKUP_PATH,
    handler: async (_request, reply) => {
      // Stored beside the database until it is sent: the caller does not wait for the reader.
      const file = join(deps.directory, `backup-${randomUUID()}`);
      try {
        const { heldMs, rows } = await writeBackup(
          deps.database,
          createWriteStream(file, { flags: 'wx', mode: 0o600 }),
        );
        log.info({ heldMs, rows }, 'backup made');
        const written = await open(file);
        return await reply
          .header('content-type', 'application/gzip')
          .header(HELD_MS_HEADER, String(heldMs))
          .send(written.createReadStream());
      } finally {
        await rm(file, { force: true });
      }
    },
  });
  server.setErrorHandler(async (error, _request, reply) => {
    log.error({ err: error }, 'owner command failed');
    const reason = 'It failed inside the running process. The reason is in its log.';
    return reply.code(500).send({ kind: 'failed', reason } satisfies OwnerAnswer);
  });
  return server;
}
