import type { FieldPath, FieldValues, FormState } from 'react-hook-form';

import type { FieldState } from './field.tsx';

/** Red or green once touched or sent; nothing before (specification, section 5). */
export function fieldStateOf<Values extends FieldValues>(
  form: FormState<Values>,
  name: FieldPath<Values>,
): FieldState {
  const touched: Partial<Record<string, unknown>> = form.touchedFields;
  const errors: Partial<Record<string, unknown>> = form.errors;
  if (!touched[name] && !form.isSubmitted) return 'unknown';
  return errors[name] ? 'invalid' : 'valid';
}
