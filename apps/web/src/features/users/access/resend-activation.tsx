import type { ErrorCode } from '@agres/domain/errors';
import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
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
  const { i18n } = useRouteContext({ from: '__root__' });
  const resend = api.users.resendActivation.useMutation();

  if (resend.isSuccess) {
    return (
      // The button that had the focus is gone.
      <div ref={focusElement}>
        <Alert kind="success">
          <Trans>
            A new activation link is on its way: <EmailAddress>{email}</EmailAddress>
          </Trans>
        </Alert>
      </div>
    );
  }
  const again = (
    <div className="flex flex-col gap-4">
      <button
        type="button"
        disabled={resend.isPending}
        onClick={() => resend.mutate({ email })}
        className={BUTTON.secondary}
      >
        <Trans>Send the email again</Trans>
      </button>
      {resend.isPending && (
        <LoadingIndicator>
          <Trans>Sending…</Trans>
        </LoadingIndicator>
      )}
      {resend.isError && <CodeAlert kind="error" code={callErrorOf(resend.error).code} />}
    </div>
  );
  if (alertId === undefined) return again;
  return (
    <Alert kind="warning">
      <p id={alertId} className="mb-3">
        {messageOf(i18n, NOT_ACTIVATED)}
      </p>
      {again}
    </Alert>
  );
}
