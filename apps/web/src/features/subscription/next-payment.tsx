import type { Subscription } from '@agres/domain/shapes';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';

/** The amount and date of the next payment of an active subscription; only the price until the date is known. */
export function NextPayment({ subscription: { plan } }: { subscription: Subscription }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const contract = api.programmes.current.useQuery();
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  if (!contract.isSuccess) return <>{price}</>;
  const { paidUntil, isPastDue, referrals } = contract.data;
  if (isPastDue) return <Trans>{price}: declined. We’ll try again over the next few days.</Trans>;
  const date = formatDate(locale, paidUntil);
  return referrals === 0 ? (
    <Trans>
      {price}, on {date}
    </Trans>
  ) : (
    <Trans>
      {price} minus your referral credit, on {date}
    </Trans>
  );
}
