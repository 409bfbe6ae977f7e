import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The ball on its arc while something is awaited. */
export function LoadingIndicator({ children }: { children?: ReactNode }) {
  return (
    <output className="flex flex-col items-center gap-3 py-8 text-ink-soft">
      <svg viewBox="0 0 80 48" className="h-12 w-20" aria-hidden="true">
        <path
          d="M8 40a32 32 0 0 1 64 0"
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          className="stroke-line"
        />
        <circle cx="40" cy="40" r="6" className="toss fill-highlight" />
      </svg>
      <span>{children ?? <Trans>Loading…</Trans>}</span>
    </output>
  );
}
