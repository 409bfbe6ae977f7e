import type { ErrorCode } from '@agres/domain/errors';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { focusElement } from '../../../ui/focus.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

export const NOT_ACTIVATED = 'account_not_activated' satisfies ErrorCode;

type ResendActivationProps = {
  email: string;
  /** The id of the alert "account not activated", after a rejected log-in. */
  alertId?: string;
};

/** A success message replaces the button. */
export function ResendActivation({ email, alertId }: ResendActivationProps) {
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const resend = api.users.resendActivation.useMutation();

  const ask = async () => {
    setErrorCode(null);
    try {
      await resend.mutateAsync({ email });
    } catch (error) {
      setErrorCode(callErrorOf(error).code);
    }
  };

  if (resend.isSuccess) {
    return (
      // The button that had the focus is gone.
      <div ref={focusElement}>
        <Alert kind="success">
          <Trans>A new activation link is on its way: {email}</Trans>
        </Alert>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {alertId !== undefined && <CodeAlert id={alertId} kind="error" code={NOT_ACTIVATED} />}
      <button
        type="button"
        disabled={resend.isPending}
        onClick={() => void ask()}
        className={BUTTON.secondary}
      >
        <Trans>Resend the activation email</Trans>
      </button>
      {resend.isPending && (
        <LoadingIndicator>
          <Trans>Sending…</Trans>
        </LoadingIndicator>
      )}
      {errorCode !== null && <CodeAlert kind="error" code={errorCode} />}
    </div>
  );
}
