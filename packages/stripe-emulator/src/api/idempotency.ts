import type { Clock } from '../clock.ts';

/** The endpoint and parameters of the first request that used an idempotency key. */
export type KeyedCall = { account: string; key: string; endpoint: string; fingerprint: string };

export type StoredAnswer = { status: number; body: string };

export type KeyState =
  | { state: 'new' }
  | { state: 'replay'; answer: StoredAnswer }
  | { state: 'in_flight' }
  | { state: 'mismatch'; message: string };

/**
 * The provider's rules for idempotency keys (its API reference, "Idempotent requests"). The first status and
 * body are stored for 24 hours, 500 responses included. A request with other parameters is refused, and so is
 * one made while the first is still running. Keys are scoped to one account.
 */
export type Idempotency = {
  begin(call: KeyedCall): KeyState;
  keep(call: KeyedCall, answer: StoredAnswer): void;
  /** Frees the key of a request that never ran. */
  release(call: KeyedCall): void;
  clear(): void;
};

type Entry = {
  endpoint: string;
  fingerprint: string;
  at: number;
  answer: StoredAnswer | undefined;
};

const KEY_TTL_SECONDS = 24 * 3600;
const MAX_KEYS = 50_000;

export function createIdempotency(clock: Clock): Idempotency {
  const entries = new Map<string, Entry>();
  const nameOf = ({ account, key }: KeyedCall) => `${account} ${key}`;

  const prune = () => {
    for (const [name, entry] of entries) {
      const isOver = clock.nowSeconds() - entry.at >= KEY_TTL_SECONDS;
      if (!isOver && entries.size <= MAX_KEYS) return;
      entries.delete(name);
    }
  };

  return {
    begin(call) {
      prune();
      const entry = entries.get(nameOf(call));
      if (!entry) {
        const { endpoint, fingerprint } = call;
        const at = clock.nowSeconds();
        entries.set(nameOf(call), { endpoint, fingerprint, at, answer: undefined });
        return { state: 'new' };
      }
      if (entry.endpoint !== call.endpoint) {
        return {
          state: 'mismatch',
          message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.endpoint}' vs '${entry.endpoint}'). Try using a key other than '${call.key}' if you meant to execute a different request.`,
        };
      }
      if (entry.fingerprint !== call.fingerprint) {
        return {
          state: 'mismatch',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
        };
      }
      return entry.answer ? { state: 'replay', answer: entry.answer } : { state: 'in_flight' };
    },
    keep(call, answer) {
      const entry = entries.get(nameOf(call));
      if (entry) entry.answer = answer;
    },
    release(call) {
      entries.delete(nameOf(call));
    },
    clear: () => entries.clear(),
  };
}
