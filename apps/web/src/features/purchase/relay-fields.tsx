import { BRAND } from '@agres/domain/brand';
import { isCountryOfArea, type CountryCode } from '@agres/domain/countries';
import { countryNameOf, countryNamesOf } from '@agres/domain/country-names';
import {
  DELIVERY_AREAS,
  feeLabelOf,
  relayCountryOf,
  type DeliveryArea,
} from '@agres/domain/delivery';
import type { RelayPoint } from '@agres/domain/relays';
import { formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useMemo } from 'react';

import { Alert } from '../../ui/alert.tsx';
import { useAreaNames } from '../../ui/area-names.ts';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { NewTabSign } from '../../ui/new-tab-sign.tsx';
import { FieldRow } from './field-row.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import { RelayPicker } from './relay-picker.tsx';
import type { AreaOffer, FieldOf } from './use-purchase-form.ts';

type RelayFieldsProps = {
  field: FieldOf;
  area: DeliveryArea;
  onChooseArea: (area: DeliveryArea) => void;
  /** The area of the postcode, where another one is chosen. */
  areaOffer: AreaOffer | null;
  onTakeArea: (offer: AreaOffer) => void;
  /** The countries that points are known in. */
  relayCountries: readonly CountryCode[];
  /** The country of the pickup point, if it is known. */
  country: CountryCode | null;
  /** The point that the fields were filled in with. */
  relayId: string | null;
  onChooseRelay: (point: RelayPoint) => void;
};

/** The pickup point that the parcel goes to: found first, by hand where it is not. */
export function RelayFields({
  field,
  area,
  onChooseArea,
  areaOffer,
  onTakeArea,
  relayCountries,
  country,
  relayId,
  onChooseRelay,
}: RelayFieldsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const countriesId = useId();
  // Sorted by a collator made for it, while the form renders at every key.
  const countryNames = useMemo(() => countryNamesOf(area, locale), [area, locale]);
  // Before a country is chosen it is seen already that points can be searched for, where there are any.
  const isSearchable =
    country === null
      ? relayCountries.some((code) => isCountryOfArea(code, area))
      : relayCountries.includes(country);
  return (
    <PurchaseStep number={1} title={<Trans>The pickup point</Trans>}>
      {/* No autofill here: what a browser knows is the reader's own address. */}
      <div className="flex flex-col gap-4">
        <AreaChoice chosen={area} onChoose={onChooseArea} />
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
        {isSearchable && (
          <RelayPicker
            key={country}
            country={country}
            chosenId={relayId}
            onChoose={onChooseRelay}
          />
        )}
        <p className="text-small text-ink-soft">
          {isSearchable && relayId === null && (
            <>
              <Trans>Not listed? Enter it below.</Trans>{' '}
            </>
          )}
          <a
            href={BRAND.relayFinderUrl[locale]}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            <Trans>
              Find a pickup point near you<span className="sr-only"> (new tab)</span>
            </Trans>
            <NewTabSign />
          </a>
        </p>
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
        {areaOffer && <OtherArea offer={areaOffer} onTake={() => onTakeArea(areaOffer)} />}
      </div>
    </PurchaseStep>
  );
}

type AreaChoiceProps = { chosen: DeliveryArea; onChoose: (area: DeliveryArea) => void };

/** Asks about a postcode of another area, and offers that one with its fee. */
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

/** What delivery to an area costs, in words. */
function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const label = feeLabelOf(area);
    if (label.kind === 'free') return t`Free delivery`;
    const fee = formatPrice(locale, label.cents);
    return t`Delivery ${fee}`;
  };
}

/** The delivery areas, each with what delivery there costs. */
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
            className="flex min-h-touch flex-wrap items-center gap-x-3 bg-surface px-4 py-1 has-checked:bg-secondary-soft"
          >
            <input
              type="radio"
              name="area"
              value={area}
              checked={area === chosen}
              onChange={() => onChoose(area)}
              className="size-5 shrink-0"
            />
            <span className="grow font-semibold">{names[area]}</span>{' '}
            <span className="text-small text-ink-soft sm:ml-8">{feeText(area)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
