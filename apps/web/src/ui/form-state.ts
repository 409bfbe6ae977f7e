import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import type { FieldState } from './field.tsx';

/**
 * Red or green once touched or sent; nothing before (specification, section 5). Green is for what was
 * filled in: an empty field is red where it has to be filled, else without colour.
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
