import type { IncomingMessage } from 'node:http';

import type { FastifyRequest } from 'fastify';

import { REST_PREFIX, RPC_PREFIX } from '../calls/prefixes.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface FastifyContextConfig {
    /** Marks a route that only machines call, without cookies or XSRF token. */
    caller?: 'provider' | 'operator' | 'mail-program';
  }
}

/** Whether the request calls a procedure, over REST or tRPC. */
export const isCall = ({ url }: FastifyRequest): boolean => isCallUrl(url);

export const isCallUrl = (url: string): boolean =>
  url.startsWith(`${REST_PREFIX}/`) || url.startsWith(`${RPC_PREFIX}/`);

/**
 * Whether a URL is valid text: ASCII whose escapes decode to UTF-8. Ignores a malformed escape (`%zz`),
 * because no address contains one.
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

export const isMachineCall = (request: FastifyRequest): boolean =>
  request.routeOptions.config.caller !== undefined;

/** Whether the request is for a page or a call; files are the same for all visitors. */
export function usesSession(request: FastifyRequest): boolean {
  if (isMachineCall(request)) return false;
  return isCall(request) || !isFile(request);
}

/** Whether a browser navigates to a page, at any URL. */
export function isPageRequest(request: FastifyRequest): boolean {
  const isShown = request.headers.accept?.includes('text/html') === true;
  return isShown && !mayChangeSomething(request) && !isMachineCall(request) && !isCall(request);
}

/**
 * Returns the URL for routing. Outside the calls, escapes that cannot be decoded are taken literally, so that
 * such a URL is an ordinary unknown page.
 */
export function routedUrlOf({ url = '' }: IncomingMessage): string {
  if (isCallUrl(url)) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

export const mayChangeSomething = ({ method }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD';

/** Whether the request may change something at a known address; machine calls excluded. */
export const isChangingCall = (request: FastifyRequest): boolean =>
  !request.is404 && mayChangeSomething(request) && !isMachineCall(request);

function isFile({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1);
  return path.slice(path.lastIndexOf('/')).includes('.');
}
