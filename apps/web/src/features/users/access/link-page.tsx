import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { FlashSearch } from '../../../lib/flash-search.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

/**
 * A page that an email's link opens: follows the link once and shows nothing but that it does, under a
 * heading for screen readers. What comes of it is told by the log-in page, which also takes the reader to
 * the page to return to; a link that is no good leads to the error page.
 */
export function LinkPage({ follow }: { follow: () => Promise<FlashSearch & ReturnTo> }) {
  const navigate = useNavigate();
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    // In a new document: the link may have ended the session that this one was made for.
    const end = { replace: true, reloadDocument: true };
    void follow().then(
      (search) => navigate({ ...end, to: '/log-in', search }),
      () => navigate({ ...end, to: '/error' }),
    );
  }, [follow, navigate]);
  return (
    <div className="grid min-h-96 place-items-center">
      <h1 className="sr-only">
        <Trans>My account</Trans>
      </h1>
      <LoadingIndicator />
    </div>
  );
}
