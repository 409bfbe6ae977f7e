import { useLingui } from '@lingui/react/macro';
import { feeLabelOf, type DeliveryArea } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

/** The words for an area's delivery fee. */
export function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const fee = feeLabelOf(area);
    return fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents);
  };
}

/** The delivery areas by name, each with its fee. */
export function useAreaNames(): Record<DeliveryArea, string> {
  const { t } = useLingui();
  const feeText = useFeeText();
  return {
    0: t`France (delivery: ${feeText(0)})`,
    1: t`Europe (delivery: ${feeText(1)})`,
    2: t`Rest of the world (delivery: ${feeText(2)})`,
  };
}
