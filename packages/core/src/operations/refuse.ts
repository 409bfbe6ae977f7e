import { INPUT_REFUSALS, type Refusal } from '@agres/domain/refusals';

class OperationRefused extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(refusals.map(({ code }) => code).join(', '));
    this.name = 'OperationRefused';
    this.refusals = refusals;
  }

  /** Whether the request is invalid in any state of the shop. */
  get isMisuse(): boolean {
    return this.refusals.some(({ code }) => INPUT_REFUSALS.has(code));
  }
}

/** Ends an operation that cannot be done, with a code and the values for its text. */
export function refuse(refusal: Refusal): never {
  throw new OperationRefused([refusal]);
}

/** Ends an operation on several rows if any of them is refused. */
export function refuseEach(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw new OperationRefused(refusals);
}

export type RefusalWords = (refusals: readonly Refusal[]) => string;

type OwnerError = {
  kind: 'refused' | 'misused';
  reason: string;
  codes: readonly Refusal['code'][];
  orders: readonly number[];
};

/** Returns the refusal of an operation; undefined for any other error, such as a bug or a database fault. */
export function ownerErrorOf(error: unknown, inWords: RefusalWords): OwnerError | undefined {
  if (!(error instanceof OperationRefused)) return undefined;
  return {
    kind: error.isMisuse ? 'misused' : 'refused',
    reason: inWords(error.refusals),
    codes: error.refusals.map(({ code }) => code),
    orders: error.refusals.flatMap((refusal) =>
      'order' in refusal && typeof refusal.order === 'number' ? [refusal.order] : [],
    ),
  };
}
