/** Why a command of the shop owner was not done: its values, or the state of the shop. */
export type OwnerError = { kind: 'refused' | 'misused'; reason: string };

const NAMES = { refused: 'OwnerFailed', misused: 'OwnerMisused' } as const;

/** Ends a command that cannot be done, with a sentence for the owner: what, where, what to do. */
export function refuse(sentence: string): never {
  throw Object.assign(new Error(sentence), { name: NAMES.refused });
}

/** Ends a command whose values cannot be read, with a sentence for the owner. */
export function misuse(sentence: string): never {
  throw Object.assign(new Error(sentence), { name: NAMES.misused });
}

/** What `refuse` or `misuse` threw; undefined for a fault of the program or the database. */
export function ownerErrorOf(error: unknown): OwnerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === NAMES.refused) return { kind: 'refused', reason: error.message };
  if (error.name === NAMES.misused) return { kind: 'misused', reason: error.message };
  return undefined;
}
