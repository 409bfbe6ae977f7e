import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type LoadingIndicatorProps = {
  /** Whether it stands at the left, as what is around it. */
  isLeft?: boolean;
  children?: ReactNode;
};

/** The ball in its ring while something is awaited. */
export function LoadingIndicator({ isLeft, children }: LoadingIndicatorProps) {
  return (
    <output
      className={`flex flex-col gap-3 py-8 text-ink-soft ${isLeft ? 'items-start' : 'items-center'}`}
    >
      <img
        src="/brand/loading.svg"
        alt=""
        width="120"
        height="80"
        className="aspect-square h-14 w-auto object-cover"
      />
      <span>{children ?? <Trans>Loading…</Trans>}</span>
    </output>
  );
}
