import { Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { AccountFrame } from '../users-frame.tsx';

/**
 * Confirms a new address by the link of its letter, once the page is there, and goes to the profile,
 * which says so. A link that is no good leads to the error page; an address that somebody else has by
 * now, or a server that does not answer, is told here.
 */
export function ConfirmEmailPage({ link }: { link: { id: string; nonce: string } }) {
  const navigate = useNavigate();
  const { client } = api.useUtils();
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const isFollowed = useRef(false);

  const confirm = useCallback(async () => {
    setErrorCode(null);
    try {
      const { message } = await client.users.confirmEmail.mutate(link);
      await navigate({ to: '/profile', search: { notice: message }, replace: true });
    } catch (error) {
      const { code } = callErrorOf(error);
      if (code === 'incorrect_activation_code') await navigate({ to: '/error', replace: true });
      else setErrorCode(code);
    }
  }, [client, link, navigate]);

  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    void confirm();
  }, [confirm]);

  return (
    <AccountFrame title={<Trans>Confirm my address</Trans>} cover="recovery">
      {errorCode === null ? (
        <LoadingIndicator isLeft>
          <Trans>We are confirming your address…</Trans>
        </LoadingIndicator>
      ) : (
        <>
          <CodeAlert kind="error" code={errorCode} />
          {errorCode === 'email_taken' && (
            <p>
              <Trans>Your account keeps its address. You can choose another one there.</Trans>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {errorCode === 'email_taken' ? (
              <Link to="/profile/edit" className={BUTTON.primary}>
                <Trans>Edit my account</Trans>
              </Link>
            ) : (
              <button type="button" onClick={() => void confirm()} className={BUTTON.primary}>
                <Trans>Try again</Trans>
              </button>
            )}
            <Link to="/contact-us" className={BUTTON.quiet}>
              <Trans>Contact us</Trans>
            </Link>
          </div>
        </>
      )}
    </AccountFrame>
  );
}
