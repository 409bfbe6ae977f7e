import { Trans } from '@lingui/react/macro';
import { YEARLY_PER_MONTH_CENTS } from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';

/** Where a member without a subscription finds one. */
export function NoSubscription() {
  const { locale } = useRouteContext({ from: '__root__' });
  const price = formatPrice(locale, YEARLY_PER_MONTH_CENTS);
  return (
    <section className="rounded-card bg-surface p-7 shadow-card">
      <h2 className="font-display text-title-s font-bold">
        <Trans>My programme</Trans>
      </h2>
      <p className="mt-3 text-pretty text-ink-soft">
        <Trans>
          You are not subscribed. Your personal programme starts at {price} per month, billed once a
          year.
        </Trans>
      </p>
      <Link to="/subscribe" className={`mt-5 ${BUTTON.primary}`}>
        <Trans>Subscribe</Trans>
      </Link>
    </section>
  );
}
