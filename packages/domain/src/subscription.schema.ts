import { z } from 'zod';

import { PLANS } from './shapes.ts';
import { discountCodeKeyOf } from './subscription.ts';
import { stripeTokenSchema } from './wire.schema.ts';

/** A referrer's code, however it was typed; blank is none. */
const discountCodeSchema = z
  .string('invalid_fields')
  .max(40, 'invalid_fields')
  .transform((typed) => discountCodeKeyOf(typed) || undefined)
  .pipe(
    z
      .string()
      .regex(/^[A-Z\d]{4,20}$/, 'invalid_fields')
      .optional(),
  )
  .optional();

/** POST /api/programsPerso/subscribe. */
export const subscribeSchema = z.object({
  stripeToken: stripeTokenSchema,
  plan: z.enum(PLANS, 'invalid_fields'),
  discountCode: discountCodeSchema,
});

/** POST /api/updateMobileAppPaymentMethod. */
export const updateCardSchema = z.object({ stripeToken: stripeTokenSchema });
export type UpdateCard = z.output<typeof updateCardSchema>;
