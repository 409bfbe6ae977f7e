import type { Prisma } from '@agres/db/db';
import { trackingOf } from '@agres/domain/carriers';
import { REPLACEMENT_REASONS } from '@agres/domain/replacements';
import { trackingSchema } from '@agres/domain/shapes.schema';
import { z } from 'zod';

/** `option` is null if the item has no choice. */
export const replacementSchema = z.object({
  id: z.int(),
  option: z.string().nullable(),
  optionEn: z.string().nullable(),
  reason: z.enum(REPLACEMENT_REASONS),
  note: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  shippingAddress: z.string(),
  relayId: z.string().nullable(),
  createdDate: z.iso.datetime(),
  preparedDate: z.iso.datetime().nullable(),
  sentDate: z.iso.datetime().nullable(),
  tracking: trackingSchema.nullable(),
  deliveredDate: z.iso.datetime().nullable(),
  cancelledDate: z.iso.datetime().nullable(),
});
type ShownReplacement = z.output<typeof replacementSchema>;

export const shownReplacement = (row: Prisma.ReplacementModel): ShownReplacement => ({
  ...row,
  option: row.optionTitleFr,
  optionEn: row.optionTitleEn,
  reason: REPLACEMENT_REASONS.find((reason) => reason === row.reason) ?? 'other',
  createdDate: row.createdAt.toISOString(),
  preparedDate: row.printedAt?.toISOString() ?? null,
  sentDate: row.sentAt?.toISOString() ?? null,
  tracking: trackingOf(row.carrier, row.trackingNumber),
  deliveredDate: row.deliveredAt?.toISOString() ?? null,
  cancelledDate: row.cancelledAt?.toISOString() ?? null,
});
