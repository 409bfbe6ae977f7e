import { MISUSES, type Refusal } from '@agres/domain/refusals';

/** Why an operation was not done: one reason, or one for each of several rows. */
class OperationRefused extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(refusals.map(({ code }) => code).join(', '));
    this.name = 'OperationRefused';
    this.refusals = refusals;
  }

  /** Whether the request is invalid in any state of the shop. */
  get isMisuse(): boolean {
    return this.refusals.some(({ code }) => MISUSES.has(code));
  }
}

/** Ends an operation that cannot be done, with a code of the one list and the facts of its words. */
export function refuse(refusal: Refusal): never {
  throw new OperationRefused([refusal]);
}

/** Ends an operation on several rows where one of them cannot be done; else nothing. */
export function refuseEach(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw new OperationRefused(refusals);
}

/** How an interface of the operations says why one was not done. */
export type RefusalWords = (refusals: readonly Refusal[]) => string;

/** Why an operation was not done, in words and in codes. */
type OwnerError = {
  kind: 'refused' | 'misused';
  reason: string;
  codes: readonly Refusal['code'][];
};

/** What refused an operation; undefined for a fault of the program or the database. */
export function ownerErrorOf(error: unknown, inWords: RefusalWords): OwnerError | undefined {
  if (!(error instanceof OperationRefused)) return undefined;
  return {
    kind: error.isMisuse ? 'misused' : 'refused',
    reason: inWords(error.refusals),
    codes: error.refusals.map(({ code }) => code),
  };
}
