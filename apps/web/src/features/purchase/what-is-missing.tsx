import { PURCHASE_FIELDS, type PurchaseField } from '@agres/domain/purchase-fields';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide';
import { useId, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

import { faultOf, useFieldLabels } from './field-texts.tsx';
import { fieldIdOf, RELAY_TEXT_FIELDS, type SharedForm } from './use-purchase-form.ts';

type Missing = PurchaseField | 'cgv';

const ADDRESS_FIELDS = ['clientNumber', 'clientName', 'clientZipCode', 'clientCity'] as const;

type WhatIsMissingProps = SharedForm & { id: string };

/**
 * Why the order button is disabled, with a link to each field. Red once a field was skipped. Screen readers read
 * it as the button's description.
 */
export function MissingFields({ id, form }: WhatIsMissingProps) {
  const { t } = useLingui();
  const { errors } = useFormState({ control: form.control });
  const wrong = PURCHASE_FIELDS.filter(
    (field) => ![undefined, 'blank'].includes(faultOf(errors[field])),
  );
  const isBlank = (field: PurchaseField) => faultOf(errors[field]) === 'blank';
  // The search replaces the fields of the pickup point.
  const isRelaySearched = form.isRelaySearchable && !form.isByHand;
  const isPointMissing = isRelaySearched && RELAY_TEXT_FIELDS.every(isBlank);
  const isAddressMissing = ADDRESS_FIELDS.every(isBlank);
  // One link stands for all of them, and leads to the first.
  const [, ...ofPoint] = isPointMissing ? RELAY_TEXT_FIELDS : [];
  const [, ...ofAddress] = isAddressMissing ? ADDRESS_FIELDS : [];
  const grouped: ReadonlySet<string> = new Set([...ofPoint, ...ofAddress]);
  const missing: Missing[] = PURCHASE_FIELDS.filter(
    (field) => isBlank(field) && !grouped.has(field),
  );
  if (errors.cgv) missing.push('cgv');
  const labels = {
    ...useFieldLabels(),
    ...(isPointMissing && { relayName: t`Choose a pickup point` }),
    ...(isAddressMissing && { clientNumber: t`Add your address` }),
    cgv: t`Accept the terms`,
  };
  // Rendered anyway, because the button has it as its description.
  if (!form.isSoldOut && missing.length + wrong.length === 0) return <div id={id} hidden />;
  return (
    <div
      className={
        form.hasFaults
          ? 'flex gap-3 rounded-control border border-error bg-error-ground px-4 py-3'
          : ''
      }
    >
      {form.hasFaults && <Icon of={CircleAlert} className="mt-0.5 size-5 shrink-0 text-error" />}
      <div className="grow">
        {form.hasFaults && (
          // Only this sentence is announced: the list of missing fields changes at every keystroke.
          <p id={form.messageId} role="alert" className="mb-1.5 font-semibold text-error">
            <Trans>Please fill all the required fields.</Trans>
          </p>
        )}
        <div id={id} className="text-small">
          {form.isSoldOut && (
            <p>
              <Trans>The option you chose is out of stock.</Trans>
            </p>
          )}
          <FieldLinks fields={missing} labels={labels} onFollow={form.reach}>
            <Trans>Still to do:</Trans>
          </FieldLinks>
          <FieldLinks fields={wrong} labels={labels} onFollow={form.reach}>
            <Trans>Please correct:</Trans>
          </FieldLinks>
        </div>
      </div>
    </div>
  );
}

type FieldLinksProps = {
  fields: readonly Missing[];
  labels: Record<Missing, string>;
  onFollow: (field: Missing) => void;
  children: ReactNode;
};

/** Null if there are no fields. `children` is the heading. */
function FieldLinks({ fields, labels, onFollow, children }: FieldLinksProps) {
  const titleId = useId();
  if (fields.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <p id={titleId} className="font-semibold">
        {children}
      </p>
      <ul aria-labelledby={titleId} className="contents">
        {fields.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldIdOf(field)}`}
              onClick={(event) => {
                event.preventDefault();
                onFollow(field);
              }}
              className="inline-flex min-h-touch items-center font-medium underline decoration-2 underline-offset-4 hover:text-accent-strong"
            >
              {labels[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
