import type { Params } from '../api/params.ts';
import { numberOfTestName } from '../cards/test-cards.ts';

export type JournalEntry = {
  sequence: number;
  /** When the request was received: ISO 8601, in the emulator's time. */
  at: string;
  account: string;
  operation: string;
  path: string;
  idempotencyKey: string | null;
  /** `metadata.attempt_id` of the request, or of its intent. */
  attemptId: string | null;
  /** The parameters, without card data, tokens and secrets. */
  params: Record<string, string>;
  /** The HTTP status; null if no response was sent. */
  status: number | null;
  isReplay: boolean;
  /** The injected fault, such as `reset after`, or null. */
  fault: string | null;
};

export type JournalFilter = { operation?: string; account?: string };

export type Journal = {
  /** Records a request; its status is set once it is known. */
  note(entry: Omit<JournalEntry, 'sequence' | 'status'>): JournalEntry;
  entries(filter?: JournalFilter): JournalEntry[];
  clear(): void;
};

const MAX_ENTRIES = 20_000;

/** Creates an empty journal that retains the last 20,000 requests. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  let sequence = 0;
  return {
    note(entry) {
      sequence += 1;
      const noted = { ...entry, sequence, status: null };
      entries.push(noted);
      if (entries.length > MAX_ENTRIES * 1.5) entries = entries.slice(-MAX_ENTRIES);
      return noted;
    },
    entries: (filter = {}) =>
      entries
        .slice(-MAX_ENTRIES)
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

export function withoutSecrets(params: Params): Record<string, string> {
  return Object.fromEntries(
    params.pairs().map(([name, value]) => [name, SECRET_NAMES.test(name) ? '…' : maskToken(value)]),
  );
}

/** Masks single-use tokens, which are secrets; the documented test names (`tok_visa`) are not. */
const maskToken = (value: string) =>
  /^(tok|pm)_/.test(value) && numberOfTestName(value) === undefined
    ? `${value.slice(0, value.indexOf('_'))}_…`
    : value;
