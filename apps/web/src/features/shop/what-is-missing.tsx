import { Trans, useLingui } from '@lingui/react/macro';
import { PURCHASE_FIELDS } from '@shop/domain/purchase-fields';
import type { PurchaseForm } from '@shop/domain/shop.schema';
import { formatList } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { useFormState, type Control } from 'react-hook-form';

import { faultOf, useFieldLabels } from './field-texts.tsx';

/** So many are named; of more, the first ones. */
const NAMED = 4;

type WhatIsMissingProps = { id: string; control: Control<PurchaseForm>; isSoldOut: boolean };

/** Why the button that buys is disabled. */
export function WhatIsMissing({ id, control, isSoldOut }: WhatIsMissingProps) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const { errors } = useFormState({ control });
  const labels = useFieldLabels();
  const wrong = PURCHASE_FIELDS.filter(
    (field) => ![undefined, 'blank'].includes(faultOf(errors[field])),
  );
  const missing = PURCHASE_FIELDS.filter((field) => faultOf(errors[field]) === 'blank').map(
    (field) => labels[field],
  );
  if (errors.cgv) missing.push(t`Acceptance of the general terms of sale`);
  const more = missing.length - (NAMED - 1);
  const named =
    missing.length > NAMED ? [...missing.slice(0, NAMED - 1), t`${more} more`] : missing;
  const missingNames = formatList(locale, named);
  const wrongNames = formatList(
    locale,
    wrong.map((field) => labels[field]),
  );
  return (
    <div id={id} className="text-small text-pretty text-ink-soft empty:hidden">
      {isSoldOut && (
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
          <Trans>To be corrected: {wrongNames}.</Trans>
        </p>
      )}
    </div>
  );
}
