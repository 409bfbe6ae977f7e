/** A card call that is about to be sent, or was sent and has no answer yet. */
export type PendingCall<Input> = {
  /** Ensures that the call takes effect once, even if it is sent several times. */
  idempotencyKey: string;
  input: Input;
  /** When the call started, in ms since 1970. */
  begunAt: number;
};

type StoredCall<Input> = PendingCall<Input> & { userId: number };

/** The user and the kind of a pending call. */
export type PendingCallScope<Input> = {
  kind: 'purchase' | 'subscription' | 'card-update';
  userId: number;
  /** Reports whether a call belongs to this page, for kinds with several pages. */
  isOwn?: (input: Input) => boolean;
};

/**
 * Longer than the bank's 3-D Secure confirmation may take. Resuming a payment later would surprise the buyer.
 */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

const keyOf = (kind: PendingCallScope<never>['kind']) => `pending-${kind}`;

/** The storage of the pending call of one kind. */
export type PendingCalls<Input> = {
  /** Creates and stores a call with a new idempotency key. */
  remember: (input: Input) => PendingCall<Input>;
  /** Returns the user's recent call without an answer; null if there is none. */
  find: () => PendingCall<Input> | null;
  /** Deletes the call once it has an answer. */
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
 * Values that `sessionStorage` cannot store. Module state is safe in a browser, where a document belongs to
 * one user.
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
