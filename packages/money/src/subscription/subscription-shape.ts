import type { Deps } from '@agres/core/context';
import type { Prisma } from '@agres/db/db';
import { PLANS } from '@agres/domain/shape-values';
import type { Subscription } from '@agres/domain/shapes';

/** The columns of a subscription that may leave the server, and only to its subscriber. */
export const subscriptionSelect = {
  subscriptionDate: true,
  stripeAccount: true,
  plan: true,
  accessEndsOn: true,
  contractTextId: true,
} satisfies Prisma.SubscriptionSelect;

export type SubscriptionRow = Pick<Prisma.SubscriptionModel, keyof typeof subscriptionSelect>;

/** Returns a subscription as its subscriber sees it; null before its first paid invoice. */
export async function subscriptionOf(
  { contractTexts }: Pick<Deps, 'contractTexts'>,
  row: SubscriptionRow,
): Promise<Subscription | null> {
  const { contractTextId } = row;
  if (row.subscriptionDate === null) return null;
  return {
    subscriptionDate: row.subscriptionDate.toISOString(),
    isStripeBis: row.stripeAccount === 'bis',
    plan: PLANS.find((plan) => plan === row.plan) ?? 'monthly',
    accessEndsOn: row.accessEndsOn?.toISOString() ?? null,
    contractText: contractTextId === null ? null : await contractTexts.hashOf(contractTextId),
  };
}
