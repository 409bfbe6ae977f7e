import { Trans } from '@lingui/react/macro';

import { TextField } from '../../ui/field.tsx';
import type { FieldOf } from './use-purchase-form.ts';

/** Who fetches the parcel, with their own address. */
export function RecipientFields({ field }: { field: FieldOf }) {
  return (
    <fieldset>
      <legend className="mb-4 font-display text-title-s font-bold">
        <Trans>The recipient</Trans>
      </legend>
      <div className="grid gap-5 sm:grid-cols-6">
        <TextField
          label={<Trans>First name</Trans>}
          autoComplete="given-name"
          className="sm:col-span-3"
          {...field('firstName')}
        />
        <TextField
          label={<Trans>Last name</Trans>}
          autoComplete="family-name"
          className="sm:col-span-3"
          {...field('lastName')}
        />
        <TextField
          label={<Trans>Street number</Trans>}
          className="sm:col-span-2"
          {...field('clientNumber')}
        />
        <TextField
          label={<Trans>Street</Trans>}
          className="sm:col-span-4"
          {...field('clientName')}
        />
        <TextField
          label={<Trans>Postcode</Trans>}
          autoComplete="postal-code"
          className="sm:col-span-2"
          {...field('clientZipCode')}
        />
        <TextField
          label={<Trans>City</Trans>}
          autoComplete="address-level2"
          className="sm:col-span-4"
          {...field('clientCity')}
        />
        <TextField
          label={<Trans>Country</Trans>}
          autoComplete="country-name"
          className="sm:col-span-6"
          {...field('clientCountry')}
        />
      </div>
    </fieldset>
  );
}
