import type { FieldErrors, FieldValues, Resolver, ResolverError } from 'react-hook-form';

/** The name of the error of a form whose rules did not come; it is about no field. */
const RULES_AWAY = 'rulesAway';

/**
 * The rules of a form, loaded when they are first needed. Where they do not come, the form is not sent
 * and may be tried again; a rejection would leave it sending for ever.
 */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (...form) => {
    const resolve = await load().catch(() => null);
    if (resolve !== null) return resolve(...form);
    const away: ResolverError = { values: {}, errors: { root: { [RULES_AWAY]: {} } } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an error of the form names none of its fields
    return away as ResolverError<Values>;
  };
}

/** Whether a form was not sent because its rules did not come. */
export const areRulesAway = ({ root }: FieldErrors): boolean => root?.[RULES_AWAY] !== undefined;
