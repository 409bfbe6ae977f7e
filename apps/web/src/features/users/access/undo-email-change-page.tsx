import type { ErrorCode } from '@agres/domain/errors';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { LinkActionPage } from '../../../ui/link-action-page.tsx';

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
  const hasEnded = undoing.isError && callErrorOf(undoing.error).code === ENDED;

  return (
    <LinkActionPage
      title={<Trans>Undo the email address change</Trans>}
      cover="recovery"
      lead={<Trans>Didn’t ask for a new address? Undo the change in one click.</Trans>}
      action={<Trans>Undo the change</Trans>}
      onAct={() => undoing.mutate(link)}
      acting={hasEnded ? { ...undoing, error: null } : undoing}
      failure={
        <>
          <Trans>The change has not been undone.</Trans>{' '}
        </>
      }
      decline={{ to: '/', text: <Trans>Keep the new address</Trans> }}
    >
      <Trans>Your account will keep, or go back to, the address we emailed.</Trans>
      <Trans>You’ll be logged out on every device.</Trans>
      <Trans>
        If the new address was already confirmed, your password will stop working and we’ll email
        you a link to choose a new one.
      </Trans>
    </LinkActionPage>
  );
}

const ENDED = 'incorrect_activation_code' satisfies ErrorCode;
