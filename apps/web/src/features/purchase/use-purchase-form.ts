import { areaOfCountry, type CountryCode } from '@agres/domain/countries';
import { countryCodeOf, countryNameIn, countryNameOf } from '@agres/domain/country-names';
import { relayCountryOf, type DeliveryArea } from '@agres/domain/delivery';
import { areaFaultOf } from '@agres/domain/delivery-area';
import { countriesOfFrenchPostcode, postcodeExampleAgainst } from '@agres/domain/postcode';
import {
  PURCHASE_FIELDS,
  RECIPIENT_FIELDS,
  RELAY_FIELDS,
  type PurchaseField,
} from '@agres/domain/purchase-fields';
import type { RelayPoint } from '@agres/domain/relays';
import type { SavedDelivery, User } from '@agres/domain/shapes';
import { purchaseFaultOf, purchaseFormSchema, type PurchaseForm } from '@agres/domain/shop.schema';
import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  useForm,
  useWatch,
  type FieldErrors,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';

import type { KeptValues } from '../../lib/kept-values.ts';
import type { ShownItem } from '../../lib/shown.ts';
import type { FieldState } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { keepTyped } from '../../ui/keep-typed.ts';
import { faultOf, faultTextOf, useFieldLabels, useShownLabels } from './field-texts.tsx';

/** The id of a field, which what is missing links to. */
export const fieldIdOf = (name: PurchaseField | 'cgv'): string => `purchase-${name}`;

const FILLED_IN = { shouldTouch: true, shouldDirty: true } as const;

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
  clientCountry: relayCountryOf(0),
  firstName: '',
  lastName: '',
  relayId: null,
} satisfies Omit<PurchaseForm, 'optionIndex' | 'cgv'>;

/** What a relay point fills in, by what it is called there. Its country is chosen, not filled in. */
const FILLED_BY_RELAY = {
  relayName: 'name',
  number: 'number',
  name: 'street',
  zipCode: 'postcode',
  city: 'town',
} as const satisfies Partial<Record<PurchaseField, keyof RelayPoint>>;
/** The fields that a pickup point of the list fills in. */
export const FILLED_FIELDS = ['relayName', 'number', 'name', 'zipCode', 'city'] as const;
const IS_BY_HAND: ReadonlySet<string> = new Set(FILLED_FIELDS);
const OF_RELAY: ReadonlySet<string> = new Set([...RELAY_FIELDS, 'area']);

/** What is kept of the form for its person; the option is in the address, the terms are accepted anew. */
export type KeptPurchase = Omit<PurchaseForm, 'optionIndex' | 'cgv'>;

/** Where a postcode lies that is not in the chosen area, and the area of it. */
export type AreaOffer = { postcode: string; country: CountryCode; area: DeliveryArea };

type PurchaseFormOptions = {
  user: User;
  item: ShownItem;
  optionIndex: number;
  kept: KeptValues<KeptPurchase>;
};

/** The purchase form's values and rules; the recipient's name is the account's until it is typed over. */
export function usePurchaseForm({ user, item, optionIndex, kept }: PurchaseFormOptions) {
  const [defaultValues] = useState(() => ({
    ...EMPTY,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    ...kept.find(),
    optionIndex,
  }));
  const form = useForm<PurchaseForm, unknown, PurchaseForm>({
    // The list of missing fields updates while typing; a field shows its error once it was left.
    mode: 'all',
    defaultValues,
    resolver: resolveByFault,
  });
  const { register, setValue, trigger, control, formState, subscribe } = form;
  const [area, chosenRelayId, chosenCountry, postcode] = useWatch({
    control,
    name: ['area', 'relayId', 'relayCountry', 'zipCode'],
  });
  const { locale } = useRouteContext({ from: '__root__' });
  const labels = useFieldLabels();
  const shownLabels = useShownLabels();
  const doubtOf = usePostcodeDoubt(form);
  const messageId = useId();
  // A part that was filled in by one press is a summary, until it is changed.
  const [folded, setFolded] = useState({ relay: false, recipient: false });
  const unfold = (part: keyof typeof folded) => setFolded((parts) => ({ ...parts, [part]: false }));
  // The pickup point is searched for first; fields with a value are shown.
  const [isByHand, setIsByHand] = useState(() =>
    FILLED_FIELDS.some((name) => defaultValues[name] !== ''),
  );
  const isRelayKept = (defaultValues.relayId ?? null) !== null;

  // Every rule once, for what is missing from the start.
  useEffect(() => void trigger(), [trigger]);
  useEffect(() => {
    if (!isRelayKept) return;
    void trigger(RELAY_FIELDS).then((relay) => setFolded((parts) => ({ ...parts, relay })));
  }, [isRelayKept, trigger]);
  useEffect(
    () =>
      keepTyped(subscribe, ({ optionIndex: _option, cgv: _terms, ...typed }, changed) => {
        // A form that is only opened sets its option.
        if (Object.hasOwn(typed, changed)) kept.keep(typed);
      }),
    [subscribe, kept],
  );
  // A pickup point that is typed over is no longer the chosen one.
  useEffect(
    () =>
      keepTyped(subscribe, (_values, changed) => {
        if (OF_RELAY.has(changed)) setValue('relayId', null);
      }),
    [subscribe, setValue],
  );
  useEffect(
    () => setValue('optionIndex', optionIndex, { shouldValidate: true }),
    [optionIndex, setValue],
  );

  // A buyer who fills in a later field, or asks what is missing, has passed the empty ones before it.
  const [isRestAsked, setIsRestAsked] = useState(false);
  const { touchedFields, errors } = formState;
  const lastLeft = PURCHASE_FIELDS.findLastIndex((name) => touchedFields[name]);
  const areAllPassed = isRestAsked || touchedFields.cgv === true;
  const stateOf = (name: PurchaseField): FieldState => {
    const isPassed = areAllPassed || PURCHASE_FIELDS.indexOf(name) < lastLeft;
    return isPassed && errors[name] ? 'invalid' : fieldStateOf(form, name);
  };

  /** Leads to a field, which is unfolded for it. */
  const reach = (name: PurchaseField | 'cgv') => {
    if (IS_BY_HAND.has(name)) flushSync(() => setIsByHand(true));
    form.setFocus(name);
  };

  return {
    ...form,
    area,
    folded,
    unfold,
    isByHand,
    /** Shows the fields of the pickup point where the search ended with none. */
    typeByHand: () => setIsByHand(true),
    reach,
    chooseArea: (chosen: DeliveryArea) => {
      unfold('relay');
      // A country that was not typed is the area's.
      const home = form.getValues('clientCountry');
      if (home === '' || (home === relayCountryOf(area) && !touchedFields.clientCountry)) {
        setValue('clientCountry', relayCountryOf(chosen));
        void trigger('clientCountry');
      }
      setValue('area', chosen);
      setValue('relayCountry', relayCountryOf(chosen));
      // What the postcode is depends on both.
      void trigger(['relayCountry', 'zipCode']);
    },
    areaOffer: areaOfferOf({ area, relayCountry: chosenCountry, zipCode: postcode }),
    /** Takes the area of the postcode, with its country. */
    takeArea: ({ area: offered, country }: AreaOffer) => {
      unfold('relay');
      setValue('area', offered);
      setValue(
        'relayCountry',
        relayCountryOf(offered) || countryNameOf(country, locale),
        FILLED_IN,
      );
      void trigger();
      // The button that was pressed goes.
      form.setFocus('zipCode');
    },
    /** Replaces the values as if typed; the terms stay to be accepted. */
    fillIn: ({ area: savedArea, relayId, ...delivery }: SavedDelivery) => {
      setValue('area', savedArea);
      // The last parcel may have been ordered in the other language.
      const values: Record<PurchaseField, string> = {
        ...delivery,
        relayCountry: countryNameIn(locale, delivery.relayCountry),
        clientCountry: countryNameIn(locale, delivery.clientCountry),
      };
      for (const field of PURCHASE_FIELDS) {
        setValue(field, values[field], FILLED_IN);
      }
      setValue('relayId', relayId);
      setIsByHand(true);
      void trigger();
      // A part with a fault stays open.
      void Promise.all([trigger(RELAY_FIELDS), trigger(RECIPIENT_FIELDS)]).then(
        ([relay, recipient]) => setFolded({ relay, recipient }),
      );
    },
    /** Fills in the pickup point that was chosen from the list. */
    chooseRelay: (point: RelayPoint) => {
      for (const field of FILLED_FIELDS) setValue(field, point[FILLED_BY_RELAY[field]], FILLED_IN);
      setValue('relayId', point.id);
      setIsByHand(true);
      void trigger();
      void trigger(RELAY_FIELDS).then((relay) => setFolded((parts) => ({ ...parts, relay })));
    },
    relayId: chosenRelayId ?? null,
    /** The country of the pickup point, if it is known. */
    relayCountry: countryCodeOf(chosenCountry) ?? null,
    /** What a text field needs. */
    field: (name: PurchaseField) => ({
      ...register(name),
      id: fieldIdOf(name),
      label: shownLabels[name],
      'aria-label': shownLabels[name] === labels[name] ? undefined : labels[name],
      required: true,
      state: stateOf(name),
      error: faultTextOf(name, faultOf(errors[name])),
      doubt: doubtOf(name),
      errorId: messageId,
    }),
    /** The id of the message that tells what is wrong. */
    messageId,
    hasFaults:
      PURCHASE_FIELDS.some((name) => stateOf(name) === 'invalid') ||
      (areAllPassed && errors.cgv !== undefined),
    /** Whether the buyer has left a field, or asked what is missing. */
    isBegun: isRestAsked || Object.keys(touchedFields).length > 0,
    /** Marks everything that is still wrong, and leads to the first of it. */
    askForRest: () => {
      setIsRestAsked(true);
      const first = [...PURCHASE_FIELDS, 'cgv' as const].find((name) => errors[name]);
      if (first) reach(first);
    },
    isSoldOut: item.options[optionIndex]?.remainingStock === 0,
  };
}

/** The area that a French postcode lies in, where that is not the chosen one. */
function areaOfferOf({
  area,
  relayCountry,
  zipCode,
}: Pick<PurchaseForm, 'area' | 'relayCountry' | 'zipCode'>): AreaOffer | null {
  if (areaFaultOf(area, { relayCountry, zipCode }) !== 'zipCode') return null;
  const country = countriesOfFrenchPostcode(zipCode)?.[0];
  if (country === undefined) return null;
  return { postcode: zipCode.trim(), country, area: areaOfCountry(country) };
}

export type FieldOf = ReturnType<typeof usePurchaseForm>['field'];

const resolve = zodResolver(purchaseFormSchema);

/** Checks the form by the rules of the shop. The message of a field's error is its `PurchaseFault`. */
const resolveByFault: Resolver<PurchaseForm, unknown, PurchaseForm> = async (form, ...others) => {
  const result = await resolve(form, ...others);
  const errors: FieldErrors<PurchaseForm> = result.errors;
  for (const field of PURCHASE_FIELDS) {
    const error = errors[field];
    if (error) error.message = purchaseFaultOf(field, form);
  }
  return result;
};

/** Asks about a postcode that does not look like those of its country. */
function usePostcodeDoubt({ control }: Pick<UseFormReturn<PurchaseForm>, 'control'>) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const [zipCode, relayCountry, clientZipCode, clientCountry] = useWatch({
    control,
    name: ['zipCode', 'relayCountry', 'clientZipCode', 'clientCountry'],
  });
  const doubt = (postcode: string, countryText: string) => {
    const code = countryCodeOf(countryText);
    const example = code && postcodeExampleAgainst(code, postcode);
    if (!example) return null;
    const country = countryNameOf(code, locale);
    return t`Is this postcode right? In this country (${country}), they look like ${example}.`;
  };
  return (name: PurchaseField) => {
    if (name === 'zipCode') return doubt(zipCode, relayCountry);
    if (name === 'clientZipCode') return doubt(clientZipCode, clientCountry);
    return null;
  };
}
