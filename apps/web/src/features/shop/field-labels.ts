import { useLingui } from '@lingui/react/macro';
import type { PurchaseField } from '@shop/domain/purchase-fields';

/** What the fields of the purchase form are called, beside them and where one is missing. */
export function useFieldLabels(): Record<PurchaseField, string> {
  const { t } = useLingui();
  return {
    relayName: t`Pickup point name`,
    relayCountry: t`Pickup point country`,
    number: t`Pickup point street number`,
    name: t`Pickup point street`,
    zipCode: t`Pickup point postcode`,
    city: t`Pickup point city`,
    firstName: t`First name`,
    lastName: t`Last name`,
    clientNumber: t`Street number`,
    clientName: t`Street`,
    clientZipCode: t`Postcode`,
    clientCity: t`City`,
    clientCountry: t`Country`,
  };
}
