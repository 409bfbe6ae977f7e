import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api } from '../../../lib/data.ts';
import { leaveForRoot } from '../../../lib/departure.ts';
import { refusalOf } from '../../../lib/refusal.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** Leaves for good, after a confirmation that says what happens. */
export function DeleteAccount({ hasSubscription }: { hasSubscription: 'yes' | 'no' }) {
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const deletion = api.users.delete.useMutation();

  const leave = async () => {
    setRefusal(null);
    try {
      await leaveForRoot(() => deletion.mutateAsync());
    } catch (error) {
      setRefusal(refusalOf(error).code);
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
                Your account and your data are deleted at once, and there is no way back. Orders on
                their way still arrive.
              </Trans>
            </p>
            {hasSubscription === 'yes' && (
              <p>
                <Trans>
                  Your subscription ends at once with it: nothing more is debited, and the days that
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
            {refusal !== null && <CodeAlert kind="error" code={refusal} />}
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
