import type { AddressInfo } from 'node:net';

import type { Logger } from 'pino';

import { createServerWithLimits, explainListenFailure } from '../cache/http-server.ts';
import type { Metrics } from './metrics.ts';

export type OperatorListenerOptions = { host: string; port: number; metrics: Metrics; log: Logger };

export type OperatorListener = { origin: string; close: () => Promise<void> };

const ADDRESS = '/metrics';

/**
 * Serves `/metrics` at a separate address, which no visitor reaches.
 * @throws an Error that says what to do: port taken, or no address of this machine
 */
export async function openOperatorListener({
  host,
  port,
  metrics,
  log,
}: OperatorListenerOptions): Promise<OperatorListener> {
  const server = createServerWithLimits((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== ADDRESS) return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics not served');
        response.writeHead(500).end();
      },
    );
  });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen({ host, port }, () => resolve(undefined));
  await promise.catch((error: unknown) => {
    throw explainListenFailure(error, { host, port, settings: ['OPERATOR_HOST', 'OPERATOR_PORT'] });
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    close: async () => {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
