import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import type { FlashSearch } from '../../../lib/flash-search.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { AccountFrame } from '../users-frame.tsx';

type LinkPageProps = {
  follow: () => Promise<FlashSearch & ReturnTo>;
  /** Whether a failure of this code leaves nothing to try: it leads to the error page. */
  isFinal: (code: string) => boolean;
  /** What the link is for. */
  title: ReactNode;
  /** What is being done while its answer is awaited. */
  awaited: ReactNode;
};

/**
 * A page that an email's link opens: follows the link once and shows nothing but that it does. What
 * comes of it is told by the log-in page, which also takes the reader to the page to return to. A link that is no good leads to the error page; a failure that may pass, or that
 * the reader can mend, is told here.
 */
export function LinkPage({ follow, isFinal, title, awaited }: LinkPageProps) {
  const navigate = useNavigate();
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const isFollowed = useRef(false);

  const tryLink = useCallback(async () => {
    setErrorCode(null);
    // In a new document: the link may have ended the session that this one was made for.
    const end = { replace: true, reloadDocument: true };
    try {
      const search = await follow();
      await navigate({ ...end, to: '/log-in', search });
    } catch (error) {
      const { code } = callErrorOf(error);
      if (isFinal(code)) await navigate({ ...end, to: '/error' });
      else setErrorCode(code);
    }
  }, [follow, isFinal, navigate]);

  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    void tryLink();
  }, [tryLink]);

  return (
    <AccountFrame title={title} cover="juggling">
      {errorCode === null ? (
        <LoadingIndicator>{awaited}</LoadingIndicator>
      ) : (
        <>
          <CodeAlert kind="error" code={errorCode} />
          <button type="button" onClick={() => void tryLink()} className={BUTTON.secondary}>
            <Trans>Try again</Trans>
          </button>
        </>
      )}
    </AccountFrame>
  );
}
