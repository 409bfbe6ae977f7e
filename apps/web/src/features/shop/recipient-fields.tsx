import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { TextField } from '../../ui/field.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import type { FieldOf } from './use-purchase-form.ts';

/** Who fetches the parcel, with their own address. */
export function RecipientFields({ field, children }: { field: FieldOf; children: ReactNode }) {
  return (
    <PurchaseStep number={2} title={<Trans>The recipient</Trans>}>
      <div className="grid gap-5 sm:grid-cols-6">
        <TextField autoComplete="given-name" className="sm:col-span-3" {...field('firstName')} />
        <TextField autoComplete="family-name" className="sm:col-span-3" {...field('lastName')} />
        <TextField className="sm:col-span-2" {...field('clientNumber')} />
        <TextField
          className="sm:col-span-4"
          autoComplete="address-line1"
          {...field('clientName')}
        />
        <TextField
          autoComplete="postal-code"
          className="sm:col-span-2"
          {...field('clientZipCode')}
        />
        <TextField
          autoComplete="address-level2"
          className="sm:col-span-4"
          {...field('clientCity')}
        />
        <TextField
          autoComplete="country-name"
          className="sm:col-span-6"
          {...field('clientCountry')}
        />
      </div>
      <div className="mt-5 empty:hidden">{children}</div>
    </PurchaseStep>
  );
}
