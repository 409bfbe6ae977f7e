import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { DomainError } from '@agres/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { randomText } from './random-text.ts';
import { isChangingCall } from './request-kinds.ts';

/** XSRF tokens: a signed double submit, bound to a session or a visitor's cookie. */
export type XsrfTokens = {
  mint: (binding: string) => string;
  isValid: (token: string | undefined, binding: string) => boolean;
};

const TOKEN_FORM = /^v1\.([\w-]{22})\.([\w-]{43})$/;

/** Whether a text has the form of a token; does not verify its signature. */
export const hasTokenForm = (token: string | undefined): boolean => TOKEN_FORM.test(token ?? '');

/**
 * Tokens have the form `v1.<random>.<HMAC-SHA256(key, "xsrf|" binding "|" random)>`. One token reveals
 * nothing about another, and a planted pair of cookie and header has no valid signature.
 */
export function createXsrfTokens(key: string): XsrfTokens {
  const secret = createSecretKey(key, 'utf8');
  // guard: an XSRF token is valid for one session only
  const signing = (binding: string, random: string) =>
    createHmac('sha256', secret).update(`xsrf|${binding}|${random}`);

  return {
    mint: (binding) => {
      const random = randomText();
      return `v1.${random}.${signing(binding, random).digest('base64url')}`;
    },
    isValid: (token, binding) => {
      const parts = TOKEN_FORM.exec(token ?? '');
      const [, random, signature] = parts ?? [];
      if (random === undefined || signature === undefined) return false;
      return timingSafeEqual(
        Buffer.from(signature, 'base64url'),
        signing(binding, random).digest(),
      );
    },
  };
}

type OriginPolicy = {
  publicUrl: string;
  /** Whether to accept an `Origin` equal to the request's `Host`; only outside production. */
  trustsOwnHost: 'yes' | 'no';
};

/** Refuses changing requests that come from another site or lack this site's token. */
export function refuseForgedCalls(
  server: FastifyInstance,
  policy: OriginPolicy & { hasValidToken: (request: FastifyRequest) => Promise<boolean> },
): void {
  server.addHook('preParsing', async (request) => {
    if (!isChangingCall(request)) return;
    if (!isFromThisSite(request.headers, policy)) {
      throw new DomainError('invalid_xsrf_token', { reason: 'wrong_origin' });
    }
    if (!(await policy.hasValidToken(request))) throw new DomainError('invalid_xsrf_token');
  });
}

function isFromThisSite(headers: IncomingHttpHeaders, policy: OriginPolicy): boolean {
  return isOwnOrigin(headers, policy) && !isOtherSite(headers);
}

/**
 * Whether `GET /api/disconnect` may log out: a navigation or a call from this site may. An image or a frame
 * of another site, or a prefetch, may not.
 */
export function mayDisconnect(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  return (
    !isOtherSite(headers) &&
    !isAhead(headers) &&
    [undefined, 'empty', 'document'].includes(destination)
  );
}

/** Whether a browser prefetches, by the current header or an older one. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]);
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose)));
}

function isOwnOrigin(headers: IncomingHttpHeaders, policy: OriginPolicy): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(policy.publicUrl).origin) return true;
  return policy.trustsOwnHost === 'yes' && [`http://${host}`, `https://${host}`].includes(origin);
}

function isOtherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
