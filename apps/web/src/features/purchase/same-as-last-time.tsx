import type { SavedDelivery } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Check, History } from 'lucide';
import { useState } from 'react';

type SameAsLastTimeProps = { delivery: SavedDelivery; onFill: () => void };

/** Fills in the delivery of the last purchase, only when pressed. The sections of the form then show it. */
export function SameAsLastTime({ delivery, onFill }: SameAsLastTimeProps) {
  const [isFilledIn, setIsFilledIn] = useState(false);
  const { relayName, zipCode, city } = delivery;
  const recipient = `${delivery.firstName} ${delivery.lastName}`;
  const fill = () => {
    onFill();
    setIsFilledIn(true);
  };
  return (
    <section className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card bg-secondary-soft p-4">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-secondary text-on-dark">
          <Icon of={isFilledIn ? Check : History} className="size-5" />
        </span>
        <div className="min-w-0 wrap-anywhere">
          {!isFilledIn && (
            <>
              <p className="font-semibold">
                {relayName}, {zipCode} {city}
              </p>
              <p className="text-small">
                <Trans>Your last pickup point, for {recipient}</Trans>
              </p>
            </>
          )}
          <output className="block text-small font-medium empty:hidden">
            {isFilledIn && (
              <Trans>
                We’ve filled this in from your last order. Check it, then accept the terms.
              </Trans>
            )}
          </output>
        </div>
      </div>
      <button
        type="button"
        onClick={fill}
        className={isFilledIn ? BUTTON.quiet : `grow sm:grow-0 ${BUTTON.secondary}`}
      >
        {isFilledIn ? <Trans>Start again</Trans> : <Trans>Use again</Trans>}
      </button>
    </section>
  );
}

export function SavedDeliveryNote() {
  return (
    <p className="text-small text-ink-soft">
      <Trans>
        We’ll save these for next time. Delete them any time in{' '}
        <Link
          to="/profile"
          className="py-3 underline decoration-2 underline-offset-4 hover:text-accent-strong"
        >
          your profile
        </Link>
        .
      </Trans>
    </p>
  );
}
