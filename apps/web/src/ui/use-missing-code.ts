import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';

import { allowReload, reloadForNewRelease } from '../lib/missing-code.ts';

/**
 * While code is missing, reloads once if there is a new release, and calls `tryToLoad` when the browser is
 * online again. Returns the handler of the “Try again” button.
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
