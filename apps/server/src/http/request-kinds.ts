import type { FastifyRequest } from 'fastify';

import { REST_PREFIX, RPC_PREFIX } from '../calls/prefixes.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface FastifyContextConfig {
    /** Set on routes that only machines call: no cookies, no XSRF token there. */
    caller?: 'provider' | 'operator' | 'mail-program';
  }
}

/** Whether a procedure is called, by REST or tRPC. */
export const isCall = ({ url }: FastifyRequest): boolean =>
  url.startsWith(`${REST_PREFIX}/`) || url.startsWith(`${RPC_PREFIX}/`);

/**
 * Whether an address is text: ASCII, whose escapes are UTF-8. An escape that is none at all (`%zz`) is
 * no concern of this: no address has one.
 */
export function isTextAddress(url: string): boolean {
  if (/[^\x21-\x7e]/.test(url)) return false;
  try {
    decodeURIComponent(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** Whether the payment provider, a probe or a mail program calls. */
export const isMachineCall = (request: FastifyRequest): boolean =>
  request.routeOptions.config.caller !== undefined;

/** Whether it asks for a page or is a call; files are the same for everybody. */
export function usesSession(request: FastifyRequest): boolean {
  if (isMachineCall(request)) return false;
  return isCall(request) || !isFile(request);
}

/** Whether a browser asks for a page to show. */
export function isPageRequest(request: FastifyRequest): boolean {
  const isShown = request.headers.accept?.includes('text/html') === true;
  return isShown && !mayChangeSomething(request) && usesSession(request) && !isCall(request);
}

export const mayChangeSomething = ({ method }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD';

/** Whether it may change something at an address that there is, and no machine calls. */
export const isChangingCall = (request: FastifyRequest): boolean =>
  !request.is404 && mayChangeSomething(request) && !isMachineCall(request);

function isFile({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1);
  return path.slice(path.lastIndexOf('/')).includes('.');
}
