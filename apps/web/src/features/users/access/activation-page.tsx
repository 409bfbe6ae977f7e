import type { ErrorCode } from '@agres/domain/errors';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { storeLogInEmail, takeReturnTo } from '../../../lib/log-in-notes.ts';
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

  return (
    <div className="mx-auto grid min-h-svh max-w-text place-items-center px-gutter">
      {errorCode === null ? (
        <div>
          <h1 className="sr-only">
            <Trans>My account</Trans>
          </h1>
          <LoadingIndicator>
            <Trans>Activating your account…</Trans>
          </LoadingIndicator>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-6">
          <h1 className="font-display text-title-l font-bold">
            <Trans>Your account isn’t active yet</Trans>
          </h1>
          <CodeAlert kind="error" code={errorCode} />
          <button type="button" onClick={() => void activate()} className={BUTTON.primary}>
            <Trans>Try again</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
