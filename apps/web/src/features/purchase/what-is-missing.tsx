import { PURCHASE_FIELDS, type PurchaseField } from '@agres/domain/purchase-fields';
import { listPartsOf } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';
import { useFormState } from 'react-hook-form';

import { Icon } from '../../ui/icon.tsx';
import { faultOf, useFieldLabels } from './field-texts.tsx';
import { fieldIdOf, type usePurchaseForm } from './use-purchase-form.ts';

/** So many are named; of more, the first ones. */
const NAMED = 4;

type Missing = PurchaseField | 'cgv';

type WhatIsMissingProps = { id: string; form: ReturnType<typeof usePurchaseForm> };

/**
 * Why the button that buys is disabled, with the way to each field; red once something was passed over. Shown
 * once the buyer has left a field or asked for it; before, it only describes the button.
 */
export function WhatIsMissing({ id, form }: WhatIsMissingProps) {
  const { errors } = useFormState({ control: form.control });
  const wrong = PURCHASE_FIELDS.filter(
    (field) => ![undefined, 'blank'].includes(faultOf(errors[field])),
  );
  const missing: Missing[] = PURCHASE_FIELDS.filter((field) => faultOf(errors[field]) === 'blank');
  if (errors.cgv) missing.push('cgv');
  // The button is described by it all the same.
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
          // The sentence alone is read out when it comes; what is missing changes with every letter.
          <p id={form.messageId} role="alert" className="mb-1.5 font-semibold text-error">
            <Trans>Please fill all the required fields.</Trans>
          </p>
        )}
        {/* Each line is as high as a thumb needs. */}
        <div id={id} className="flex flex-col gap-1 text-small *:leading-11">
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

/** The fields in a row, each a link to itself; of many, the first ones and how many more. */
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
