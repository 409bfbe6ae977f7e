import type { Plan } from '@agres/domain/shape-values';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

export function usePlanNames(): Record<Plan, string> {
  const { t } = useLingui();
  return { monthly: t`Monthly subscription`, yearly: t`Yearly subscription` };
}

/** Returns the price and interval of each plan: `19,99 € par mois`. */
export function usePlanPrices(): Record<Plan, string> {
  const { locale } = useRouteContext({ from: '__root__' });
  const { t } = useLingui();
  const monthly = formatPrice(locale, PLAN_PRICES_CENTS.monthly);
  const yearly = formatPrice(locale, PLAN_PRICES_CENTS.yearly);
  return { monthly: t`${monthly} per month`, yearly: t`${yearly} per year` };
}
