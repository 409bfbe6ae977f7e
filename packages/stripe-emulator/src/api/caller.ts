import type { IncomingHttpHeaders } from 'node:http';

import type { Account } from '../account.ts';
import { API_VERSION } from '../events/events.ts';
import { apiError, paramError } from './api-error.ts';
import type { Operation } from './operation.ts';
import type { Params } from './params.ts';

export type Caller = { account: Account; isFromBrowser: boolean };

/** Authenticates a request: a secret key identifies a server, a publishable key a browser. */
export function identifyCaller(
  accounts: Iterable<Account>,
  headers: IncomingHttpHeaders,
  params: Params,
): Caller {
  const key = readKey(headers.authorization) ?? params.text('key');
  if (key === undefined || key === '') {
    throw keyError(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. "Authorization: Bearer YOUR_SECRET_KEY").',
    );
  }
  for (const account of accounts) {
    if (key === account.keys.secret) return { account, isFromBrowser: false };
    if (key === account.keys.publishable) return { account, isFromBrowser: true };
  }
  throw keyError(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

/**
 * Rejects requests that the provider refuses before running them: wrong key type, API version or parameters.
 */
export function requireAcceptable(
  operation: Operation,
  caller: Caller,
  { headers, params }: { headers: IncomingHttpHeaders; params: Params },
): void {
  if (caller.isFromBrowser && !operation.isForBrowsers) {
    throw keyError(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    );
  }
  const version = headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION) {
    throw apiError({
      status: 400,
      isKept: false,
      body: {
        type: 'invalid_request_error',
        message: `Invalid Stripe API version: ${String(version)}. The emulator speaks ${API_VERSION}.`,
      },
    });
  }
  const unknown = params
    .names()
    .find((name) => name !== 'key' && !operation.accepts.includes(name));
  if (unknown !== undefined) {
    throw paramError(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
}

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

function keyError(message: string, code?: string): Error {
  return apiError({
    status: 401,
    isKept: false,
    body: { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) },
  });
}
