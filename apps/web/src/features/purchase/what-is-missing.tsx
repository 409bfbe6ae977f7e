import { PURCHASE_FIELDS, type PurchaseField } from '@agres/domain/purchase-fields';
import { listPartsOf } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';
import { useFormState } from 'react-hook-form';

import { Icon } from '../../ui/icon.tsx';
import { faultOf, useFieldLabels } from './field-texts.tsx';
import { fieldIdOf, type usePurchaseForm } from './use-purchase-form.ts';

/** The maximum number of names; if there are more, the last one becomes “n more”. */
const NAMED = 4;

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
  const missingNames = <FieldLinks fields={missing} onFollow={form.reach} />;
  const wrongNames = <FieldLinks fields={wrong} onFollow={form.reach} />;
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
        {/* The lines are far enough apart for touch. */}
        <div id={id} className="flex flex-col gap-1 text-small *:leading-9">
          {form.isSoldOut && (
            <p>
              <Trans>The option you chose is out of stock.</Trans>
            </p>
          )}
          {missing.length > 0 && (
            <p>
              <Trans>Still missing: {missingNames}.</Trans>
            </p>
          )}
          {wrong.length > 0 && (
            <p>
              <Trans>Please correct: {wrongNames}.</Trans>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

type FieldLinksProps = { fields: readonly Missing[]; onFollow: (field: Missing) => void };

/** The fields as a list of links. If there are too many, the first ones and the number of others. */
function FieldLinks({ fields, onFollow }: FieldLinksProps) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const labels = { ...useFieldLabels(), cgv: t`Agreement to the terms and conditions` };
  const more = fields.length - (NAMED - 1);
  const linked = fields.length > NAMED ? fields.slice(0, NAMED - 1) : fields;
  const names = linked.map((field) => labels[field]);
  if (linked.length < fields.length) names.push(t`${more} more`);
  const parts = listPartsOf(locale, names).map(({ type, value }) => {
    const field = type === 'element' ? linked[names.indexOf(value)] : undefined;
    if (field === undefined) return value;
    return (
      <a
        key={field}
        href={`#${fieldIdOf(field)}`}
        onClick={(event) => {
          event.preventDefault();
          onFollow(field);
        }}
        className="py-3.5 font-medium underline decoration-2 underline-offset-4 hover:text-accent-strong"
      >
        {value}
      </a>
    );
  });
  return <>{parts}</>;
}
