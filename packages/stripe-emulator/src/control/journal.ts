import type { Params } from '../api/params.ts';
import { numberOfTestName } from '../cards/test-cards.ts';

/** One call and its outcome. */
export type JournalEntry = {
  sequence: number;
  /** ISO 8601, the emulator's time. */
  at: string;
  account: string;
  operation: string;
  path: string;
  idempotencyKey: string | null;
  /** `metadata.attempt_id` of the call or of the intent it is about. */
  attemptId: string | null;
  /** Without card data, tokens and secrets. */
  params: Record<string, string>;
  /** Null where no answer was sent. */
  status: number | null;
  isReplay: boolean;
  /** What was made to go wrong, `reset after`, or null. */
  fault: string | null;
};

export type JournalFilter = { operation?: string; account?: string };

export type Journal = {
  /** Records a call; the status is filled in when it is known. */
  note(entry: Omit<JournalEntry, 'sequence' | 'status'>): JournalEntry;
  entries(filter?: JournalFilter): JournalEntry[];
  clear(): void;
};

const ENTRIES_KEPT = 20_000;

/** An empty journal that keeps the last twenty thousand calls. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  let sequence = 0;
  return {
    note(entry) {
      sequence += 1;
      const noted = { ...entry, sequence, status: null };
      entries.push(noted);
      if (entries.length > ENTRIES_KEPT * 1.5) entries = entries.slice(-ENTRIES_KEPT);
      return noted;
    },
    entries: (filter = {}) =>
      entries
        .slice(-ENTRIES_KEPT)
        .filter(
          (entry) =>
            (filter.operation === undefined || entry.operation === filter.operation) &&
            (filter.account === undefined || entry.account === filter.account),
        )
        .map((entry) => ({ ...entry })),
    clear() {
      entries = [];
    },
  };
}

const SECRET_NAMES = /(^key$|client_secret|number|cvc|exp_month|exp_year)/;

/** The parameters of a call without what must not be written down. */
export function withoutSecrets(params: Params): Record<string, string> {
  return Object.fromEntries(
    params.pairs().map(([name, value]) => [name, SECRET_NAMES.test(name) ? '…' : masked(value)]),
  );
}

/** Single-use tokens are secrets; the documented names (`tok_visa`) are not. */
const masked = (value: string) =>
  /^(tok|pm)_/.test(value) && numberOfTestName(value) === undefined
    ? `${value.slice(0, value.indexOf('_'))}_…`
    : value;
