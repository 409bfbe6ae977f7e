/** What is kept of a failed call: enough to act and to log, never a token, a key or a client secret. */
export type ProviderFault = {
  kind:
    | 'timeout'
    | 'connection'
    | 'server_error'
    | 'rate_limited'
    | 'in_flight'
    | 'authentication'
    | 'permission'
    | 'idempotency_mismatch'
    | 'invalid_request'
    | 'unreadable';
  status: number | null;
  code: string | null;
  param: string | null;
  requestId: string | null;
  message: string;
};

/**
 * What the provider said. `unknown`: the call may or may not have had its effect (timeout, reset,
 * 5xx, 409, 429, DNS); repeat it with the same key or read the object. `misconfigured`: refused,
 * without effect, through a fault of ours (keys, permissions, API version, parameters).
 */
export type Answer<T> =
  | { outcome: 'known'; value: T }
  | { outcome: 'unknown'; cause: ProviderFault }
  | { outcome: 'misconfigured'; cause: ProviderFault };
