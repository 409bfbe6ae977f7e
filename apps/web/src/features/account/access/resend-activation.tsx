import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { api } from '../../../lib/data.ts';
import { refusalOf } from '../../../lib/refusal.ts';
import { Alert, CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

/** Offers another activation letter to who tried to log in before opening the first. */
export function ResendActivation({ email }: { email: string }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const resend = api.users.resendActivation.useMutation();

  const ask = async () => {
    setRefusal(null);
    try {
      await resend.mutateAsync({ email });
    } catch (error) {
      setRefusal(refusalOf(error).code);
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
        <Trans>Send the activation e-mail again</Trans>
      </button>
      {resend.isPending && <LoadingIndicator />}
      {refusal !== null && <CodeAlert kind="error" code={refusal} />}
      {resend.isSuccess && (
        <Alert kind="success">
          <Trans>A new activation link is on its way to {email}.</Trans>
        </Alert>
      )}
    </div>
  );
}
