import {
  PURCHASE_FIELDS,
  RECIPIENT_FIELDS,
  RELAY_FIELDS,
  type PurchaseField,
} from '@agres/domain/purchase-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide';
import { useId, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

import { Icon } from '../../ui/icon.tsx';
import { faultOf, useFieldLabels, useShownLabels } from './field-texts.tsx';
import { fieldIdOf, RELAY_TEXT_FIELDS, type usePurchaseForm } from './use-purchase-form.ts';

type Missing = PurchaseField | 'cgv';

type WhatIsMissingProps = {
  id: string;
  form: ReturnType<typeof usePurchaseForm>;
  /** Whether a search stands in place of the fields of the pickup point. */
  isRelaySearched: boolean;
};

/**
 * Why the order button is disabled, with a link to each field. Red once a field was skipped. Hidden until the
 * buyer leaves a field or presses the button; screen readers read it as the button's description.
 */
export function MissingFields({ id, form, isRelaySearched }: WhatIsMissingProps) {
  const { errors } = useFormState({ control: form.control });
  const wrong = PURCHASE_FIELDS.filter(
    (field) => ![undefined, 'blank'].includes(faultOf(errors[field])),
  );
  const isBlank = (field: PurchaseField) => faultOf(errors[field]) === 'blank';
  // One link leads to the search, for all fields that it fills in.
  const isPointMissing = isRelaySearched && RELAY_TEXT_FIELDS.every(isBlank);
  const missing: Missing[] = PURCHASE_FIELDS.filter(
    (field) => isBlank(field) && !(isPointMissing && SEARCHED_FIELDS.has(field)),
  );
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
      <div className="grow">
        {form.hasFaults && (
          // Only this sentence is announced: the list of missing fields changes at every keystroke.
          <p id={form.messageId} role="alert" className="mb-1.5 font-semibold text-error">
            <Trans>Please fill all the required fields.</Trans>
          </p>
        )}
        <div id={id} className="flex flex-col gap-3 text-small">
          {form.isSoldOut && (
            <p>
              <Trans>The option you chose is out of stock.</Trans>
            </p>
          )}
          <FieldLinks fields={missing} isPointMissing={isPointMissing} onFollow={form.reach}>
            <Trans>Still missing:</Trans>
          </FieldLinks>
          <FieldLinks fields={wrong} isPointMissing={false} onFollow={form.reach}>
            <Trans>Please correct:</Trans>
          </FieldLinks>
        </div>
      </div>
    </div>
  );
}

/** The fields that one link stands for, while a search fills them in; the first of them is its own. */
const SEARCHED_FIELDS: ReadonlySet<string> = new Set(RELAY_TEXT_FIELDS.slice(1));

type FieldLinksProps = {
  fields: readonly Missing[];
  /** Whether the first field of the pickup point stands for all of them. */
  isPointMissing: boolean;
  onFollow: (field: Missing) => void;
  children: ReactNode;
};

/** Links to the fields, by section of the form; null if there are none. `children` is the heading. */
function FieldLinks({ fields, isPointMissing, onFollow, children }: FieldLinksProps) {
  const { t } = useLingui();
  if (fields.length === 0) return null;
  const sections: { title: string; of: readonly Missing[] }[] = [
    { title: t`The pickup point`, of: RELAY_FIELDS },
    { title: t`The recipient`, of: RECIPIENT_FIELDS },
    { title: t`Check and pay`, of: ['cgv'] },
  ];
  return (
    <div>
      <p className="font-semibold">{children}</p>
      {sections.map(({ title, of }, index) => {
        const linked = fields.filter((field) => of.includes(field));
        return (
          linked.length > 0 && (
            <Section
              key={title}
              number={index + 1}
              title={title}
              fields={linked}
              isPointMissing={isPointMissing}
              onFollow={onFollow}
            />
          )
        );
      })}
    </div>
  );
}

type SectionProps = Omit<FieldLinksProps, 'children'> & { number: number; title: string };

/** The links to the fields of one section, under its number and title. */
function Section({ number, title, fields, isPointMissing, onFollow }: SectionProps) {
  const { t } = useLingui();
  const titleId = useId();
  const terms = t`Agreement to the terms and conditions`;
  const point = isPointMissing ? { relayName: t`Choose a pickup point` } : {};
  const labels = { ...useFieldLabels(), ...point, cgv: terms };
  const shownLabels = { ...useShownLabels(), ...point, cgv: terms };
  return (
    <>
      <p id={titleId} className="mt-2 flex items-center gap-2 text-ink-soft">
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {number}.
        </span>
        {title}
      </p>
      <ul aria-labelledby={titleId} className="flex flex-wrap gap-x-5">
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
              <span aria-hidden="true">{shownLabels[field]}</span>
              <span className="sr-only">{labels[field]}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
