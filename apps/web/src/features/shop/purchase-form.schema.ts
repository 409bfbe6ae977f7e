import { zodResolver } from '@hookform/resolvers/zod';
import { PURCHASE_FIELDS } from '@shop/domain/purchase-fields';
import { purchaseFaultOf, purchaseFormSchema, type PurchaseForm } from '@shop/domain/shop.schema';
import type { FieldErrors, Resolver } from 'react-hook-form';

const resolve = zodResolver(purchaseFormSchema);

/** Checks the purchase form by the rules of the shop. The message of a field's error is its `PurchaseFault`. */
export const resolvePurchaseForm: Resolver<PurchaseForm, unknown, PurchaseForm> = async (
  form,
  ...others
) => {
  const result = await resolve(form, ...others);
  const errors: FieldErrors<PurchaseForm> = result.errors;
  for (const field of PURCHASE_FIELDS) {
    const error = errors[field];
    if (error) error.message = purchaseFaultOf(field, form);
  }
  return result;
};
