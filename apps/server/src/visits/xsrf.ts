import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { randomText } from './random-text.ts';

/** Makes and checks XSRF tokens: a signed double submit, bound to a session or a visitor's cookie. */
export type XsrfTokens = {
  /** A new token for whoever `binding` names. */
  mint: (binding: string) => string;
  isValid: (token: string | undefined, binding: string) => boolean;
};

/**
 * Tokens of the form `v1.<random>.<HMAC-SHA256(key, "xsrf|" binding "|" random)>`. Knowing one
 * tells nothing about another, and a pair planted from outside has no right signature.
 */
export function createXsrfTokens(key: string): XsrfTokens {
  const secret = createSecretKey(key, 'utf8');
  const signatureOf = (binding: string, random: string) =>
    createHmac('sha256', secret).update(`xsrf|${binding}|${random}`).digest();

  return {
    mint: (binding) => {
      const random = randomText();
      return `v1.${random}.${signatureOf(binding, random).toString('base64url')}`;
    },
    isValid: (token, binding) => {
      const parts = /^v1\.([\w-]{22})\.([\w-]{43})$/.exec(token ?? '');
      const [, random, signature] = parts ?? [];
      if (random === undefined || signature === undefined) return false;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(binding, random));
    },
  };
}

type OriginPolicy = {
  publicUrl: string;
  /** Outside production the request's own host is this site too, whatever its name. */
  trustsOwnHost: 'yes' | 'no';
};

/** Whether a request may change something here, as far as its browser says where it comes from. */
export function isFromThisSite(headers: IncomingHttpHeaders, policy: OriginPolicy): boolean {
  return isOwnOrigin(headers, policy) && !isOtherSite(headers);
}

/**
 * Whether `GET /api/disconnect` may do what it says: a click or a call from this site, never an
 * image or a frame of another one (contract, section 2).
 */
export function mayDisconnect(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  return !isOtherSite(headers) && [undefined, 'empty', 'document'].includes(destination);
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
