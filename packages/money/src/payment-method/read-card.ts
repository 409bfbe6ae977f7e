import type { MemberContext } from '@agres/core/context';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import type { PayingCard } from '@agres/domain/shapes';

import { findCardHolder } from './card-attempt.ts';

/** The card is an optional part of a page, which must not wait longer for it. */
const BUDGET_MS = 1500;

/**
 * Reads the card that pays for the caller's subscription from the provider; the shop never stores it. Returns
 * null if the card is unknown or the provider is too slow.
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
  log.warn({ account, fault: kind, code, requestId }, 'could not read the paying card');
  return null;
}
