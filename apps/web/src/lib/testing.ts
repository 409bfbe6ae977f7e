import { TRPCClientError } from '@trpc/client';

/** A browser's storage, kept in memory. */
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

/** What the client throws when the server answers with an error, and with these headers. */
export const serverError = (code: string, data: object, headers: Record<string, string> = {}) =>
  TRPCClientError.from(
    { error: { message: code, code: -32_000, data } },
    { meta: { response: new Response(null, { headers }) } },
  );

/** What the browser throws when no answer comes. */
export const NETWORK_LOSS = new TypeError('Failed to fetch');

/** The answer to a payment that the bank wants confirmed. */
export const TO_CONFIRM = serverError('invalid_card', {
  httpStatus: 402,
  requiresAction: true,
  clientSecret: 'pi_1_secret_2',
});

/** A server that answers with each of these in turn, then with success; and the bank beside it. */
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
    },
  };
}
