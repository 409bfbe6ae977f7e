import { randomUUID } from 'node:crypto';

import type { MemberContext } from '@agres/core/context';
import { emailLocale } from '@agres/core/localized';
import type { Locale } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Subscribe } from '@agres/domain/subscription.schema';

import { hashOfParts, idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { newLeaseHolder } from '../checkout/lease.ts';

/** The account that charges new subscriptions. */
const ACCOUNT: PaymentAccount = 'main';

/** A call of `programmes.subscribe`, with the values that identify it as a repetition of another call. */
export type SubscriptionRequest = {
  userId: number;
  /** The language of the subscription's emails. */
  locale: Locale;
  account: PaymentAccount;
  input: Subscribe;
  key: string;
  /** SHA-256 of the call's content without the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the card's token. */
  cardHash: Uint8Array<ArrayBuffer>;
  leaseHolder: string;
};

/** Reads a call of `programmes.subscribe`. Throws `invalid_fields` if `Idempotency-Key` is malformed. */
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
    // A call without a card has no token to make a key from, and needs none: it can only resume a
    // subscription, which is idempotent.
    key: idempotencyKeyOf({ header, token: token ?? randomUUID(), isLive }),
    // Without immediate start the hash is the same as before that option existed, so that a call repeated
    // across the deploy still matches.
    requestHash: hashOfParts([
      input.plan,
      input.discountCode ?? null,
      ...(input.immediateStart === true ? ['immediate'] : []),
    ]),
    cardHash: hashOfParts([token ?? null]),
    leaseHolder: newLeaseHolder(deps),
  };
}
