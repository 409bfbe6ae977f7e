import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ReactElement } from 'react';

import type { Part } from '../lib/part.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { Alert } from './alert.tsx';
import { LoadingIndicator } from './loading-indicator.tsx';
import { useMissingCode } from './use-missing-code.ts';

/**
 * Creates a component that loads its code when it first renders. If loading fails, it shows an error with a
 * retry button, which `React.lazy` does not support. The rest of the page keeps working.
 */
export function lazyPart<Props extends object>(
  load: (context: RouterContext) => Promise<Part<Props>>,
  /** Rendered while loading, and on the server. */
  meanwhile: ReactElement = <LoadingIndicator />,
): Part<Props> {
  let loaded: Part<Props> | null = null;

  return function LazyPart(props: Props) {
    const context = useRouteContext({ from: '__root__' });
    const [Loaded, setLoaded] = useState(() => loaded);
    const [isMissing, setIsMissing] = useState(false);

    const tryToLoad = useCallback(async () => {
      setIsMissing(false);
      try {
        loaded = await load(context);
        setLoaded(() => loaded);
      } catch {
        setIsMissing(true);
      }
    }, [context]);
    useEffect(() => {
      if (loaded === null) void tryToLoad();
    }, [tryToLoad]);
    const tryAgain = useMissingCode(isMissing, tryToLoad);

    if (Loaded !== null) return <Loaded {...props} />;
    if (!isMissing) return meanwhile;
    return (
      <div className="flex flex-col items-start gap-4">
        <Alert kind="error">
          <Trans>You seem to be offline. The page will open as soon as you’re back online.</Trans>
        </Alert>
        <button type="button" className={BUTTON.secondary} onClick={tryAgain}>
          <Trans>Try again</Trans>
        </button>
      </div>
    );
  };
}
