import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { TextField } from '../../ui/field.tsx';
import { FieldRow } from './field-row.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import type { FieldOf } from './use-purchase-form.ts';

/** Who fetches the parcel, with their own address. */
export function RecipientFields({ field, children }: { field: FieldOf; children: ReactNode }) {
  return (
    <PurchaseStep number={2} title={<Trans>The recipient</Trans>}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-x-3 phone:grid-cols-2">
          <TextField autoComplete="given-name" className="contents" {...field('firstName')} />
          <TextField autoComplete="family-name" className="contents" {...field('lastName')} />
        </div>
        <FieldRow>
          <TextField className="contents" {...field('clientNumber')} />
          <TextField autoComplete="address-line1" className="contents" {...field('clientName')} />
        </FieldRow>
        <FieldRow>
          <TextField autoComplete="postal-code" className="contents" {...field('clientZipCode')} />
          <TextField autoComplete="address-level2" className="contents" {...field('clientCity')} />
        </FieldRow>
        <TextField autoComplete="country-name" {...field('clientCountry')} />
      </div>
      <div className="mt-4 empty:hidden">{children}</div>
    </PurchaseStep>
  );
}
