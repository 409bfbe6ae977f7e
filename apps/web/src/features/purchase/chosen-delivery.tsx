import { RECIPIENT_FIELDS, RELAY_FIELDS, type PurchaseField } from '@agres/domain/purchase-fields';
import type { PurchaseForm } from '@agres/domain/shop.schema';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';

type ChosenDeliveryProps = { control: Control<PurchaseForm, unknown, PurchaseForm> };

/** Repeats the pickup point and the recipient above the price. Omits incomplete parts. */
export function ChosenDelivery({ control }: ChosenDeliveryProps) {
  const { errors } = useFormState({ control });
  const isFilledIn = (fields: readonly PurchaseField[]) => fields.every((field) => !errors[field]);
  const relay = useWatch({ control, name: RELAY_FIELDS });
  const [country, point, number, street, postcode, town] = relay;
  const [first, last, ...home] = useWatch({ control, name: RECIPIENT_FIELDS });
  const [homeNumber, homeStreet, homePostcode, homeTown, homeCountry] = home;
  return (
    <>
      {isFilledIn(RELAY_FIELDS) && (
        <Chosen name={<Trans>Pickup point</Trans>} what={point}>
          {number} {street}, {postcode} {town}, {country}
        </Chosen>
      )}
      {isFilledIn(RECIPIENT_FIELDS) && (
        <Chosen name={<Trans>Recipient</Trans>} what={`${first} ${last}`}>
          {homeNumber} {homeStreet}, {homePostcode} {homeTown}, {homeCountry}
        </Chosen>
      )}
    </>
  );
}

type ChosenProps = { name: ReactNode; what: string; children: ReactNode };

function Chosen({ name, what, children }: ChosenProps) {
  return (
    <div className="border-b border-line py-2 text-small wrap-anywhere">
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        <strong className="block font-semibold">{what}</strong>
        {children}
      </dd>
    </div>
  );
}
