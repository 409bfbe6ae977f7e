import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { endSession } from '../../../lib/sign-out.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** Leaves for good, after a confirmation that says what happens. */
export function DeleteAccount({ hasSubscription }: { hasSubscription: 'yes' | 'no' }) {
  const [isAsking, setIsAsking] = useState(false);
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const deletion = api.users.delete.useMutation();

  const leave = async () => {
    setErrorCode(null);
    try {
      await endSession(() => deletion.mutateAsync(), 'account_deleted');
    } catch (error) {
      setErrorCode(callErrorOf(error).code);
    }
  };
  const isPending = deletion.isPending || deletion.isSuccess;

  return (
    <section className="border-t border-line pt-6">
      <button type="button" className={BUTTON.quiet} onClick={() => setIsAsking(true)}>
        <Trans>Delete my account</Trans>
      </button>
      {isAsking && (
        <Modal title={<Trans>Delete my account?</Trans>} onClose={() => setIsAsking(false)}>
          <div className="flex flex-col gap-5">
            <p>
              <Trans>
                What goes, at once and for good: your account with its address and names, your
                sessions, your messages to us, your referral code and what it earned.
              </Trans>
            </p>
            <p>
              <Trans>
                What stays: the accounting records of your orders, with the name and address of the
                recipient, for ten years as the law requires, linked to no account. Orders on their
                way still arrive.
              </Trans>
            </p>
            {hasSubscription === 'yes' && (
              <p>
                <Trans>
                  Your subscription ends at once with it: you won’t be charged again, and the days
                  you have paid for are lost. To use them up,{' '}
                  <Link
                    to="/cancel-your-contract"
                    className="font-medium text-accent-strong underline underline-offset-4"
                  >
                    cancel your contract
                  </Link>{' '}
                  first, and delete the account once it is over.
                </Trans>
              </p>
            )}
            {errorCode !== null && <CodeAlert kind="error" code={errorCode} />}
            <button
              type="button"
              disabled={isPending}
              onClick={() => void leave()}
              className={BUTTON.primary}
            >
              <Trans>Delete for good</Trans>
            </button>
            {isPending && <LoadingIndicator />}
            <button
              type="button"
              disabled={isPending}
              onClick={() => setIsAsking(false)}
              className={BUTTON.secondary}
            >
              <Trans>Keep my account</Trans>
            </button>
          </div>
        </Modal>
      )}
    </section>
  );
}
