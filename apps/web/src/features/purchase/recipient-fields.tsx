import { RECIPIENT_FIELDS } from '@agres/domain/purchase-fields';
import type { PurchaseForm } from '@agres/domain/shop.schema';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useWatch, type Control } from 'react-hook-form';

import { TextField } from '../../ui/field.tsx';
import { FieldRow } from './field-row.tsx';
import { SectionSummary } from './folded-part.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import type { FieldOf } from './use-purchase-form.ts';

type Fold = {
  control: Control<PurchaseForm, unknown, PurchaseForm>;
  onUnfold: () => void;
};

type RecipientFieldsProps = Fold & {
  field: FieldOf;
  /** True if the fields are complete and shown as a summary. */
  isFolded: boolean;
  children: ReactNode;
};

export function RecipientFields({
  control,
  field,
  isFolded,
  onUnfold,
  children,
}: RecipientFieldsProps) {
  const fieldsRef = useRef<HTMLDivElement>(null);
  const change = () => {
    flushSync(onUnfold);
    // The pressed button is removed, so move the focus.
    fieldsRef.current?.querySelector('input')?.focus();
  };
  return (
    <PurchaseStep number={2} title={<Trans>The recipient</Trans>}>
      {isFolded && <RecipientSummary control={control} onUnfold={change} />}
      <div ref={fieldsRef} hidden={isFolded} className="flex flex-col gap-4">
        <p className="-mt-2 text-small text-ink-soft">
          <Trans>For the label and the invoice. Your parcel goes to the pickup point.</Trans>
        </p>
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

function RecipientSummary({ control, onUnfold }: Fold) {
  const [first, last, number, street, postcode, town, country] = useWatch({
    control,
    name: RECIPIENT_FIELDS,
  });
  return (
    <SectionSummary
      label={<Trans>Recipient</Trans>}
      change={<Trans>Change the recipient</Trans>}
      onChange={onUnfold}
    >
      <strong className="block text-body font-semibold">
        {first} {last}
      </strong>
      {number} {street}, {postcode} {town}, {country}
    </SectionSummary>
  );
}
