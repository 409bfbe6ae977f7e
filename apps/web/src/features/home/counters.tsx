import { BRAND } from '@agres/domain/brand';
import { formatNumber } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** How many people train with the brand (specification, section 1). */
const COUNTS = { downloads: 10_000, reviews: 100, activeUsers: 6000, premiumMembers: 1000 };

/** The figures that speak for the brand: who trains with it, then what there is to train with. */
export function Counters() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="bg-ground-deep">
      <div className="mx-auto max-w-page px-gutter py-14">
        <dl className="grid gap-x-6 gap-y-8 phone:grid-cols-2 menu:grid-cols-4">
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
        <dl className="mt-8 grid gap-x-6 gap-y-2 border-t border-line pt-6 menu:grid-cols-4">
          <Offer figure={<Trans>over 15</Trans>}>
            <Trans>programmes</Trans>
          </Offer>
          <Offer figure={<Trans>over 40</Trans>}>
            <Trans>individual sessions</Trans>
          </Offer>
          <Offer figure="46">
            <Trans>juggling variations</Trans>
          </Offer>
        </dl>
        {BRAND.counterSource !== null && (
          <p className="mt-8 text-small text-ink-soft">{BRAND.counterSource[locale]}</p>
        )}
      </div>
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

function Offer({ figure, children }: { figure: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-2">
      <dt className="font-semibold">{children}</dt>
      <dd className="shrink-0 font-display text-title-s font-bold tabular-nums">{figure}</dd>
    </div>
  );
}
