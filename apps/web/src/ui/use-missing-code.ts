import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';

import { reloadForNewRelease } from '../lib/missing-code.ts';

/** While code is missing: a new release is loaded once, and `tryAgain` runs when the network is back. */
export function useMissingCode(isMissing: boolean, tryAgain: () => unknown): void {
  const { assets } = useRouteContext({ from: '__root__' });

  useEffect(() => {
    if (!isMissing) return undefined;
    void reloadForNewRelease(assets.entry);
    const onOnline = () => void tryAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isMissing, assets.entry, tryAgain]);
}
