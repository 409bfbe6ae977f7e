import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Alert } from './alert.tsx';

type DataErrorProps = {
  /** True if the page has no heading without its data. */
  isWholePage?: boolean;
  /** By default, all loaders of the page run again. */
  onTry?: () => unknown;
  /** Says what didn't load. */
  children?: ReactNode;
};

export function DataError({ isWholePage = false, onTry, children }: DataErrorProps) {
  const router = useRouter();
  return (
    <TryAgain onTry={onTry ?? (() => router.invalidate())}>
      {isWholePage && (
        <h1 className="mb-6 font-display text-title-l font-bold">
          <Trans>This page didn’t load</Trans>
        </h1>
      )}
      <Alert kind="error">
        {children ?? <Trans>This didn’t load. Check your connection, then try again.</Trans>}
      </Alert>
    </TryAgain>
  );
}

export function TryAgain({ onTry, children }: { onTry: () => unknown; children: ReactNode }) {
  return (
    <div className="max-w-text">
      {children}
      <button type="button" onClick={onTry} className={`mt-6 ${BUTTON.primary}`}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
