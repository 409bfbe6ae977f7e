import { chmod, mkdir, rm } from 'node:fs/promises';

import { answerCommand } from '@shop/api/owner/answer-command';
import { channelOf, ownerRequestSchema, type OwnerAnswer } from '@shop/api/owner/channel';
import type { AuditDeps } from '@shop/api/purchase/audit-payments';
import { readDatabaseUrl } from '@shop/db/database-url';
import type { DbHandle } from '@shop/db/db';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Two articles' worth of HTML. */
const BODY_LIMIT_BYTES = 512 * 1024;

type ChannelDeps = Omit<AuditDeps, 'log'> & { database: DbHandle; log: Logger };

/**
 * Serves the shop owner's commands while this process alone may open the embedded database: on a Unix
 * socket in a directory that only the user of this process may enter. On PostgreSQL there is nothing
 * to serve: the command connects by itself (docs/decisions/050). Returns the function that closes it.
 */
export async function openOwnerChannel(deps: ChannelDeps): Promise<() => Promise<void>> {
  const address = readDatabaseUrl(deps.database.url);
  if (address.kind !== 'pglite' || address.directory === null) return async () => undefined;
  const { directory, socket } = channelOf(address.directory);
  const server = createChannelServer(deps);
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

function createChannelServer(deps: ChannelDeps): FastifyInstance {
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
      const answer = await answerCommand({ db, clock, provider: async () => deps }, command);
      const { command: name, by } = command;
      log.info({ command: name, by, outcome: answer.kind }, 'owner command');
      return answer;
    },
  });
  server.setErrorHandler(async (error, _request, reply) => {
    log.error({ err: error }, 'owner command failed');
    const reason = 'It failed inside the running process. The reason is in its log.';
    return reply.code(500).send({ kind: 'failed', reason } satisfies OwnerAnswer);
  });
  return server;
}
