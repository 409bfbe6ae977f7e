import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { endSession } from '../../../lib/sign-out.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';

/** Ends every session of the account, for who left one behind on another device. */
export function SignOutEverywhere() {
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const ending = api.users.signOutEverywhere.useMutation();

  const signOut = async () => {
    setErrorCode(null);
    try {
      await endSession(() => ending.mutateAsync());
    } catch (error) {
      setErrorCode(callErrorOf(error).code);
    }
  };

  return (
    <section className="border-t border-line pt-6">
      <button
        type="button"
        disabled={ending.isPending || ending.isSuccess}
        onClick={() => void signOut()}
        className={BUTTON.quiet}
      >
        <Trans>Sign out everywhere</Trans>
      </button>
      <p className="mt-1 text-small text-pretty text-ink-soft">
        <Trans>On this device and on every other one where you are logged in.</Trans>
      </p>
      {errorCode !== null && (
        <div className="mt-4">
          <CodeAlert kind="error" code={errorCode} />
        </div>
      )}
    </section>
  );
}
