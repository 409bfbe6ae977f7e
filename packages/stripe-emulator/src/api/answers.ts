import type { ErrorEffect } from '../control/faults.ts';
import { apiError, apiErrorIn, type ErrorBody } from './api-error.ts';
import type { StoredAnswer } from './idempotency.ts';

type FaultAnswer = { status: number; body: ErrorBody };

/** Maps an exception to the response to send. */
export function answerOf(error: unknown): StoredAnswer {
  const known = apiErrorIn(error);
  // The message says that the emulator itself failed, so that a bug here is not taken for a provider fault.
  return errorAnswer(
    known ?? {
      status: 500,
      body: { type: 'api_error', message: `The emulator failed: ${String(error)}` },
    },
  );
}

export function errorAnswer({ status, body }: FaultAnswer): StoredAnswer {
  return { status, body: JSON.stringify({ error: body }) };
}

/** 409 for an idempotency key whose first request is still running. */
export const inFlight = (key: string): FaultAnswer => ({
  status: 409,
  body: {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  },
});

/** 400 for an idempotency key first used with another request. */
export const mismatch = (message: string): FaultAnswer => ({
  status: 400,
  body: { type: 'idempotency_error', message },
});

/** 500, sent whether or not the request took effect. */
export const SERVER_ERROR: FaultAnswer = {
  status: 500,
  body: {
    type: 'api_error',
    message:
      'An unknown error occurred. If this error persists please contact us at https://support.stripe.com/contact.',
  },
};

export const FAULT_ANSWERS: Record<ErrorEffect, FaultAnswer> = {
  rate_limit: {
    status: 429,
    body: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    },
  },
  conflict: {
    status: 409,
    body: {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
    },
  },
  authentication: {
    status: 401,
    body: {
      type: 'invalid_request_error',
      code: 'api_key_expired',
      message: 'Expired API Key provided.',
    },
  },
  permission: {
    status: 403,
    body: {
      type: 'invalid_request_error',
      message: 'The provided key does not have the required permissions for this endpoint.',
    },
  },
};

/** Returns a 404 error for a path outside the API, worded as the provider does. */
export function unknownAddressError(method: string, url: string): Error {
  return apiError({
    status: 404,
    isKept: false,
    body: {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${url.split('?')[0] ?? ''}). The emulator does not know this call.`,
    },
  });
}
