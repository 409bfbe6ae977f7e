import { BRAND } from '@agres/domain/brand';
import { countryNameOf, countryNamesOf } from '@agres/domain/country-names';
import {
  DELIVERY_AREAS,
  feeLabelOf,
  relayCountryOf,
  type DeliveryArea,
} from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import type { RelayPoint } from '@agres/domain/relays';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';

import { Alert } from '../../ui/alert.tsx';
import { useAreaNames } from '../../ui/area-names.ts';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { NewTabSign } from '../../ui/new-tab-sign.tsx';
import { FieldRow, PurchaseStep, SectionSummary } from './purchase-step.tsx';
import { Hours, RelayPicker } from './relay-picker.tsx';
import { RELAY_TEXT_FIELDS, type AreaOffer, type SharedForm } from './use-purchase-form.ts';

/**
 * A search, with fields as a fallback. A point that was filled in with one press is shown as a summary; its
 * fields stay in the form and can be shown again.
 */
export function RelayFields({ form }: SharedForm) {
  const { area, areaOffer, control, field, isByHand, isRelaySearchable, relayId } = form;
  const isFolded = form.folded.relay;
  const { locale } = useRouteContext({ from: '__root__' });
  const countriesId = useId();
  // Memoized: a collator sorts the names, and the form renders at every keystroke.
  const countryNames = useMemo(() => countryNamesOf(area, locale), [area, locale]);
  const [chosen, setChosen] = useState<RelayPoint | null>(null);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const typed = useWatch({ control, name: RELAY_TEXT_FIELDS });
  const areFieldsShown = isByHand || !isRelaySearchable || typed.some((value) => value !== '');
  const choose = (point: RelayPoint) => {
    setChosen(point);
    form.chooseRelay(point);
  };
  const change = () => {
    flushSync(() => form.unfold('relay'));
    // The pressed button is removed, so move the focus.
    fieldsRef.current?.querySelector('input')?.focus();
  };
  return (
    <PurchaseStep number={1} title={<Trans>The pickup point</Trans>}>
      {/* No autofill: the browser would fill in the home address. */}
      <div className="flex flex-col gap-4">
        <AreaChoice chosen={area} onChoose={form.chooseArea} />
        {isFolded && (
          <RelaySummary
            control={control}
            hours={chosen?.id === relayId ? chosen.hours : null}
            // The pressed button in the list is removed, so take the focus.
            takesFocus={chosen?.id === relayId}
            onChange={change}
          />
        )}
        <div ref={fieldsRef} hidden={isFolded} className="flex flex-col gap-4">
          {relayCountryOf(area) === '' && (
            <div>
              <TextField autoComplete="off" list={countriesId} {...field('relayCountry')} />
              <datalist id={countriesId}>
                {countryNames.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </datalist>
            </div>
          )}
          {isRelaySearchable && (
            <RelayPicker
              key={form.relayCountry}
              country={form.relayCountry}
              chosenId={relayId}
              // The buyer passed over the choice of a point, or asked what is missing.
              isMissing={form.hasFaults && !areFieldsShown}
              onChoose={choose}
            />
          )}
          {/* One way on below the search; the finder of the carrier goes with the fields, which need its answer. */}
          {areFieldsShown ? (
            <p className="flex flex-wrap items-center gap-x-4 text-small text-ink-soft">
              {isRelaySearchable && <Trans>Not listed? Enter it below.</Trans>}
              <a
                href={BRAND.relayFinderUrl[locale]}
                target="_blank"
                rel="noopener"
                className="inline-block py-3 font-medium text-ink underline decoration-2 underline-offset-4 hover:text-accent-strong"
              >
                <Trans>
                  Find a pickup point near you<span className="sr-only"> (new tab)</span>
                </Trans>
                <NewTabSign />
              </a>
            </p>
          ) : (
            <button
              type="button"
              onClick={form.enterByHand}
              className={`self-start ${BUTTON.quiet}`}
            >
              <Trans>Enter a pickup point manually</Trans>
            </button>
          )}
          <div hidden={!areFieldsShown} className="flex flex-col gap-4">
            <TextField autoComplete="off" {...field('relayName')} />
            <FieldRow>
              <TextField autoComplete="off" className="contents" {...field('number')} />
              <TextField autoComplete="off" className="contents" {...field('name')} />
            </FieldRow>
            <FieldRow>
              <TextField
                autoComplete="off"
                inputMode={area === 0 ? 'numeric' : 'text'}
                className="contents"
                {...field('zipCode')}
              />
              <TextField autoComplete="off" className="contents" {...field('city')} />
            </FieldRow>
          </div>
          {areaOffer && <OtherArea offer={areaOffer} onTake={() => form.takeArea(areaOffer)} />}
        </div>
      </div>
    </PurchaseStep>
  );
}

type ChosenRelayProps = Pick<SharedForm['form'], 'control'> & {
  hours: string | null;
  takesFocus: boolean;
  onChange: () => void;
};

function RelaySummary({ control, hours, takesFocus, onChange }: ChosenRelayProps) {
  const [name, number, street, postcode, town] = useWatch({ control, name: RELAY_TEXT_FIELDS });
  return (
    <SectionSummary
      label={<Trans>Your pickup point</Trans>}
      textRef={takesFocus ? focusElement : null}
      change={<Trans>Change the pickup point</Trans>}
      onChange={onChange}
    >
      <strong className="block text-body font-semibold">{name}</strong>
      {number} {street}, {postcode} {town}
      {hours !== null && <Hours of={hours} />}
    </SectionSummary>
  );
}

type AreaChoiceProps = { chosen: DeliveryArea; onChoose: (area: DeliveryArea) => void };

/** Says that the postcode is in another area, and offers that area with its fee. */
function OtherArea({ offer, onTake }: { offer: AreaOffer; onTake: () => void }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { postcode } = offer;
  const place = countryNameOf(offer.country, locale);
  const fee = useFeeText()(offer.area);
  return (
    <Alert kind="warning">
      <p>
        <Trans>
          Postcode {postcode} is in another delivery area: {place}. {fee}.
        </Trans>
      </p>
      <button type="button" onClick={onTake} className={`mt-2 ${BUTTON.secondary}`}>
        <Trans>Choose this area</Trans>
      </button>
    </Alert>
  );
}

function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const label = feeLabelOf(deliveryFeeCents(area));
    if (label.kind === 'free') return t`Free delivery`;
    const fee = formatPrice(locale, label.cents);
    return t`Delivery ${fee}`;
  };
}

function AreaChoice({ chosen, onChoose }: AreaChoiceProps) {
  const names = useAreaNames();
  const feeText = useFeeText();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">
        <Trans>Delivery area</Trans>
      </legend>
      <div className="grid gap-px overflow-hidden rounded-control border border-control-line bg-line sm:grid-cols-3">
        {DELIVERY_AREAS.map((area) => (
          <label
            key={area}
            className="flex min-h-touch items-center gap-x-3 bg-surface px-4 py-1 has-checked:bg-secondary-soft"
          >
            <input
              type="radio"
              name="area"
              value={area}
              checked={area === chosen}
              onChange={() => onChoose(area)}
              className="size-5 shrink-0"
            />
            <span className="flex grow flex-wrap items-center justify-between gap-x-3 sm:block">
              <span className="block font-semibold">{names[area]}</span>{' '}
              <span className="block text-small text-ink-soft">{feeText(area)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
