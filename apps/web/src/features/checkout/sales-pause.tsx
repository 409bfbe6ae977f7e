import { messageOf } from '@agres/i18n/message-of';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CirclePause } from 'lucide';

import type { CallError } from '../../lib/call-error.ts';
import { loadBeside } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Icon } from '../../ui/icon.tsx';

/** What shoppers are shown while sales are paused, empty for the site's own sentence; null: the shop sells. */
export type Pause = string | null;

/** Whether sales are paused. Where that cannot be known, the call to buy says it. */
export async function loadPause(context: RouterContext): Promise<Pause> {
  const pause = await loadBeside(context, (client) =>
    client.shop.pause.query(undefined, { context: { goesAlone: true } }),
  );
  if (pause === null) return null;
  await context.texts.load('checkout');
  return pause[context.locale];
}

/** Stands where sales begin, in place of the button. */
export function PauseNote({ pause }: { pause: string }) {
  return (
    <p className="flex gap-3 rounded-control border border-warning bg-warning-ground px-4 py-3 font-medium text-warning">
      <Icon of={CirclePause} className="mt-0.5 size-5 shrink-0" />
      <span className="wrap-anywhere">
        {pause === '' ? (
          <Trans>The shop is not selling at the moment. Please come back a little later.</Trans>
        ) : (
          pause
        )}
      </span>
    </p>
  );
}

/** Why a purchase or a subscription was refused, in the owner's words where there are some. */
export function RefusedAlert({
  error,
}: {
  error: Pick<CallError, 'code' | 'sentence' | 'isUnsent'>;
}) {
  const { i18n, locale } = useRouteContext({ from: '__root__' });
  const { code, sentence, isUnsent } = error;
  return (
    <Alert kind="error">
      {isUnsent ? (
        <Trans>
          We can’t reach the shop: you seem to be offline. You haven’t been charged, and your
          details are still here.
        </Trans>
      ) : (
        sentence?.[locale] || messageOf(i18n, code)
      )}
    </Alert>
  );
}
