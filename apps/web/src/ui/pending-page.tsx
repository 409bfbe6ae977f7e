import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';

import { LoadingIndicator } from './loading-indicator.tsx';

export function PendingPage() {
  return (
    <div className="grid min-h-svh place-items-center">
      <h1 className="sr-only">
        <Trans>Loading…</Trans>
      </h1>
      <LoadingIndicator />
    </div>
  );
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The previous page may have been scrolled. */
const scrollToTop = () => {
  window.scrollTo(0, 0);
};

/** A placeholder for the shop's list. It is taller than the screen, so that the footer moves out of sight. */
export function PendingShop() {
  useEffect(scrollToTop, []);
  return (
    <div className="mx-auto min-h-[200svh] max-w-page px-gutter pt-12 menu:pt-16">
      <h1 className="sr-only">
        <output>
          <Trans>Loading…</Trans>
        </output>
      </h1>
      <div aria-hidden="true" className="motion-safe:animate-pulse">
        <p className="h-12 w-56 rounded-control bg-ground-deep" />
        <p className="mt-3 h-16 max-w-text rounded-control bg-ground-deep" />
        <p className="mt-8 h-12 max-w-form rounded-control bg-ground-deep" />
        <ul className="mt-8 grid grid-cols-1 gap-x-4 gap-y-10 phone:grid-cols-2 sm:gap-x-6 lg:grid-cols-4">
          {CARDS.map((card) => (
            <li key={card}>
              <div className="aspect-square rounded-card bg-ground-deep" />
              <p className="mt-4 h-14 w-3/4 rounded-control bg-ground-deep" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
