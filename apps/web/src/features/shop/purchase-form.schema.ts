import { zodResolver } from '@hookform/resolvers/zod';
import { purchaseFormSchema } from '@shop/domain/shop.schema';

/** Checks the purchase form by the rules of the shop; loaded when the form first needs them. */
export const resolvePurchaseForm = zodResolver(purchaseFormSchema);
