import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';

import { callErrorOf } from '../../../lib/call-error.ts';
import type { FlashSearch } from '../../../lib/flash-search.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

type LinkPageProps = {
  follow: () => Promise<FlashSearch & ReturnTo>;
  /** Whether a failure of this code leaves nothing to try: it leads to the error page. */
  isFinal: (code: string) => boolean;
  /** What the link is for, where its page says so; else it has a heading for screen readers alone. */
  title?: ReactNode;
};

/**
 * A page that an email's link opens: follows the link once and shows nothing but that it does. What comes of it is told by the log-in page, which also takes the reader to
 * the page to return to. A link that is no good leads to the error page; a failure that may pass, or that
 * the reader can mend, is told here.
 */
export function LinkPage({ follow, isFinal, title }: LinkPageProps) {
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
    <div
      className={`mx-auto min-h-96 max-w-text px-gutter ${title === undefined ? 'grid place-items-center' : 'flex flex-col items-start gap-8 py-12 menu:py-16'}`}
    >
      {title === undefined ? (
        <h1 className="sr-only">
          <Trans>My account</Trans>
        </h1>
      ) : (
        <h1 className="font-display text-title-l font-bold text-balance">{title}</h1>
      )}
      {errorCode === null ? (
        <LoadingIndicator />
      ) : (
        <div className="flex flex-col items-start gap-6">
          <CodeAlert kind="error" code={errorCode} />
          <button type="button" onClick={() => void tryLink()} className={BUTTON.secondary}>
            <Trans>Try again</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
