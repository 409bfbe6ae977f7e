/** Why a command of the owner was not done: its values, or the state of the shop. */
export type OwnerRefusal = { kind: 'refused' | 'misused'; reason: string };

const NAMES = { refused: 'OwnerRefused', misused: 'OwnerMisused' } as const;

/** Ends a command that cannot be done, with a sentence for the owner: what, where, what to do. */
export function refuse(sentence: string): never {
  throw Object.assign(new Error(sentence), { name: NAMES.refused });
}

/** Ends a command whose values cannot be read, with a sentence for the owner. */
export function misuse(sentence: string): never {
  throw Object.assign(new Error(sentence), { name: NAMES.misused });
}

/** What an error refuses; undefined for a fault of the program or the database. */
export function refusalOf(error: unknown): OwnerRefusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === NAMES.refused) return { kind: 'refused', reason: error.message };
  if (error.name === NAMES.misused) return { kind: 'misused', reason: error.message };
  return undefined;
}
