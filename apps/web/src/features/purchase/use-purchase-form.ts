import { areaOfCountry, isCountryOfArea, type CountryCode } from '@agres/domain/countries';
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

import type { DraftStore } from '../../lib/draft-store.ts';
import type { ShownItem } from '../../lib/shown.ts';
import type { FieldState } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { onFieldChange } from '../../ui/on-field-change.ts';
import { faultOf, faultTextOf, useFieldLabels, useShownLabels } from './field-texts.tsx';
import { RELAY_SEARCH_ID } from './relay-picker.tsx';

/** For the links in the list of missing fields. */
export const fieldIdOf = (name: PurchaseField | 'cgv'): string => `purchase-${name}`;

const SET_AS_TYPED = { shouldTouch: true, shouldDirty: true } as const;

/** As in `12 rue Neuve` and `12, rue Neuve`, but not in `rue du 8 mai 1945`. */
const LEADING_NUMBER = /^\s*(\d{1,6})[\s,]+(\S.*)$/;

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

/** The pickup point's property for each field. The buyer selects the country instead. */
const RELAY_PROPERTY_OF = {
  relayName: 'name',
  number: 'number',
  name: 'street',
  zipCode: 'postcode',
  city: 'town',
} as const satisfies Partial<Record<PurchaseField, keyof RelayPoint>>;
/** The fields that a pickup point from the search fills in. */
export const RELAY_TEXT_FIELDS = ['relayName', 'number', 'name', 'zipCode', 'city'] as const;
const MANUAL_FIELDS: ReadonlySet<string> = new Set(RELAY_TEXT_FIELDS);
const RELAY_FIELD_NAMES: ReadonlySet<string> = new Set([...RELAY_FIELDS, 'area']);

/** The option is in the URL, and the terms have to be accepted again. */
export type StoredPurchase = Omit<PurchaseForm, 'optionIndex' | 'cgv'>;

/** The country and area of a postcode that is outside the selected area. */
export type AreaOffer = { postcode: string; country: CountryCode; area: DeliveryArea };

type PurchaseFormOptions = {
  user: User;
  item: ShownItem;
  optionIndex: number;
  /** The countries with searchable pickup points. */
  relayCountries: readonly CountryCode[];
  kept: DraftStore<StoredPurchase>;
};

/**
 * Returns the values, rules and actions of the purchase form. The recipient's name defaults to that of the
 * account.
 */
export function usePurchaseForm({
  user,
  item,
  optionIndex,
  relayCountries,
  kept,
}: PurchaseFormOptions) {
  const [defaultValues] = useState(() => ({
    ...EMPTY,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    ...kept.find(),
    optionIndex,
  }));
  const form = useForm<PurchaseForm, unknown, PurchaseForm>({
    // The list of missing fields updates while typing; a field shows its error after losing focus.
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
  const relayCountry = countryCodeOf(chosenCountry) ?? null;
  const messageId = useId();
  // A section filled in with one press is a summary until the buyer edits it.
  const [folded, setFolded] = useState({ relay: false, recipient: false });
  const unfold = (part: keyof typeof folded) => setFolded((parts) => ({ ...parts, [part]: false }));
  // The search comes first. Fields that have values are shown.
  const [isByHand, setIsByHand] = useState(() =>
    RELAY_TEXT_FIELDS.some((name) => defaultValues[name] !== ''),
  );
  const isRelayKept = (defaultValues.relayId ?? null) !== null;

  // Validates once on mount, for the list of missing fields.
  useEffect(() => void trigger(), [trigger]);
  useEffect(() => {
    if (!isRelayKept) return;
    void trigger(RELAY_FIELDS).then((relay) => setFolded((parts) => ({ ...parts, relay })));
  }, [isRelayKept, trigger]);
  useEffect(
    () =>
      onFieldChange(subscribe, ({ optionIndex: _option, cgv: _terms, ...typed }, changed) => {
        // Opening the form sets only the option, which is not a typed value.
        if (Object.hasOwn(typed, changed)) kept.keep(typed);
      }),
    [subscribe, kept],
  );
  // An edited pickup point is no longer the selected one.
  useEffect(
    () =>
      onFieldChange(subscribe, (_values, changed) => {
        if (RELAY_FIELD_NAMES.has(changed)) setValue('relayId', null);
      }),
    [subscribe, setValue],
  );
  useEffect(
    () => setValue('optionIndex', optionIndex, { shouldValidate: true }),
    [optionIndex, setValue],
  );

  // Empty fields are invalid once the buyer has filled in a later field or asked what is missing.
  const [isMissingShown, setIsMissingShown] = useState(false);
  const { touchedFields, errors } = formState;
  const lastLeft = PURCHASE_FIELDS.findLastIndex((name) => touchedFields[name]);
  const areAllPassed = isMissingShown || touchedFields.cgv === true;
  const areTermsMissing = areAllPassed && errors.cgv !== undefined;
  // Fields that were opened by hand count only from then on.
  const [isJustOpened, setIsJustOpened] = useState(false);
  const lastManualLeft = PURCHASE_FIELDS.findLastIndex(
    (name) => touchedFields[name] && MANUAL_FIELDS.has(name),
  );
  const stateOf = (name: PurchaseField): FieldState => {
    const place = PURCHASE_FIELDS.indexOf(name);
    const isPassed =
      isJustOpened && MANUAL_FIELDS.has(name)
        ? place < lastManualLeft
        : areAllPassed || place < lastLeft;
    return isPassed && errors[name] ? 'invalid' : fieldStateOf(form, name);
  };

  /** Focuses a field, or the search while it hides the field. */
  const reach = (name: PurchaseField | 'cgv') => {
    const search = document.getElementById(RELAY_SEARCH_ID);
    const isHidden = document.getElementById(fieldIdOf(name))?.offsetParent === null;
    if (isHidden && MANUAL_FIELDS.has(name) && search !== null) search.focus();
    else form.setFocus(name);
  };

  return {
    ...form,
    area,
    folded,
    unfold,
    isByHand,
    enterByHand: () => {
      flushSync(() => {
        setIsByHand(true);
        setIsJustOpened(true);
      });
      form.setFocus('relayName');
    },
    reach,
    chooseArea: (chosen: DeliveryArea) => {
      unfold('relay');
      // A country that the buyer did not type follows the area.
      const home = form.getValues('clientCountry');
      if (home === '' || (home === relayCountryOf(area) && !touchedFields.clientCountry)) {
        setValue('clientCountry', relayCountryOf(chosen));
        void trigger('clientCountry');
      }
      setValue('area', chosen);
      setValue('relayCountry', relayCountryOf(chosen));
      // The area and the country determine the format of the postcode.
      void trigger(['relayCountry', 'zipCode']);
    },
    areaOffer: areaOfferOf({ area, relayCountry: chosenCountry, zipCode: postcode }),
    takeArea: ({ area: offered, country }: AreaOffer) => {
      unfold('relay');
      setValue('area', offered);
      setValue(
        'relayCountry',
        relayCountryOf(offered) || countryNameOf(country, locale),
        SET_AS_TYPED,
      );
      void trigger();
      // The pressed button is removed, so move the focus.
      form.setFocus('zipCode');
    },
    /** Replaces the values as if typed. The terms still have to be accepted. */
    fillIn: ({ area: savedArea, relayId, ...delivery }: SavedDelivery) => {
      setValue('area', savedArea);
      // The last purchase may have been in the other language.
      const values: Record<PurchaseField, string> = {
        ...delivery,
        relayCountry: countryNameIn(locale, delivery.relayCountry),
        clientCountry: countryNameIn(locale, delivery.clientCountry),
      };
      for (const field of PURCHASE_FIELDS) {
        setValue(field, values[field], SET_AS_TYPED);
      }
      setValue('relayId', relayId);
      setIsByHand(true);
      void trigger();
      // A section with an error stays open.
      void Promise.all([trigger(RELAY_FIELDS), trigger(RECIPIENT_FIELDS)]).then(
        ([relay, recipient]) => setFolded({ relay, recipient }),
      );
    },
    chooseRelay: (point: RelayPoint) => {
      for (const field of RELAY_TEXT_FIELDS)
        setValue(field, point[RELAY_PROPERTY_OF[field]], SET_AS_TYPED);
      setValue('relayId', point.id);
      setIsByHand(true);
      void trigger();
      void trigger(RELAY_FIELDS).then((relay) => setFolded((parts) => ({ ...parts, relay })));
    },
    /** Moves a number typed or filled in before the recipient's street to its own empty field. */
    moveStreetNumber: () => {
      const [, number, street] = LEADING_NUMBER.exec(form.getValues('clientName')) ?? [];
      if (number === undefined || street === undefined) return;
      if (form.getValues('clientNumber').trim() !== '') return;
      setValue('clientNumber', number, SET_AS_TYPED);
      setValue('clientName', street, SET_AS_TYPED);
      void trigger(['clientNumber', 'clientName']);
    },
    relayId: chosenRelayId ?? null,
    /** The pickup point's country; null if unknown. */
    relayCountry,
    /** Searchable in the selected country, or in any country of the area before one is selected. */
    isRelaySearchable:
      relayCountry === null
        ? relayCountries.some((code) => isCountryOfArea(code, area))
        : relayCountries.includes(relayCountry),
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
    messageId,
    areTermsMissing,
    hasFaults: areTermsMissing || PURCHASE_FIELDS.some((name) => stateOf(name) === 'invalid'),
    showMissing: () => {
      setIsMissingShown(true);
      setIsJustOpened(false);
      const first = [...PURCHASE_FIELDS, 'cgv' as const].find((name) => errors[name]);
      if (first) reach(first);
    },
    isSoldOut: item.options[optionIndex]?.remainingStock === 0,
  };
}

/** Returns the area of a French postcode if it is not the selected one; otherwise null. */
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

/** The values, rules and actions, which the sections of the form share. */
export type SharedForm = { form: ReturnType<typeof usePurchaseForm> };

const resolve = zodResolver(purchaseFormSchema);

/** Validates by the shop rules. The message of a field error is its `PurchaseFault`. */
const resolveByFault: Resolver<PurchaseForm, unknown, PurchaseForm> = async (form, ...others) => {
  const result = await resolve(form, ...others);
  const errors: FieldErrors<PurchaseForm> = result.errors;
  for (const field of PURCHASE_FIELDS) {
    const error = errors[field];
    if (error) error.message = purchaseFaultOf(field, form);
  }
  return result;
};

/**
 * Returns a function with a hint for a postcode that does not look like those of its country, otherwise null.
 */
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
    return t`Check the postcode. In this country (${country}), postcodes look like ${example}.`;
  };
  return (name: PurchaseField) => {
    if (name === 'zipCode') return doubt(zipCode, relayCountry);
    if (name === 'clientZipCode') return doubt(clientZipCode, clientCountry);
    return null;
  };
}
