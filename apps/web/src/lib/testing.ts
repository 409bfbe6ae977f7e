import { TRPCClientError } from '@trpc/client';

export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Creates the error that the client throws for an error response with these headers. */
export const serverError = (code: string, data: object, headers: Record<string, string> = {}) =>
  TRPCClientError.from(
    { error: { message: code, code: -32_000, data } },
    { meta: { response: new Response(null, { headers }) } },
  );

export const NETWORK_LOSS = new TypeError('Failed to fetch');

export const CONFIRMATION_REQUIRED = serverError('invalid_card', {
  httpStatus: 402,
  requiresAction: true,
  clientSecret: 'pi_1_secret_2',
});

/** A fake server that fails with each of `failures` in turn, then succeeds, and a fake bank. */
export function serverAnswering<Call = void>(...failures: Error[]) {
  const sent: Call[] = [];
  const confirmed: string[] = [];
  return {
    sent,
    confirmed,
    send: async (call: Call) => {
      sent.push(call);
      const failure = failures.shift();
      if (failure) throw failure;
    },
    confirmAtBank: async (clientSecret: string) => {
      confirmed.push(clientSecret);
      return {};
    },
  };
}
