import type { ErrorCode } from '@agres/domain/errors';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { storeLogInEmail, takeReturnTo } from '../../../lib/log-in-notes.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

/**
 * Activates an account by the link of its email as soon as the page loads, with only a loading indicator, as
 * specified; other email links wait for a button. The result appears on the log-in page. A failure leads to the
 * error page, except for a missing XSRF cookie: the link still works, so the page offers a retry.
 */
export function ActivationPage({ link }: { link: { id: string; nonce: string } }) {
  const navigate = useNavigate();
  const { client } = api.useUtils();
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const isFollowed = useRef(false);

  const activate = useCallback(async () => {
    setErrorCode(null);
    const end = { replace: true, reloadDocument: true };
    try {
      const { message, email } = await client.users.activate.mutate(link);
      if (email !== null) storeLogInEmail(email);
      await navigate({ ...end, to: '/log-in', search: { notice: message, ...takeReturnTo() } });
    } catch (error) {
      const { code } = callErrorOf(error);
      if (code === ('invalid_xsrf_token' satisfies ErrorCode)) setErrorCode(code);
      else await navigate({ ...end, to: '/error', search: { link: 'activation' } });
    }
  }, [client, link, navigate]);

  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    void activate();
  }, [activate]);

  if (errorCode === null) {
    return (
      <AccountFrame title={null} cover="handstand">
        <h1 className="sr-only">
          <Trans>My account</Trans>
        </h1>
        <div className="my-auto">
          <LoadingIndicator>
            <Trans>Activating your account…</Trans>
          </LoadingIndicator>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={<Trans>Your account isn’t active yet</Trans>} cover="handstand">
      <CodeAlert kind="error" code={errorCode} />
      <button
        type="button"
        onClick={() => void activate()}
        className={`self-start ${BUTTON.primary}`}
      >
        <Trans>Try again</Trans>
      </button>
    </AccountFrame>
  );
}
