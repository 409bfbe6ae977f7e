import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { DeliveryArea } from '@shop/domain/shop';
import { useRouteContext } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';

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

/** The relay point that the parcel goes to. */
export function RelayFields({ field, area, onChooseArea }: RelayFieldsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <fieldset>
      <legend className="mb-4 font-display text-title-s font-bold">
        <Trans>The relay point</Trans>
      </legend>
      <AreaChoice chosen={area} onChoose={onChooseArea} />
      <a
        href={BRAND.relayFinderUrl[locale]}
        target="_blank"
        rel="noopener"
        className="mt-3 inline-flex min-h-touch items-center gap-2 font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
      >
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        <Trans>Find a relay point near you (new tab)</Trans>
      </a>
      <div className="mt-5 grid gap-5 sm:grid-cols-6">
        <TextField
          label={<Trans>Name of the relay</Trans>}
          className={area === 0 ? 'sm:col-span-6' : 'sm:col-span-3'}
          {...field('relayName')}
        />
        {area !== 0 && (
          <TextField
            label={<Trans>Country of the relay</Trans>}
            className="sm:col-span-3"
            {...field('relayCountry')}
          />
        )}
        <TextField
          label={<Trans>Number of the relay</Trans>}
          className={SHORT}
          {...field('number')}
        />
        <TextField label={<Trans>Street of the relay</Trans>} className={LONG} {...field('name')} />
        <TextField
          label={<Trans>Postcode of the relay</Trans>}
          className={SHORT}
          {...field('zipCode')}
        />
        <TextField label={<Trans>City of the relay</Trans>} className={LONG} {...field('city')} />
      </div>
    </fieldset>
  );
}
