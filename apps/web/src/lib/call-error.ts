import type { AppRouter } from '@agres/shop/router';
import type { TRPCClientError } from '@trpc/client';

/** `code` is `error_message` if there was no answer. */
export type CallError = {
  code: string;
  /** Undefined if there was no answer. */
  status: number | undefined;
  fields: Record<string, string>;
  /** The value of the `Retry-After` header in ms; 0 or absent without the header. */
  retryAfterMs?: number;
  /** The first day on which the request is possible, if it came too early. */
  possibleFrom?: string | undefined;
  /** The shop owner's explanation, by language. */
  sentence?: Readonly<Record<string, string>> | undefined;
  /** True if the session check before a payment got no answer. Nothing has been bought then. */
  isUnsent?: boolean;
  /** True if the bank's confirmation failed or was cancelled, and the payment was then refused. */
  isUnconfirmed?: boolean;
  /** Stripe's client secret, if the card payment needs 3-D Secure. */
  clientSecret: string | undefined;
};

export function callErrorOf(thrown: unknown): CallError {
  const data = isFromServer(thrown) ? thrown.data : undefined;
  return {
    code: isFromServer(thrown) && data ? thrown.message : 'error_message',
    status: data?.httpStatus,
    retryAfterMs: isFromServer(thrown) ? retryAfterMsOf(thrown) : 0,
    fields: Object.fromEntries((data?.issues ?? []).map(({ path, message }) => [path, message])),
    possibleFrom: data?.possibleFrom,
    sentence: data?.sentence,
    clientSecret: data?.requiresAction ? data.clientSecret : undefined,
  };
}

function retryAfterMsOf({ meta }: TRPCClientError<AppRouter>): number {
  const response = meta?.['response'];
  const seconds = response instanceof Response ? Number(response.headers.get('retry-after')) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/** Compares the name, because importing the class would load the whole tRPC client. */
function isFromServer(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && error.name === 'TRPCClientError';
}
