import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { Item } from '@shop/domain/shapes';
import {
  DELIVERY_AREAS,
  relayCountryOf,
  shippingAddressOf,
  type DeliveryArea,
} from '@shop/domain/shop';
import type { Buy, PurchaseForm as Values } from '@shop/domain/shop.schema';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useForm, useWatch, type FieldPath } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { SelectField, TextField, type FieldState } from '../../ui/field.tsx';
import { useAreaNames } from './area-names.ts';
import { PriceSummary } from './price-summary.tsx';

type PurchaseFormProps = {
  item: Item;
  optionIndex: number;
  isPaying: boolean;
  /** The code that the last try was refused with. */
  refusal: string | null;
  onConfirm: (order: Omit<Buy, 'stripeToken'>) => void;
};

const EMPTY = {
  area: 0,
  relayName: '',
  number: '',
  name: '',
  zipCode: '',
  city: '',
  relayCountry: relayCountryOf(0),
  clientNumber: '',
  clientName: '',
  clientZipCode: '',
  clientCity: '',
  clientCountry: '',
  firstName: '',
  lastName: '',
} satisfies Omit<Values, 'optionIndex' | 'cgv'>;

/** Where the item goes and to whom (specification, sections 3 to 5). */
export function PurchaseForm(props: PurchaseFormProps) {
  const { item, optionIndex, isPaying, refusal, onConfirm } = props;
  const { locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const areaNames = useAreaNames();
  const heading = useRef<HTMLHeadingElement>(null);
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  const { register, handleSubmit, formState, setValue, control, reset } = useForm<
    Values,
    unknown,
    Values
  >({
    mode: 'onTouched',
    defaultValues: { ...EMPTY, optionIndex },
    resolver: async (...form) =>
      (await import('./purchase-form.schema.ts')).resolvePurchaseForm(...form),
  });
  const area = useWatch({ control, name: 'area' });

  useEffect(() => heading.current?.focus(), []);
  useEffect(
    () => setValue('optionIndex', optionIndex, { shouldValidate: true }),
    [optionIndex, setValue],
  );
  useEffect(() => {
    if (!user || formState.dirtyFields.firstName || formState.dirtyFields.lastName) return;
    if (user.firstName) setValue('firstName', user.firstName, { shouldValidate: true });
    if (user.lastName) setValue('lastName', user.lastName, { shouldValidate: true });
  }, [user, setValue, formState.dirtyFields.firstName, formState.dirtyFields.lastName]);

  const stateOf = (name: FieldPath<Values>): FieldState => {
    if (!formState.touchedFields[name]) return 'unknown';
    return formState.errors[name] ? 'invalid' : 'valid';
  };
  const field = (name: Exclude<FieldPath<Values>, 'cgv' | 'area' | 'optionIndex'>) => ({
    ...register(name),
    required: true,
    state: stateOf(name),
  });
  const chooseArea = (chosen: DeliveryArea) => {
    setValue('area', chosen);
    setValue('relayCountry', relayCountryOf(chosen), { shouldValidate: true });
  };
  const confirm = ({ firstName, lastName, cgv, ...values }: Values) =>
    onConfirm({
      id: item.id,
      optionIndex,
      area: values.area,
      firstName,
      lastName,
      cgv,
      shippingAddress: shippingAddressOf(values),
    });
  const cancel = () => {
    reset();
    return navigate({ to: '/shop' });
  };

  const isTouched = Object.keys(formState.touchedFields).length > 0;
  const hasErrors = Object.keys(formState.errors).length > 0;
  const isSoldOut = item.options[optionIndex]?.remainingStock === 0;

  return (
    <section className="rounded-panel bg-surface p-6 shadow-card sm:p-10">
      <h2 ref={heading} tabIndex={-1} className="font-display text-title-m font-bold outline-none">
        <Trans>Delivery and recipient</Trans>
      </h2>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(confirm)(event)}
        className="mt-8 flex flex-col gap-10"
      >
        <fieldset className="grid gap-5 sm:grid-cols-6">
          <legend className="mb-4 font-display text-title-s font-bold">
            <Trans>The relay point</Trans>
          </legend>
          <SelectField
            label={<Trans>Delivery area</Trans>}
            state="unknown"
            className="sm:col-span-3"
            value={area}
            onChange={(event) => {
              const chosen = DELIVERY_AREAS.find((index) => String(index) === event.target.value);
              if (chosen !== undefined) chooseArea(chosen);
            }}
          >
            {DELIVERY_AREAS.map((index) => (
              <option key={index} value={index}>
                {areaNames[index]}
              </option>
            ))}
          </SelectField>
          {area !== 0 && (
            <TextField
              label={<Trans>Country of the relay</Trans>}
              className="sm:col-span-3"
              {...field('relayCountry')}
            />
          )}
          <p className="text-small sm:col-span-6">
            <a
              href={BRAND.relayFinderUrl[locale]}
              target="_blank"
              rel="noopener"
              className="font-medium text-accent-strong underline underline-offset-4"
            >
              <Trans>Find a relay point near you (new tab)</Trans>
            </a>
          </p>
          <TextField
            label={<Trans>Name of the relay</Trans>}
            className="sm:col-span-6"
            {...field('relayName')}
          />
          <TextField label={<Trans>Number</Trans>} className="sm:col-span-2" {...field('number')} />
          <TextField label={<Trans>Street</Trans>} className="sm:col-span-4" {...field('name')} />
          <TextField
            label={<Trans>Postcode</Trans>}
            className="sm:col-span-2"
            {...field('zipCode')}
          />
          <TextField label={<Trans>City</Trans>} className="sm:col-span-4" {...field('city')} />
        </fieldset>

        <fieldset className="grid gap-5 sm:grid-cols-6">
          <legend className="mb-4 font-display text-title-s font-bold">
            <Trans>The recipient</Trans>
          </legend>
          <TextField
            label={<Trans>First name</Trans>}
            autoComplete="given-name"
            className="sm:col-span-3"
            {...field('firstName')}
          />
          <TextField
            label={<Trans>Last name</Trans>}
            autoComplete="family-name"
            className="sm:col-span-3"
            {...field('lastName')}
          />
          <TextField
            label={<Trans>Street number</Trans>}
            className="sm:col-span-2"
            {...field('clientNumber')}
          />
          <TextField
            label={<Trans>Your street</Trans>}
            className="sm:col-span-4"
            {...field('clientName')}
          />
          <TextField
            label={<Trans>Your postcode</Trans>}
            autoComplete="postal-code"
            className="sm:col-span-2"
            {...field('clientZipCode')}
          />
          <TextField
            label={<Trans>Your city</Trans>}
            autoComplete="address-level2"
            className="sm:col-span-4"
            {...field('clientCity')}
          />
          <TextField
            label={<Trans>Your country</Trans>}
            autoComplete="country-name"
            className="sm:col-span-6"
            {...field('clientCountry')}
          />
        </fieldset>

        <PriceSummary item={item} area={area} />

        <div className="flex items-start gap-3">
          <input
            type="checkbox"
            id="terms"
            className="mt-1 size-6 accent-accent"
            required
            {...register('cgv')}
          />
          <label htmlFor="terms">
            <Trans>
              I have read and accept the{' '}
              <Link
                to="/terms-of-use"
                target="_blank"
                className="text-accent-strong underline underline-offset-4"
              >
                general terms of sale
              </Link>
              .
            </Trans>
          </label>
        </div>

        <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
          {isTouched && hasErrors && (
            <Alert kind="error">
              <Trans>Please fill all the required fields.</Trans>
            </Alert>
          )}
          {refusal !== null && <CodeAlert kind="error" code={refusal} />}
        </div>

        <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
          <button
            type="submit"
            aria-describedby="obligation"
            disabled={!formState.isValid || isPaying || isSoldOut}
            className={BUTTON.primary}
          >
            <Trans>Confirm purchase</Trans>
          </button>
          <button
            type="button"
            disabled={isPaying}
            onClick={() => void cancel()}
            className={BUTTON.secondary}
          >
            <Trans>Cancel</Trans>
          </button>
          <p id="obligation" className="w-full text-small text-ink-soft">
            <Trans>Order with obligation to pay</Trans>
          </p>
        </div>
      </form>
    </section>
  );
}
