import { useLingui } from '@lingui/react/macro';
import { feeLabelOf, type DeliveryArea } from '@shop/domain/delivery';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

/** The words for an area's delivery fee: an amount, or that there is none. */
export function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const fee = feeLabelOf(area);
    return fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents);
  };
}
