import { BRAND } from '@agres/domain/brand';
import { formatNumber } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The figures of the app (S1.13). */
const COUNTS = { downloads: 10_000, reviews: 100, activeUsers: 6000, premiumMembers: 1000 };

/** The figures of the brand, users first, then programmes: on one line on the desk, otherwise in full rows. */
export function Counters() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="bg-secondary-strong text-on-dark">
      <div className="mx-auto max-w-page px-gutter py-6">
        <dl className="grid gap-x-4 gap-y-3 text-center text-small phone:grid-cols-2 menu:grid-cols-4 xl:flex xl:justify-between xl:text-left">
          <Counter figure={<Trans>over {formatNumber(locale, COUNTS.downloads)}</Trans>}>
            <Trans>downloads</Trans>
          </Counter>
          <Counter figure={<Trans>over {formatNumber(locale, COUNTS.reviews)}</Trans>}>
            <Trans>five-star reviews</Trans>
          </Counter>
          <Counter figure={<Trans>over {formatNumber(locale, COUNTS.activeUsers)}</Trans>}>
            <Trans>active users</Trans>
          </Counter>
          <Counter figure={<Trans>over {formatNumber(locale, COUNTS.premiumMembers)}</Trans>}>
            <Trans>premium members</Trans>
          </Counter>
          <Counter figure={<Trans>over 15</Trans>}>
            <Trans>programmes</Trans>
          </Counter>
          <Counter figure={<Trans>over 40</Trans>}>
            <Trans>individual sessions</Trans>
          </Counter>
          <Counter figure="46">
            <Trans>juggling variations</Trans>
          </Counter>
        </dl>
        {BRAND.counterSource !== null && (
          <p className="mt-4 text-caption">{BRAND.counterSource[locale]}</p>
        )}
      </div>
    </section>
  );
}

function Counter({ figure, children }: { figure: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end phone:first:col-span-2">
      <dt>{children}</dt>
      <dd className="font-display text-title-s font-bold text-highlight tabular-nums">{figure}</dd>
    </div>
  );
}
