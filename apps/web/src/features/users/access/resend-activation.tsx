import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { Alert, CodeAlert } from '../../../ui/alert.tsx';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

/** Offers another activation e-mail after a log-in with an inactive account. */
export function ResendActivation({ email }: { email: string }) {
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

  return (
    <div className="flex flex-col gap-4">
      <button
        type="button"
        disabled={resend.isPending || resend.isSuccess}
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
      {resend.isSuccess && (
        <Alert kind="success">
          <Trans>A new activation link is on its way to {email}.</Trans>
        </Alert>
      )}
    </div>
  );
}
