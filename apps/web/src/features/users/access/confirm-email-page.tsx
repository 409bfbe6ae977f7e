import type { ErrorCode } from '@agres/domain/errors';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { LinkFailure } from '../../../ui/link-action-page.tsx';

/**
 * Confirms a new email address. Opening the link changes nothing; the button confirms and opens the profile with
 * a message. An expired link leads to the error page.
 */
export function ConfirmEmailPage({ link }: { link: { id: string; nonce: string } }) {
  const navigate = useNavigate();
  const utils = api.useUtils();
  const user = api.users.status.useQuery().data?.user;
  const confirmation = api.users.confirmEmail.useMutation({
    onSuccess: async ({ message }) => {
      await utils.users.status.invalidate();
      await navigate({ to: '/profile', search: { notice: message }, replace: true });
    },
    onError: async (error) => {
      if (callErrorOf(error).code === ENDED) {
        await navigate({ to: '/error', search: { link: 'email' }, replace: true });
      }
    },
  });
  const errorCode = confirmation.isError ? callErrorOf(confirmation.error).code : null;
  // On a second visit to the link, the account already has the address.
  const email = user?.pendingEmail ?? user?.email;

  return (
    <AccountFrame
      title={
        errorCode === 'email_taken' ? (
          <Trans>We couldn’t change your email address</Trans>
        ) : (
          <Trans>Confirm my email address</Trans>
        )
      }
      cover="recovery"
    >
      {errorCode !== null && errorCode !== ENDED && (
        <LinkFailure code={errorCode}>
          {errorCode !== 'email_taken' && (
            <>
              <Trans>Your new address is not confirmed yet.</Trans>{' '}
            </>
          )}
        </LinkFailure>
      )}
      {errorCode !== 'email_taken' && (
        <>
          {email !== undefined && (
            <p className="text-lead wrap-anywhere text-ink-soft">
              <Trans>
                Once it is confirmed, you’ll log in with <EmailAddress>{email}</EmailAddress> and
                receive our emails there.
              </Trans>
            </p>
          )}
          <p>
            <Trans>
              We’ll email your old address a link that can undo the change for 72 hours.
            </Trans>
          </p>
        </>
      )}
      {errorCode === 'email_taken' && (
        <p>
          <Trans>
            Your account keeps its current email address. You can change it in your account.
          </Trans>
        </p>
      )}
      {errorCode === 'email_taken' ? (
        <Link to="/profile/edit" className={`self-start ${BUTTON.primary}`}>
          <Trans>Edit my account</Trans>
        </Link>
      ) : (
        <button
          type="button"
          disabled={confirmation.isPending || confirmation.isSuccess}
          onClick={() => confirmation.mutate(link)}
          className={`self-start ${BUTTON.primary}`}
        >
          <Trans>Confirm this address</Trans>
        </button>
      )}
    </AccountFrame>
  );
}

const ENDED = 'incorrect_activation_code' satisfies ErrorCode;
