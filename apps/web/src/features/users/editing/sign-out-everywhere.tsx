import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { endSession } from '../../../lib/sign-out.ts';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { AccountPart } from './account-part.tsx';

/** Ends all sessions of the account, for example one on another device. */
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
    <AccountPart
      title={<Trans>Your devices</Trans>}
      hint={<Trans>Logs you out on all your devices, including this one.</Trans>}
    >
      <div>
        <button
          type="button"
          disabled={ending.isPending || ending.isSuccess}
          onClick={() => void signOut()}
          className={BUTTON.secondary}
        >
          <Trans>Log out everywhere</Trans>
        </button>
      </div>
      {errorCode !== null && <CodeAlert kind="error" code={errorCode} />}
    </AccountPart>
  );
}
