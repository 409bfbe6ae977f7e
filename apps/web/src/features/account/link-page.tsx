import { Trans } from '@lingui/react/macro';
import type { NoticeCode } from '@shop/domain/errors';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

/**
 * A page that a letter's link opens: follows the link once and shows nothing but that it does, under a
 * heading for screen readers. What comes of it is told by the log-in page; a link that is no good
 * leads to the error page.
 */
export function LinkPage({ follow }: { follow: () => Promise<{ message: NoticeCode }> }) {
  const navigate = useNavigate();
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    // In a new document: the link may have ended the session that this one was made for.
    const end = { replace: true, reloadDocument: true };
    void follow().then(
      ({ message }) => navigate({ ...end, to: '/log-in', search: { notice: message } }),
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
