import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';

type Outcome = { kind: 'error' | 'success'; code: string };

/** Offers another activation letter to who tried to log in before opening the first. */
export function ResendActivation({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const resend = api.users.resendActivation.useMutation();

  const ask = async () => {
    try {
      const { message } = await resend.mutateAsync({ email });
      setOutcome({ kind: 'success', code: message });
    } catch (error) {
      setOutcome({ kind: 'error', code: refusalOf(error).code });
    }
  };

  return (
    <div className="flex flex-col gap-4">
      <button
        type="button"
        disabled={resend.isPending || outcome?.kind === 'success'}
        onClick={() => void ask()}
        className={BUTTON.secondary}
      >
        <Trans>Send the activation e-mail again</Trans>
      </button>
      {outcome && <CodeAlert kind={outcome.kind} code={outcome.code} />}
    </div>
  );
}
