import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import type { FieldState } from './field.tsx';

/**
 * Returns the state of a field: red or green once touched or submitted, `unknown` before (docs/spec-coverage.md,
 * section 5). An empty field is never green: it is red if required, else without colour.
 */
export function fieldStateOf<Values extends FieldValues>(
  { formState, getValues }: Pick<UseFormReturn<Values>, 'formState' | 'getValues'>,
  name: FieldPath<Values>,
): FieldState {
  const touched: Partial<Record<string, unknown>> = formState.touchedFields;
  const errors: Partial<Record<string, unknown>> = formState.errors;
  if (!touched[name] && !formState.isSubmitted) return 'unknown';
  if (errors[name]) return 'invalid';
  const value: unknown = getValues(name);
  const isFilledIn = typeof value === 'string' && value.trim() !== '';
  return isFilledIn ? 'valid' : 'unknown';
}
