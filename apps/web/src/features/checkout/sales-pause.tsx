import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { CirclePause } from 'lucide';

import { loadOptional } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The message while sales are paused, empty for the default message; null while the shop sells. */
export type Pause = string | null;

/** Returns null if the pause cannot be loaded. The purchase call then reports the pause. */
export async function loadPause(context: RouterContext): Promise<Pause> {
  const pause = await loadOptional(context, (client) =>
    client.shop.pause.query(undefined, { context: { skipBatch: true } }),
  );
  if (pause === null) return null;
  await context.texts.load('checkout');
  return pause[context.locale];
}

/** Replaces the order button while sales are paused. */
export function PauseNote({ pause }: { pause: string }) {
  return (
    <p className="flex gap-3 rounded-control border border-warning bg-warning-ground px-4 py-3 font-medium text-warning">
      <Icon of={CirclePause} className="mt-0.5 size-5 shrink-0" />
      <span className="wrap-anywhere">
        {pause === '' ? (
          <Trans>We’re not taking orders right now. Please come back a little later.</Trans>
        ) : (
          pause
        )}
      </span>
    </p>
  );
}
