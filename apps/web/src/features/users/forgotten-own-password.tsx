import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Sends a password reset link to the address of the signed-in member. */
export function ForgottenOwnPassword() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={BUTTON.quiet} onClick={() => setIsOpen(true)}>
        <Trans>Forgotten password?</Trans>
      </button>
      {isOpen && (
        <Modal title={<Trans>Forgotten password</Trans>} onClose={() => setIsOpen(false)}>
          <SendLink />
        </Modal>
      )}
    </>
  );
}

function SendLink() {
  const email = api.users.status.useQuery().data?.user?.email;
  const sending = api.users.forgotPassword.useMutation();
  if (sending.isSuccess) {
    return (
      <Alert kind="success">
        <Trans>The link is on its way. Log out before you open it.</Trans>
      </Alert>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="wrap-anywhere">
        <Trans>
          We’ll email <EmailAddress>{email}</EmailAddress> a link to choose a new password. It works
          for one hour. Log out before you open it.
        </Trans>
      </p>
      {sending.isError && <CodeAlert kind="error" code={callErrorOf(sending.error).code} />}
      <button
        type="button"
        disabled={email === undefined || sending.isPending}
        onClick={() => email !== undefined && sending.mutate({ email })}
        className={BUTTON.primary}
      >
        <Trans>Send the link</Trans>
      </button>
    </div>
  );
}
