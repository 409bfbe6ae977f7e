import type { AppRouter } from '@shop/api/router';
import { TRPCClientError } from '@trpc/client';

/** What the server said no with; `code` is `error_message` where it said nothing at all. */
export type Refusal = {
  code: string;
  /** Absent where no answer came. */
  status: number | undefined;
  /** The codes of the refused fields, by name. */
  fields: Record<string, string>;
  /** What finishes a card payment that asks for 3-D Secure. */
  clientSecret: string | undefined;
};

/** Reads a refusal from whatever a call threw. */
export function refusalOf(error: unknown): Refusal {
  const data = isFromServer(error) ? error.data : undefined;
  return {
    code: isFromServer(error) && data ? error.message : 'error_message',
    status: data?.httpStatus,
    fields: Object.fromEntries((data?.issues ?? []).map(({ path, message }) => [path, message])),
    clientSecret: data?.requiresAction ? data.clientSecret : undefined,
  };
}

function isFromServer(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
