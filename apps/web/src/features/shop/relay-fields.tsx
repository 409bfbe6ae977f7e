import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { CountryCode } from '@shop/domain/countries';
import { countryNamesOf } from '@shop/domain/country-names';
import { DELIVERY_AREAS, relayCountryOf, type DeliveryArea } from '@shop/domain/delivery';
import type { RelayPoint } from '@shop/domain/relays';
import { useRouteContext } from '@tanstack/react-router';
import { MapPin, Search } from 'lucide';
import { useId, useMemo, useState } from 'react';

import { useAreaNames } from '../../ui/area-names.ts';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useFeeText } from './price-summary.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import type { FieldOf } from './use-purchase-form.ts';

// Halves until there is room for the long labels of short fields on one line.
const SHORT = 'sm:col-span-3 xl:col-span-2';
const LONG = 'sm:col-span-3 xl:col-span-4';

// The search comes when somebody wants to search.
const RelayPicker = lazyPart(async () => (await import('./relay-picker.tsx')).RelayPicker);

type RelayFieldsProps = {
  field: FieldOf;
  area: DeliveryArea;
  onChooseArea: (area: DeliveryArea) => void;
  /** The country of the pickup point, where points of it are known. */
  knownCountry: CountryCode | null;
  /** The point that the fields were filled in with. */
  relayId: string | null;
  onChooseRelay: (point: RelayPoint) => void;
};

/** The pickup point that the parcel goes to. */
export function RelayFields({
  field,
  area,
  onChooseArea,
  knownCountry,
  relayId,
  onChooseRelay,
}: RelayFieldsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const countriesId = useId();
  // Sorted by a collator made for it, while the form renders at every key.
  const countryNames = useMemo(() => countryNamesOf(area, locale), [area, locale]);
  const [isSearching, setIsSearching] = useState(false);
  const pickerId = useId();
  const asksForCountry = relayCountryOf(area) === '';
  return (
    <PurchaseStep number={1} title={<Trans>The pickup point</Trans>}>
      <AreaChoice chosen={area} onChoose={onChooseArea} />
      {knownCountry !== null && (
        <div className="mt-5 rounded-card bg-secondary-soft p-5 sm:p-6">
          <p className="text-pretty">
            <Trans>Search by postcode or town, and the fields below fill themselves.</Trans>
          </p>
          <button
            type="button"
            aria-expanded={isSearching}
            aria-controls={isSearching ? pickerId : undefined}
            onClick={() => setIsSearching(!isSearching)}
            className={`mt-3 w-full sm:w-auto ${BUTTON.secondary}`}
          >
            <Icon of={Search} className="size-5 shrink-0" />
            <Trans>Choose from our list</Trans>
          </button>
          {isSearching && (
            <div id={pickerId}>
              <RelayPicker
                key={knownCountry}
                country={knownCountry}
                chosenId={relayId}
                onChoose={onChooseRelay}
              />
            </div>
          )}
        </div>
      )}
      <a
        href={BRAND.relayFinderUrl[locale]}
        target="_blank"
        rel="noopener"
        className="mt-3 inline-flex min-h-touch items-center gap-2 font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
      >
        <Icon of={MapPin} className="size-5 shrink-0" />
        <span>
          <Trans>
            Find a pickup point near you<span className="sr-only"> (new tab)</span>
          </Trans>
        </span>
      </a>
      {/* No autofill: what a browser knows is the reader's own address. */}
      <div className="mt-5 grid gap-5 sm:grid-cols-6">
        <TextField
          autoComplete="off"
          className={asksForCountry ? 'sm:col-span-3' : 'sm:col-span-6'}
          {...field('relayName')}
        />
        {asksForCountry && (
          <>
            <TextField
              autoComplete="off"
              list={countriesId}
              className="sm:col-span-3"
              {...field('relayCountry')}
            />
            <datalist id={countriesId}>
              {countryNames.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </datalist>
          </>
        )}
        <TextField
          className={SHORT}
          autoComplete="off"
          hint={<Trans>In its street, such as 12 bis</Trans>}
          {...field('number')}
        />
        <TextField autoComplete="off" className={LONG} {...field('name')} />
        <TextField
          className={SHORT}
          autoComplete="off"
          inputMode={area === 0 ? 'numeric' : 'text'}
          {...field('zipCode')}
        />
        <TextField autoComplete="off" className={LONG} {...field('city')} />
      </div>
    </PurchaseStep>
  );
}

type AreaChoiceProps = { chosen: DeliveryArea; onChoose: (area: DeliveryArea) => void };

/** The delivery areas, each with what delivery there costs. */
function AreaChoice({ chosen, onChoose }: AreaChoiceProps) {
  const feeText = useFeeText();
  const names = useAreaNames();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">
        <Trans>Delivery area</Trans>
      </legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {DELIVERY_AREAS.map((area) => {
          const fee = feeText(area);
          return (
            <label
              key={area}
              className="grid min-h-12 grid-cols-[auto_1fr] content-start gap-x-3 rounded-control border border-control-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="area"
                value={area}
                checked={area === chosen}
                onChange={() => onChoose(area)}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="font-semibold">{names[area]}</span>
              <span className="col-start-2 text-small text-ink-soft">
                <Trans>Packing and delivery: {fee}</Trans>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
