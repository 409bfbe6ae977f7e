import { randomUUID } from 'node:crypto';

import type { MemberContext } from '@agres/core/context';
import { emailLocale } from '@agres/core/localized';
import type { Locale } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Subscribe } from '@agres/domain/subscription.schema';

import { hashOfParts, idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { newLeaseHolder } from '../checkout/lease.ts';

/** New subscriptions are made on this account (contract, section 4). */
const ACCOUNT: PaymentAccount = 'main';

/** One call of `programmes.subscribe`, and what makes it the same attempt as another call. */
export type SubscriptionRequest = {
  userId: number;
  /** The language of the emails that follow. */
  locale: Locale;
  account: PaymentAccount;
  input: Subscribe;
  /** Names the attempt. */
  key: string;
  /** SHA-256 of everything in the call but the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the card's token. */
  cardHash: Uint8Array<ArrayBuffer>;
  /** Names this call as a lease holder. */
  leaseHolder: string;
};

/** Reads a call. Throws `invalid_fields` for a malformed `Idempotency-Key`. */
export async function readSubscriptionRequest(
  ctx: MemberContext,
  input: Subscribe,
): Promise<SubscriptionRequest> {
  const { deps, session, idempotencyKey: header } = ctx;
  const { userId } = session;
  const { stripeToken: token } = input;
  const isLive = deps.payments.isLive(ACCOUNT);
  const user = await deps.db.user.findUnique({ where: { id: userId }, select: { locale: true } });
  return {
    userId,
    locale: emailLocale(ctx, { locale: user?.locale ?? '' }),
    account: ACCOUNT,
    input,
    // Without a card a call can only resume a subscription, and is repeatable by nature.
    key: idempotencyKeyOf({ header, token: token ?? randomUUID(), isLive }),
    // As it was before there was an immediate start: calls of that time are repeated after a deploy.
    requestHash: hashOfParts([
      input.plan,
      input.discountCode ?? null,
      ...(input.immediateStart === true ? ['immediate'] : []),
    ]),
    cardHash: hashOfParts([token ?? null]),
    leaseHolder: newLeaseHolder(deps),
  };
}
