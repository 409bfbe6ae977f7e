import { Trans } from '@lingui/react/macro';
import type { Home } from '@shop/domain/shapes';

/** The home page. */
export function HomePage({ home }: { home: Home | null }) {
  return (
    <h1>
      <Trans>Move well, for life</Trans> {home?.items.length}
    </h1>
  );
}
