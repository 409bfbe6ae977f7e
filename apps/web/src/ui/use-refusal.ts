import { useEffect, useId, useState } from 'react';
import type { FieldError, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { refusalOf } from '../lib/refusal.ts';
import { focusElement } from './focus.ts';

const REFUSED = 'refused';

/** The fields that refusals are about, by code; a code about the whole form has none. */
type FieldsOfCodes<Values extends FieldValues> = Readonly<
  Partial<Record<string, FieldPath<Values>>>
>;

type Refused<Values extends FieldValues> = { code: string; field: FieldPath<Values> | undefined };

/**
 * What the server refused a form with. The form says it in an alert with the id `alertId`; the field
 * it is about is marked, gets the focus, and is described by that alert to screen readers. Where it
 * is about no field, the alert gets the focus.
 */
export function useRefusal<Values extends FieldValues>(
  { setError, setFocus }: UseFormReturn<Values>,
  fields: FieldsOfCodes<Values> = {},
) {
  const alertId = useId();
  const [refused, setRefused] = useState<Refused<Values> | null>(null);

  // After rendering: the alert, and some fields, are shown only then.
  useEffect(() => {
    if (refused === null) return;
    if (refused.field) setFocus(refused.field);
    else focusElement(document.getElementById(alertId));
  }, [refused, setFocus, alertId]);

  /** Sends the form; what it is refused with becomes `refusal`. */
  const attempt = async (send: () => Promise<unknown>): Promise<void> => {
    setRefused(null);
    try {
      await send();
    } catch (error) {
      const { code } = refusalOf(error);
      const field = fields[code];
      setRefused({ code, field });
      if (field) setError(field, { type: REFUSED });
    }
  };

  return {
    refusal: refused?.code ?? null,
    alertId,
    /** The alert's id for fields, while there is one. */
    errorId: refused === null ? undefined : alertId,
    attempt,
  };
}

/** Whether a field breaks a rule of the form itself; what the server refused is said by the alert. */
export function breaksRule(error: FieldError | undefined): error is FieldError {
  return error !== undefined && error.type !== REFUSED;
}
