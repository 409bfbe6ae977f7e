import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { countryNamesOf } from '@shop/domain/country-names';
import { relayCountryOf, type DeliveryArea } from '@shop/domain/shop';
import { useRouteContext } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useId, useMemo } from 'react';

import { TextField } from '../../ui/field.tsx';
import { AreaChoice } from './area-choice.tsx';
import type { FieldOf } from './use-purchase-form.ts';

// Halves until there is room for the long labels of short fields on one line.
const SHORT = 'sm:col-span-3 xl:col-span-2';
const LONG = 'sm:col-span-3 xl:col-span-4';

type RelayFieldsProps = {
  field: FieldOf;
  area: DeliveryArea;
  onChooseArea: (area: DeliveryArea) => void;
};

/** The pickup point that the parcel goes to. */
export function RelayFields({ field, area, onChooseArea }: RelayFieldsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const countriesId = useId();
  // Sorted by a collator made for it, while the form renders at every key.
  const countryNames = useMemo(() => countryNamesOf(area, locale), [area, locale]);
  const asksForCountry = relayCountryOf(area) === '';
  return (
    <fieldset>
      <legend className="mb-4 font-display text-title-s font-bold">
        <Trans>The pickup point</Trans>
      </legend>
      <AreaChoice chosen={area} onChoose={onChooseArea} />
      <a
        href={BRAND.relayFinderUrl[locale]}
        target="_blank"
        rel="noopener"
        className="mt-3 inline-flex min-h-touch items-center gap-2 font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
      >
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        <Trans>Find a pickup point near you (new tab)</Trans>
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
        <TextField className={SHORT} autoComplete="off" {...field('number')} />
        <TextField autoComplete="off" className={LONG} {...field('name')} />
        <TextField
          className={SHORT}
          autoComplete="off"
          inputMode={area === 0 ? 'numeric' : 'text'}
          {...field('zipCode')}
        />
        <TextField autoComplete="off" className={LONG} {...field('city')} />
      </div>
    </fieldset>
  );
}
