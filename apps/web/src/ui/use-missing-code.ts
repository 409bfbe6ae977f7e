import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';

import { allowReload, reloadForNewRelease } from '../lib/missing-code.ts';

/**
 * While code is missing: a new release is loaded once, and `tryToLoad` runs when the network is back.
 * Returns what the button “Try again” does.
 */
export function useMissingCode(isMissing: boolean, tryToLoad: () => unknown): () => void {
  const { assets } = useRouteContext({ from: '__root__' });

  useEffect(() => {
    if (!isMissing) return undefined;
    void reloadForNewRelease(assets.entry);
    const onOnline = () => void tryToLoad();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isMissing, assets.entry, tryToLoad]);

  return () => {
    allowReload();
    void tryToLoad();
  };
}
