import type { ErrorCode } from '@agres/domain/errors';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { AccountFrame, Point } from '../../../ui/account-frame.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';

/**
 * "This was not me": the page behind the link sent to the old address. Opening it changes nothing; the button
 * cancels a pending change or reverts a confirmed one, and the log-in page confirms it. An expired link leads to
 * the error page.
 */
export function UndoEmailChangePage({ link }: { link: { id: string; nonce: string } }) {
  const navigate = useNavigate();
  // Load a new document, because the call ends the session that this page may belong to.
  const end = { replace: true, reloadDocument: true };
  const undoing = api.users.undoEmailChange.useMutation({
    onSuccess: ({ message }) => navigate({ ...end, to: '/log-in', search: { notice: message } }),
    onError: async (error) => {
      if (callErrorOf(error).code === ENDED)
        await navigate({ ...end, to: '/error', search: { link: 'email' } });
    },
  });
  const errorCode = undoing.isError ? callErrorOf(undoing.error).code : null;

  return (
    <AccountFrame title={<Trans>Undo the email address change</Trans>} cover="recovery">
      <p className="text-lead text-ink-soft">
        <Trans>Didn’t ask for a new address? Undo the change in one click.</Trans>
      </p>
      <ul className="flex flex-col gap-3">
        <Point>
          <Trans>Your account will use the address that we sent this email to.</Trans>
        </Point>
        <Point>
          <Trans>Every device is logged out.</Trans>
        </Point>
        <Point>
          <Trans>
            If the new address was already confirmed, your password no longer works and we email you
            a link to choose another one.
          </Trans>
        </Point>
      </ul>
      {errorCode !== null && errorCode !== ENDED && <CodeAlert kind="error" code={errorCode} />}
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          disabled={undoing.isPending || undoing.isSuccess}
          onClick={() => undoing.mutate(link)}
          className={`grow sm:grow-0 ${BUTTON.primary}`}
        >
          <Trans>Undo the change</Trans>
        </button>
        <Link to="/" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
          <Trans>Keep the new address</Trans>
        </Link>
      </div>
    </AccountFrame>
  );
}

const ENDED = 'incorrect_activation_code' satisfies ErrorCode;
