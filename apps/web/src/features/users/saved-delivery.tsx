import { shippingAddressOf } from '@agres/domain/delivery';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useId } from 'react';

import { addressesIn } from '../../lib/addresses.ts';
import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';

const SWITCH =
  'h-7 w-12 shrink-0 appearance-none rounded-pill border border-control-line bg-ground-deep before:block before:size-5 before:translate-x-0.5 before:translate-y-0.5 before:rounded-pill before:border before:border-control-line before:bg-surface before:transition-transform before:ease-swing checked:border-secondary checked:bg-secondary checked:before:translate-x-5.5 disabled:opacity-60';

/** The delivery details that purchases save for the next one, with a switch that deletes them. */
export function SavedDeliveryBox() {
  const hintId = useId();
  const { locale } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  const kept = api.orders.keptDelivery.useQuery();
  const saving = api.orders.keepDelivery.useMutation({
    onSuccess: (changed) => utils.orders.keptDelivery.setData(undefined, changed),
  });
  if (!kept.isSuccess) return null;
  const { isKept, delivery } = kept.data;
  return (
    <section className="rounded-card bg-surface p-5 shadow-card sm:p-7">
      <h2 className="font-display text-title-s font-bold">
        <Trans>My delivery details</Trans>
      </h2>
      {delivery !== null && (
        <dl className="mt-4 flex flex-col gap-3 wrap-anywhere">
          <div>
            <dt className="text-small text-ink-soft">
              <Trans>Recipient</Trans>
            </dt>
            <dd className="font-medium">
              {delivery.firstName} {delivery.lastName}
            </dd>
          </div>
          <div>
            <dt className="text-small text-ink-soft">
              <Trans>Pickup point</Trans>
            </dt>
            <dd className="whitespace-pre-line">
              {addressesIn(locale, shippingAddressOf(delivery))?.pickupPoint}
            </dd>
          </div>
        </dl>
      )}
      <label className="mt-4 flex min-h-touch items-center gap-4 font-medium">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isKept}
          className={SWITCH}
          checked={isKept}
          disabled={saving.isPending}
          aria-describedby={hintId}
          onChange={({ target }) => saving.mutate({ isKept: target.checked })}
        />
        <Trans>Use these for my next purchase</Trans>
      </label>
      <p id={hintId} aria-live="polite" className="mt-2 text-small text-ink-soft">
        <Hint isKept={isKept} isKnown={delivery !== null} />
      </p>
      {saving.isError && (
        <div className="mt-4">
          <CodeAlert kind="error" code={callErrorOf(saving.error).code} />
        </div>
      )}
    </section>
  );
}

function Hint({ isKept, isKnown }: { isKept: boolean; isKnown: boolean }) {
  if (!isKept)
    return (
      <Trans>We don’t save this. You’ll enter the pickup point and recipient each time.</Trans>
    );
  if (!isKnown)
    return <Trans>We’ll save the pickup point and recipient from your next order here.</Trans>;
  return (
    <Trans>
      We’ll offer these details when you next buy. If you switch this off, we delete them.
    </Trans>
  );
}
