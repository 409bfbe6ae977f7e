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

const CARDS = [1, 2, 3, 4, 5, 6];

/** The previous page may have been scrolled. */
const scrollToTop = () => {
  window.scrollTo(0, 0);
};

const BAR = 'rounded-control bg-ground-deep';

/** The title, the introduction, the search, its filters, and the heading of the first group. */
const BARS = ['w-36', 'mt-3 max-w-text', 'mt-6 max-w-form', 'mt-4', 'mt-16 w-52'];

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
        {BARS.map((bar) => (
          <p key={bar} className={`h-12 ${BAR} ${bar}`} />
        ))}
        <ul className="mt-5 grid grid-cols-1 gap-x-4 gap-y-10 phone:grid-cols-2 sm:gap-x-6 lg:grid-cols-3">
          {CARDS.map((card) => (
            <li key={card}>
              <p className="aspect-square rounded-card bg-ground-deep" />
              <p className={`mt-4 h-7 ${BAR}`} />
              <p className={`mt-2 h-7 w-20 ${BAR}`} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
