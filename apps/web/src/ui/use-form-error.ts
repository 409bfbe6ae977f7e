import { useEffect, useId, useState } from 'react';
import type { FieldError, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { callErrorOf } from '../lib/call-error.ts';
import { areRulesAway } from '../lib/lazy-resolver.ts';
import { focusElement } from './focus.ts';

/** The type of an error in a field that the server, not a rule of the form, found. */
const FROM_SERVER = 'server';

/** The fields that error codes are about; a code about the whole form has none. */
type FieldsOfCodes<Values extends FieldValues> = Readonly<
  Partial<Record<string, FieldPath<Values>>>
>;

type FormError<Values extends FieldValues> = { code: string; field: FieldPath<Values> | undefined };

/**
 * The error that the server answered a form with. The form says it in an alert with the id `alertId`;
 * the field it is about is marked, gets the focus, and is described by that alert to screen readers.
 * Where it is about no field, the alert gets the focus.
 */
export function useFormError<Values extends FieldValues>(
  { setError, setFocus, formState }: UseFormReturn<Values>,
  fields: FieldsOfCodes<Values> = {},
) {
  const alertId = useId();
  const [error, setFormError] = useState<FormError<Values> | null>(null);

  // After rendering: the alert, and some fields, are shown only then.
  useEffect(() => {
    if (error === null) return;
    if (error.field) setFocus(error.field);
    else focusElement(document.getElementById(alertId));
  }, [error, setFocus, alertId]);

  /** Sends the form; the error of the answer becomes `errorCode`. */
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
    errorCode: areRulesAway(formState.errors) ? 'error_message' : (error?.code ?? null),
    alertId,
    /** The alert's id for fields, while there is one. */
    errorId: error === null ? undefined : alertId,
    submit,
  };
}

/** Whether a field breaks a rule of the form itself; what the server found is said by the alert. */
export function breaksRule(error: FieldError | undefined): error is FieldError {
  return error !== undefined && error.type !== FROM_SERVER;
}
