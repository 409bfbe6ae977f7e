import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** How many people train with the brand (specification, section 1). */
const COUNTS = { downloads: 10_000, reviews: 100, activeUsers: 6000, premiumMembers: 1000 };

/** The figures that speak for the brand. */
export function Counters() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="bg-ground-deep">
      <dl className="mx-auto grid max-w-page gap-x-6 gap-y-10 px-gutter py-14 phone:grid-cols-2 menu:grid-cols-4">
        <Counter figure={formatNumber(locale, COUNTS.downloads)}>
          <Trans>downloads</Trans>
        </Counter>
        <Counter figure={formatNumber(locale, COUNTS.reviews)}>
          <Trans>five-star reviews</Trans>
        </Counter>
        <Counter figure={formatNumber(locale, COUNTS.activeUsers)}>
          <Trans>active users</Trans>
        </Counter>
        <Counter figure={formatNumber(locale, COUNTS.premiumMembers)}>
          <Trans>premium members</Trans>
        </Counter>
      </dl>
    </section>
  );
}

function Counter({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1 font-semibold">{children}</dt>
      <dd>
        <Trans>
          <span className="block text-ink-soft">over</span>
          <span className="font-display text-title-l font-bold tabular-nums">{figure}</span>
        </Trans>
      </dd>
    </div>
  );
}
