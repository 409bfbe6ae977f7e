import type { FastifyRequest } from 'fastify';

import { REST_PREFIX, RPC_PREFIX } from './calls/prefixes.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface FastifyContextConfig {
    /** Who calls a route that people and their browsers do not: no cookies, no XSRF token there. */
    caller?: 'provider' | 'operator';
  }
}

/** Whether a procedure is called, over either transport. */
export const isCall = ({ url }: FastifyRequest): boolean =>
  url.startsWith(`${REST_PREFIX}/`) || url.startsWith(`${RPC_PREFIX}/`);

/** Whether it comes from the payment provider or from whoever runs the server. */
export const isByMachine = (request: FastifyRequest): boolean =>
  request.routeOptions.config.caller !== undefined;

/** Whether somebody asks for a page or makes a call; files are the same for everybody. */
export function isVisit(request: FastifyRequest): boolean {
  if (isByMachine(request)) return false;
  return isCall(request) || !isFile(request);
}

/** Whether a browser asks for a page to show. */
export function isForPage(request: FastifyRequest): boolean {
  const isShown = request.headers.accept?.includes('text/html') === true;
  return isShown && !mayChangeSomething(request) && isVisit(request) && !isCall(request);
}

/** Whether it may do more than read. */
export const mayChangeSomething = ({ method }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD';

function isFile({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1);
  return path.slice(path.lastIndexOf('/')).includes('.');
}
