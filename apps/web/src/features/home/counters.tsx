import { BRAND } from '@agres/domain/brand';
import { formatNumber } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The figures of the app (S1.13). */
const COUNTS = { downloads: 10_000, reviews: 100, activeUsers: 6000, premiumMembers: 1000 };

/** The figures of the brand in a row: users first, then programmes. */
export function Counters() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="border-y border-line bg-ground-deep">
      <div className="mx-auto max-w-page px-gutter py-6">
        <dl className="grid gap-x-6 gap-y-3 text-small phone:grid-cols-2 menu:grid-cols-4 xl:flex xl:justify-between">
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
          <p className="mt-4 text-caption text-ink-soft">{BRAND.counterSource[locale]}</p>
        )}
      </div>
    </section>
  );
}

function Counter({ figure, children }: { figure: ReactNode; children: ReactNode }) {
  return (
    // Seven counters in two or four columns: the first one spans two, so that the last row is complete.
    <div className="flex flex-col-reverse justify-end phone:first:col-span-2">
      <dt className="text-ink-soft">{children}</dt>
      <dd className="font-display text-title-s font-bold tabular-nums">{figure}</dd>
    </div>
  );
}
