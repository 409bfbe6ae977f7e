import type { Db, Prisma } from '@agres/db/db';
import { z } from 'zod';

/** A dispute that the bank has not decided. */
export const openDisputeSchema = z.object({
  orderId: z.int().nullable(),
  subscriptionId: z.int().nullable(),
  intentId: z.string(),
  amountCents: z.int(),
  /** The provider's status: `warning_…` for an inquiry, which takes no money and ends with a refund. */
  status: z.string(),
  reason: z.string(),
  openedDate: z.iso.datetime(),
  answerByDate: z.iso.datetime().nullable(),
});

/** Returns the open disputes, oldest first. */
export async function findOpenDisputes(
  db: Db,
  { where, take }: { where?: Prisma.DisputeWhereInput; take?: number },
): Promise<z.output<typeof openDisputeSchema>[]> {
  const rows = await db.dispute.findMany({
    where: { ...where, closedAt: null },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    ...(take === undefined ? {} : { take }),
  });
  return rows.map(({ paymentIntentId, openedAt, answerBy, ...dispute }) => ({
    ...dispute,
    intentId: paymentIntentId,
    openedDate: openedAt.toISOString(),
    answerByDate: answerBy?.toISOString() ?? null,
  }));
}
