import { useEffect, useId, useState } from 'react';
import type { FieldError, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { callErrorOf } from '../lib/call-error.ts';
import { isValidationMissing } from '../lib/lazy-resolver.ts';
import { focusElement } from './focus.ts';

const FROM_SERVER = 'server';

/** A code about the whole form has no entry. */
type FieldsOfCodes<Values extends FieldValues> = Readonly<
  Partial<Record<string, FieldPath<Values>>>
>;

type FormError<Values extends FieldValues> = { code: string; field: FieldPath<Values> | undefined };

/**
 * Sends a form and handles the server's error. The form shows the error in an alert with the id `alertId`. The
 * affected field gets the focus and is described by the alert. Without an affected field, the alert gets the
 * focus.
 */
export function useFormError<Values extends FieldValues>(
  { setError, setFocus, formState }: UseFormReturn<Values>,
  fields: FieldsOfCodes<Values> = {},
) {
  const alertId = useId();
  const [error, setFormError] = useState<FormError<Values> | null>(null);

  // In an effect, because the alert and some fields exist only after rendering.
  useEffect(() => {
    if (error === null) return;
    if (error.field) setFocus(error.field);
    else focusElement(document.getElementById(alertId));
  }, [error, setFocus, alertId]);

  const submit = async (send: () => Promise<unknown>): Promise<void> => {
    setFormError(null);
    try {
      await send();
    } catch (thrown) {
      const { code } = callErrorOf(thrown);
      const field = fields[code];
      setFormError({ code, field });
      if (field) setError(field, { type: FROM_SERVER });
    }
  };

  return {
    errorCode: isValidationMissing(formState.errors) ? 'error_message' : (error?.code ?? null),
    alertId,
    /** For the `aria-describedby` of fields; undefined without an error. */
    errorId: error === null ? undefined : alertId,
    submit,
  };
}

/** Whether a field's error comes from the form's validation. The alert shows the server's errors. */
export function breaksRule(error: FieldError | undefined): error is FieldError {
  return error !== undefined && error.type !== FROM_SERVER;
}
