import { useLingui } from '@lingui/react/macro';
import type { DeliveryArea } from '@shop/domain/shop';

/** The delivery areas by name. */
export function useAreaNames(): Record<DeliveryArea, string> {
  const { t } = useLingui();
  return { 0: t`France`, 1: t`Europe`, 2: t`Rest of the world` };
}
