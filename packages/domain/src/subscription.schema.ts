import { z } from 'zod';

import { shownTextSchema } from './contract-text.schema.ts';
import { PLANS } from './shape-values.ts';
import { discountCodeKeyOf, isDiscountCodeKey } from './subscription.ts';
import { typedText } from './text.schema.ts';
import { stripeTokenSchema } from './wire.schema.ts';

/** A referrer's code in any spelling; blank means none. */
const discountCodeSchema = typedText()
  .max(40, 'invalid_fields')
  .transform((typed) => discountCodeKeyOf(typed) || undefined)
  .pipe(z.string().refine(isDiscountCodeKey, 'invalid_fields').optional())
  .optional();

/** POST /api/programsPerso/subscribe. Only resuming a subscription requires no card. */
export const subscribeSchema = z.object({
  stripeToken: stripeTokenSchema.optional(),
  plan: z.enum(PLANS, 'invalid_fields'),
  discountCode: discountCodeSchema,
  contractText: shownTextSchema.optional(),
  immediateStart: z.boolean('invalid_fields').optional().meta({
    description: 'Whether access starts before the 14-day withdrawal period ends',
  }),
});
export type Subscribe = z.output<typeof subscribeSchema>;

/** POST /api/updateMobileAppPaymentMethod. */
export const updateCardSchema = z.object({ stripeToken: stripeTokenSchema });
export type UpdateCard = z.output<typeof updateCardSchema>;
