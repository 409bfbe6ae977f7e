import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

export function LoadingIndicator({ children }: { children?: ReactNode }) {
  return (
    <output className="flex flex-col items-center gap-3 py-8 text-ink-soft">
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
