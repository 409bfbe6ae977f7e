/** A card call that has no answer yet. It may not have been sent. */
export type PendingCall<Input> = {
  idempotencyKey: string;
  input: Input;
  /** In ms since 1970. */
  begunAt: number;
};

type StoredCall<Input> = PendingCall<Input> & { userId: number };

export type PendingCallScope<Input> = {
  kind: 'purchase' | 'subscription' | 'card-update';
  userId: number;
  /** Whether a call belongs to this page, for kinds with several pages. */
  isOwn?: (input: Input) => boolean;
};

/** Longer than 3-D Secure may take. Resuming a payment later would surprise the buyer. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

const keyOf = (kind: PendingCallScope<never>['kind']) => `pending-${kind}`;

export type PendingCalls<Input> = {
  /** Creates and stores a call with a new idempotency key. */
  remember: (input: Input) => PendingCall<Input>;
  /** Returns the user's recent call; null if there is none. */
  find: () => PendingCall<Input> | null;
  forget: () => void;
};

/**
 * Keeps one pending call per kind in `sessionStorage`, so that it survives a reload until its answer arrives.
 * Without `sessionStorage`, the call lasts as long as the document. Another user who logs in in the same tab
 * does not resume it.
 */
export function pendingCallsOf<Input>(scope: PendingCallScope<Input>): PendingCalls<Input> {
  const { kind, userId, isOwn = () => true } = scope;
  const forget = () => removeItem(keyOf(kind));
  return {
    remember(input) {
      const call = { idempotencyKey: crypto.randomUUID(), input, begunAt: Date.now() };
      const kept: StoredCall<Input> = { ...call, userId };
      setItem(keyOf(kind), JSON.stringify(kept));
      return call;
    },
    find() {
      const stored = getItem(keyOf(kind));
      if (stored === null) return null;
      const { userId: keptFor, ...call }: StoredCall<Input> = JSON.parse(stored);
      // guard: an interrupted payment resumes only for the same user
      if (keptFor === userId && Date.now() - call.begunAt < RESUME_WITHIN_MS) {
        return isOwn(call.input) ? call : null;
      }
      forget();
      return null;
    },
    forget,
  };
}

/**
 * Holds what `sessionStorage` cannot store. Module state is safe in a browser, where a document has one user.
 */
const inDocument = new Map<string, string>();

function setItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
    inDocument.delete(key);
  } catch {
    inDocument.set(key, value);
  }
}

function getItem(key: string): string | null {
  try {
    return inDocument.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function removeItem(key: string): void {
  inDocument.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // `sessionStorage` is unavailable, so there is nothing to remove.
  }
}
