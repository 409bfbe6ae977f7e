import type { Item } from '@shop/domain/shapes';
import { relayCountryOf, type DeliveryArea } from '@shop/domain/shop';
import type { PurchaseForm } from '@shop/domain/shop.schema';
import { useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { fieldStateOf } from '../../ui/form-state.ts';

/** The form's fields that are typed into. */
export type TypedField = Exclude<keyof PurchaseForm, 'optionIndex' | 'area' | 'cgv'>;

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
} satisfies Omit<PurchaseForm, 'optionIndex' | 'cgv'>;

const NAMES = ['firstName', 'lastName'] as const;

/** The purchase form's values and rules; the recipient's name is the account's until it is typed over. */
export function usePurchaseForm({ item, optionIndex }: { item: Item; optionIndex: number }) {
  const { data: status } = api.users.status.useQuery();
  const form = useForm<PurchaseForm, unknown, PurchaseForm>({
    mode: 'onTouched',
    defaultValues: { ...EMPTY, optionIndex },
    resolver: async (...values) =>
      (await import('./purchase-form.schema.ts')).resolvePurchaseForm(...values),
  });
  const { register, setValue, getValues, control, formState } = form;
  const area = useWatch({ control, name: 'area' });
  const messageId = useId();

  useEffect(
    () => setValue('optionIndex', optionIndex, { shouldValidate: true }),
    [optionIndex, setValue],
  );
  useEffect(() => {
    for (const name of NAMES) {
      const known = status?.user?.[name];
      if (known && getValues(name) === '') setValue(name, known, { shouldValidate: true });
    }
  }, [status, getValues, setValue]);

  return {
    ...form,
    area,
    chooseArea: (chosen: DeliveryArea) => {
      setValue('area', chosen);
      setValue('relayCountry', relayCountryOf(chosen), { shouldValidate: true });
    },
    /** What a text field needs beside its label. */
    field: (name: TypedField) => ({
      ...register(name),
      required: true,
      state: fieldStateOf(formState, name),
      errorId: messageId,
    }),
    /** The id of the message that tells what is wrong. */
    messageId,
    hasFaults: Object.keys(formState.errors).some(
      (name) => Object.hasOwn(formState.touchedFields, name) || formState.isSubmitted,
    ),
    isSoldOut: item.options[optionIndex]?.remainingStock === 0,
  };
}

export type FieldOf = ReturnType<typeof usePurchaseForm>['field'];
