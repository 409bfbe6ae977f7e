import { Trans } from '@lingui/react/macro';
import type { PurchaseField } from '@shop/domain/purchase-fields';
import type { PurchaseForm } from '@shop/domain/shop.schema';
import type { ReactNode } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';

const RELAY = ['relayName', 'number', 'name', 'zipCode', 'city', 'relayCountry'] as const;
const RECIPIENT = [
  'firstName',
  'lastName',
  'clientNumber',
  'clientName',
  'clientZipCode',
  'clientCity',
  'clientCountry',
] as const;

type ChosenDeliveryProps = { control: Control<PurchaseForm, unknown, PurchaseForm> };

/** Where it goes and to whom, once more above what it costs; a part that is not filled in yet is left out. */
export function ChosenDelivery({ control }: ChosenDeliveryProps) {
  const { errors } = useFormState({ control });
  const isFilledIn = (fields: readonly PurchaseField[]) => fields.every((field) => !errors[field]);
  const [point, number, street, postcode, town, country] = useWatch({ control, name: RELAY });
  const [first, last, ...home] = useWatch({ control, name: RECIPIENT });
  const [homeNumber, homeStreet, homePostcode, homeTown, homeCountry] = home;
  return (
    <>
      {isFilledIn(RELAY) && (
        <Chosen name={<Trans>Pickup point</Trans>} what={point}>
          {number} {street}, {postcode} {town}, {country}
        </Chosen>
      )}
      {isFilledIn(RECIPIENT) && (
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
