import {
  PURCHASE_FAULTS,
  PURCHASE_FIELD_MAX,
  type PurchaseFault,
  type PurchaseField,
} from '@agres/domain/purchase-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldError } from 'react-hook-form';

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
    clientNumber: t`Recipient’s street number`,
    clientName: t`Recipient’s street`,
    clientZipCode: t`Recipient’s postcode`,
    clientCity: t`Recipient’s city`,
    clientCountry: t`Recipient’s country`,
  };
}

/**
 * What a field's label shows: shorter where the part around it says whose it is. The accessible name
 * contains these words, so that voice control finds the field by what is seen of it.
 */
export function useShownLabels(): Record<PurchaseField, string> {
  const { t } = useLingui();
  const [street, postcode, city] = [t`Street`, t`Postcode`, t`City`];
  return {
    ...useFieldLabels(),
    number: t({ message: 'Street number', context: 'of the pickup point' }),
    name: street,
    zipCode: postcode,
    city,
    clientNumber: t`Street number`,
    clientName: street,
    clientZipCode: postcode,
    clientCity: city,
    clientCountry: t`Country`,
  };
}

/** What the rules of the form found in a field; they put it into the error's message. */
export function faultOf(error: FieldError | undefined): PurchaseFault | undefined {
  return PURCHASE_FAULTS.find((fault) => fault === error?.message);
}

/** What is wrong, beside the field; nothing for an empty one, of which the form has its one sentence. */
export function faultTextOf(field: PurchaseField, fault: PurchaseFault | undefined): ReactNode {
  switch (fault) {
    case undefined:
    case 'blank':
      return null;
    case 'too_long': {
      const max = PURCHASE_FIELD_MAX[field];
      return <Trans>{max} characters at most.</Trans>;
    }
    case 'negative':
      return <Trans>Please remove the minus sign.</Trans>;
    case 'no_country':
      return <Trans>Choose a country from the list.</Trans>;
    case 'other_area':
      return field === 'zipCode' ? (
        <Trans>This postcode is not in the delivery area you chose.</Trans>
      ) : (
        <Trans>This country is not in the delivery area you chose.</Trans>
      );
    case 'unfit':
      return <Trans>This text contains a character we can’t print.</Trans>;
  }
}
