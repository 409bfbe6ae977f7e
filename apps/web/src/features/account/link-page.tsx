import { useEffect, useRef } from 'react';

import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

/** A page that a letter's link opens: it follows the link once, and shows nothing but that it does. */
export function LinkPage({ follow }: { follow: () => Promise<void> }) {
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    void follow();
  }, [follow]);
  return (
    <div className="grid min-h-96 place-items-center">
      <LoadingIndicator />
    </div>
  );
}
