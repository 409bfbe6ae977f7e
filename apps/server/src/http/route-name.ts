import type { ServerResponse } from 'node:http';

import { listProcedures } from '@agres/shop/rest/procedures';
import type { FastifyRequest } from 'fastify';

import { RPC_PREFIX } from '../calls/prefixes.ts';

/** The name of all requests without a route, because the number of unknown URLs is unbounded. */
const NO_ROUTE = 'none';

const PROCEDURES: ReadonlySet<string> = new Set(listProcedures().map(([name]) => name));

const names = new WeakMap<ServerResponse, string>();

/** Sets the name under which a request is counted; the last call wins. */
export function nameRoute(response: ServerResponse, name: string): void {
  names.set(response, name);
}

/** Returns the name under which the request of this response is counted. */
export function routeNameOf(response: ServerResponse): string {
  return names.get(response) ?? NO_ROUTE;
}

/**
 * Returns the framework's route of a request, with placeholders for parameters. A call over tRPC has its
 * procedure's name, a batch one name for all batches.
 */
export function routeOf({ is404, routeOptions, params }: FastifyRequest): string {
  const { url } = routeOptions;
  if (is404 || url === undefined || url.endsWith('/*')) return NO_ROUTE;
  if (!url.startsWith(`${RPC_PREFIX}/`)) return url;
  const path: unknown = Reflect.get(Object(params), 'path');
  if (typeof path !== 'string') return NO_ROUTE;
  if (path.includes(',')) return rpcRoute('batch');
  return PROCEDURES.has(path) ? rpcRoute(path) : NO_ROUTE;
}

export const rpcRoute = (name: string) => `${RPC_PREFIX}/${name}`;
