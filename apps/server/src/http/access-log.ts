import type { LogHashes } from '@agres/core/log-hashes';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { ServedAnswer } from '../cache/http-server.ts';
import { loggedPath } from '../log.ts';
import { requestIdOf } from './request-id.ts';
import { mayChangeSomething } from './request-kinds.ts';

/** `changes` logs the requests that may change something or fail. */
export type AccessLogMode = 'changes' | 'all';

export type AccessLog = {
  /** Logs the requests that reach the framework; successful reads at level debug, except in mode `all`. */
  register: (server: FastifyInstance) => void;
  /** Logs a request that was answered from memory; undefined if the mode does not log these. */
  logPrepared: ((answered: ServedAnswer) => void) | undefined;
};

type Options = {
  accessLog?: AccessLogMode;
  trustedProxies: readonly string[];
  log: FastifyBaseLogger;
  logHashes: LogHashes;
};

type LoggedAnswer = {
  method: string | undefined;
  url: string;
  status: number;
  ms: number;
  ip: string;
};

/** Creates the access log: one line per request, with a hash of the client that changes daily. */
export function createAccessLog({
  accessLog: mode = 'changes',
  trustedProxies,
  log,
  logHashes,
}: Options): AccessLog {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  const quietLevel = mode === 'all' ? 'info' : 'debug';
  const isShown = (level: string) =>
    level === 'info' || log.level === 'debug' || log.level === 'trace';

  const lineOf = ({ method, url, status, ms, ip }: LoggedAnswer) => ({
    method,
    path: loggedPath(url),
    status,
    ms: Math.round(ms),
    client: logHashes.of(ip),
  });

  return {
    register: (server) =>
      void server.addHook('onResponse', (request, reply, done) => {
        const status = reply.raw.statusCode;
        const isQuiet = !mayChangeSomething(request) && status < 400;
        const level = isQuiet ? quietLevel : 'info';
        if (isShown(level)) {
          const { method, originalUrl: url, ip } = request;
          request.log[level](lineOf({ method, url, status, ms: reply.elapsedTime, ip }), 'request');
        }
        done();
      }),
    logPrepared:
      mode === 'changes'
        ? undefined
        : ({ request, response, seconds }) =>
            log.info(
              {
                reqId: requestIdOf(request),
                ...lineOf({
                  method: request.method,
                  url: request.url ?? '',
                  status: response.statusCode,
                  ms: seconds * 1000,
                  ip: proxyAddress(request, isTrusted),
                }),
              },
              'request',
            ),
  };
}
