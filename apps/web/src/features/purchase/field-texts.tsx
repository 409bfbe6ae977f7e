import {
  PURCHASE_FAULTS,
  PURCHASE_FIELD_MAX,
  type PurchaseFault,
  type PurchaseField,
} from '@agres/domain/purchase-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldError } from 'react-hook-form';

/** Returns the full names of the fields: accessible names, also used in the list of missing fields. */
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
 * Returns the visible labels, which are shorter if the section heading says whose address it is. The accessible
 * name contains the visible words, because voice control finds a field by its visible label (WCAG 2.5.3).
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

/** Returns the fault that `resolveByFault` stored as the message of a field error. */
export function faultOf(error: FieldError | undefined): PurchaseFault | undefined {
  return PURCHASE_FAULTS.find((fault) => fault === error?.message);
}

/** Returns the error text below a field. */
export function faultTextOf(field: PurchaseField, fault: PurchaseFault | undefined): ReactNode {
  switch (fault) {
    case undefined:
      return null;
    case 'blank':
      return blankTextOf(field);
    case 'too_long': {
      const max = PURCHASE_FIELD_MAX[field];
      return <Trans>{max} characters at most.</Trans>;
    }
    case 'negative':
      return field === 'zipCode' || field === 'clientZipCode' ? (
        <Trans>Please enter a valid postcode.</Trans>
      ) : (
        <Trans>Please enter a number without a minus sign.</Trans>
      );
    case 'no_country':
      return <Trans>Choose a country from the list.</Trans>;
    case 'other_area':
      return field === 'zipCode' ? (
        <Trans>This postcode is not in the delivery area you chose.</Trans>
      ) : (
        <Trans>This country is not in the delivery area you chose.</Trans>
      );
    case 'unfit':
      return (
        <Trans>
          We can’t print one of the characters you pasted. Delete the text and type it in.
        </Trans>
      );
  }
}

function blankTextOf(field: PurchaseField): ReactNode {
  switch (field) {
    case 'relayName':
      return <Trans>Enter the name of the pickup point.</Trans>;
    case 'firstName':
      return <Trans>Enter the first name.</Trans>;
    case 'lastName':
      return <Trans>Enter the last name.</Trans>;
    case 'number':
    case 'clientNumber':
      return <Trans>Enter the street number.</Trans>;
    case 'name':
    case 'clientName':
      return <Trans>Enter the street.</Trans>;
    case 'zipCode':
    case 'clientZipCode':
      return <Trans>Enter the postcode.</Trans>;
    case 'city':
    case 'clientCity':
      return <Trans>Enter the city.</Trans>;
    case 'relayCountry':
    case 'clientCountry':
      return <Trans>Enter the country.</Trans>;
  }
}
