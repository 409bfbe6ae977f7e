import {
  PURCHASE_FIELDS,
  RECIPIENT_FIELDS,
  RELAY_FIELDS,
  type PurchaseField,
} from '@agres/domain/purchase-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide';
import { useFormState } from 'react-hook-form';

import { Icon } from '../../ui/icon.tsx';
import { faultOf, useFieldLabels } from './field-texts.tsx';
import { fieldIdOf, type usePurchaseForm } from './use-purchase-form.ts';

/** The number of missing fields of an address that are named one by one. */
const MAX_NAMED = 2;

type Missing = PurchaseField | 'cgv';

type WhatIsMissingProps = { id: string; form: ReturnType<typeof usePurchaseForm> };

/**
 * Why the order button is disabled, with a link to each field. Red once a field was skipped. Hidden until the
 * buyer leaves a field or presses the button; screen readers read it as the button's description.
 */
export function MissingFields({ id, form }: WhatIsMissingProps) {
  const { errors } = useFormState({ control: form.control });
  const wrong = PURCHASE_FIELDS.filter(
    (field) => ![undefined, 'blank'].includes(faultOf(errors[field])),
  );
  const missing: Missing[] = PURCHASE_FIELDS.filter((field) => faultOf(errors[field]) === 'blank');
  if (errors.cgv) missing.push('cgv');
  // Rendered anyway, because the button has it as its description.
  if (!form.isSoldOut && missing.length + wrong.length === 0) return <div id={id} hidden />;
  return (
    <div
      hidden={!form.isBegun && !form.isSoldOut}
      className={
        form.hasFaults
          ? 'flex gap-3 rounded-control border border-error bg-error-ground px-4 py-3'
          : ''
      }
    >
      {form.hasFaults && <Icon of={CircleAlert} className="mt-0.5 size-5 shrink-0 text-error" />}
      <div>
        {form.hasFaults && (
          // Only this sentence is announced: the list of missing fields changes at every keystroke.
          <p id={form.messageId} role="alert" className="mb-1.5 font-semibold text-error">
            <Trans>Please fill all the required fields.</Trans>
          </p>
        )}
        <div id={id} className="text-small">
          {form.isSoldOut && (
            <p className="leading-9">
              <Trans>The option you chose is out of stock.</Trans>
            </p>
          )}
          {missing.length > 0 && (
            <>
              <p className="font-semibold">
                <Trans>Still missing:</Trans>
              </p>
              <FieldLinks fields={missing} isByHand={form.isByHand} onFollow={form.reach} />
            </>
          )}
          {wrong.length > 0 && (
            <>
              <p className="font-semibold">
                <Trans>Please correct:</Trans>
              </p>
              <FieldLinks fields={wrong} isByHand onFollow={form.reach} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

type FieldLinksProps = {
  fields: readonly Missing[];
  /** Whether the fields of the pickup point are shown, not only the search. */
  isByHand: boolean;
  onFollow: (field: Missing) => void;
};

/** A link to each field, or one for an address of which several fields are missing. */
function FieldLinks({ fields, isByHand, onFollow }: FieldLinksProps) {
  const { t } = useLingui();
  const labels = { ...useFieldLabels(), cgv: t`Agreement to the terms and conditions` };
  const among = (group: readonly Missing[]) => fields.filter((field) => group.includes(field));
  const [relay, recipient] = [among(RELAY_FIELDS), among(RECIPIENT_FIELDS)];
  const [relayCount, recipientCount] = [relay.length, recipient.length];
  const linksOf = (group: readonly Missing[], summary?: string): [Missing, string][] =>
    group.length > MAX_NAMED && summary !== undefined
      ? group.slice(0, 1).map((first) => [first, summary])
      : group.map((field) => [field, labels[field]]);
  const links = [
    ...linksOf(
      relay,
      isByHand ? t`The pickup point: ${relayCount} fields` : t`Choose a pickup point`,
    ),
    ...linksOf(recipient, t`The recipient: ${recipientCount} fields`),
    ...linksOf(among(['cgv'])),
  ];
  return (
    <ul>
      {links.map(([field, words]) => (
        <li key={field}>
          <a
            href={`#${fieldIdOf(field)}`}
            onClick={(event) => {
              event.preventDefault();
              onFollow(field);
            }}
            className="inline-flex min-h-touch items-center font-medium underline decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}
