import type { PayingCard } from '@shop/domain/shapes';

import type { MemberContext } from '../context.ts';
import { requireRateLimit } from '../limits/require-rate-limit.ts';
import { findCardHolder } from './card-attempt.ts';

/** So long a page may wait for what it can do without. */
const BUDGET_MS = 1500;

/**
 * The card that pays for the caller's subscription, asked of the provider each time and kept nowhere;
 * null where nobody knows it, or not in time (decision 124).
 */
export async function readCard(ctx: MemberContext): Promise<PayingCard | null> {
  const { deps, log, session } = ctx;
  await requireRateLimit(ctx, { limit: 'cardReadByUser', key: String(session.userId) });
  const holder = await findCardHolder(deps, session.userId);
  if (holder === null) return null;
  const { account, customerId, stripeSubscriptionId: subscriptionId } = holder;
  const endsAtMs = performance.now() + BUDGET_MS;
  const read = await deps.payments
    .until({ leftMs: () => endsAtMs - performance.now() })
    .readPayingCard(account, { subscriptionId, customerId });
  if (read.outcome === 'known') return read.value;
  const { kind, code, requestId } = read.cause;
  log.warn({ account, fault: kind, code, requestId }, 'the card that pays is not known');
  return null;
}
