import type { AppRouter } from '@agres/shop/router';
import type { TRPCClientError } from '@trpc/client';

/** Why a call failed; `code` is `error_message` where no answer came. */
export type CallError = {
  code: string;
  /** Absent where no answer came. */
  status: number | undefined;
  /** The codes of the invalid fields, by name. */
  fields: Record<string, string>;
  /** How long the server asks to be left alone, in ms; 0 or absent where it does not say. */
  retryAfterMs?: number;
  /** The first day on which it will be possible, where time alone is missing. */
  possibleFrom?: string | undefined;
  /** What the owner says about it, by language. */
  sentence?: Readonly<Record<string, string>> | undefined;
  /** Whether the server was only asked whether it may come, and did not answer: nothing was bought. */
  isUnsent?: boolean;
  /** What finishes a card payment that asks for 3-D Secure. */
  clientSecret: string | undefined;
};

/** Converts a thrown value to the error of a call. */
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

/** By its name: the class would bring the whole client of calls along. */
function isFromServer(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && error.name === 'TRPCClientError';
}
