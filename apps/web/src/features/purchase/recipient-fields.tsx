import { RECIPIENT_FIELDS } from '@agres/domain/purchase-fields';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';

import { TextField } from '../../ui/field.tsx';
import { FieldRow, PurchaseStep, SectionSummary } from './purchase-step.tsx';
import type { SharedForm } from './use-purchase-form.ts';

type RecipientFieldsProps = SharedForm & { children: ReactNode };

export function RecipientFields({ form, children }: RecipientFieldsProps) {
  const { control, field } = form;
  const isFolded = form.folded.recipient;
  const fieldsRef = useRef<HTMLDivElement>(null);
  const change = () => {
    flushSync(() => form.unfold('recipient'));
    // The pressed button is removed, so move the focus.
    fieldsRef.current?.querySelector('input')?.focus();
  };
  return (
    <PurchaseStep number={2} title={<Trans>The recipient</Trans>}>
      {isFolded && <RecipientSummary control={control} onChange={change} />}
      <div
        ref={fieldsRef}
        hidden={isFolded}
        onBlur={form.moveStreetNumber}
        className="flex flex-col gap-4"
      >
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

type RecipientSummaryProps = Pick<SharedForm['form'], 'control'> & { onChange: () => void };

function RecipientSummary({ control, onChange }: RecipientSummaryProps) {
  const [first, last, number, street, postcode, town, country] = useWatch({
    control,
    name: RECIPIENT_FIELDS,
  });
  return (
    <SectionSummary
      label={<Trans>Recipient</Trans>}
      change={<Trans>Change the recipient</Trans>}
      onChange={onChange}
    >
      <strong className="block text-body font-semibold">
        {first} {last}
      </strong>
      {number} {street}, {postcode} {town}, {country}
    </SectionSummary>
  );
}
