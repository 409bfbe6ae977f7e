import type { FieldErrors, FieldValues, Resolver, ResolverError } from 'react-hook-form';

/** The form error for missing validation code. It belongs to no field. */
const VALIDATION_MISSING = 'rulesAway';

/**
 * Loads the validation of a form on first use. If loading fails, the form is not sent and can be submitted again.
 * A rejected promise would leave the form in its submitting state.
 */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (...form) => {
    const resolve = await load().catch(() => null);
    if (resolve !== null) return resolve(...form);
    const away: ResolverError = { values: {}, errors: { root: { [VALIDATION_MISSING]: {} } } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an error of the form names none of its fields
    return away as ResolverError<Values>;
  };
}

export const isValidationMissing = ({ root }: FieldErrors): boolean =>
  root?.[VALIDATION_MISSING] !== undefined;
