import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { endSession } from '../../../lib/sign-out.ts';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { AccountPart } from './account-part.tsx';

/** Ends all sessions of the account, for example one on another device. */
export function SignOutEverywhere() {
  const ending = api.users.signOutEverywhere.useMutation();
  // The message below shows a failure.
  const signOut = () => endSession(() => ending.mutateAsync()).catch(() => undefined);

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
      {ending.isError && <CodeAlert kind="error" code={callErrorOf(ending.error).code} />}
    </AccountPart>
  );
}
