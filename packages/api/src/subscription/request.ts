import { createHash, randomUUID } from 'node:crypto';

import type { Locale } from '@shop/domain/locale';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { Subscribe } from '@shop/domain/subscription.schema';

import type { Context } from '../context.ts';
import { keyOf } from '../purchase/request.ts';
import { letterLocale } from '../users/account-letter.ts';
import type { Session } from '../users/session.ts';

/** New subscriptions are made on this account (contract, section 4). */
const ACCOUNT: PaymentAccount = 'main';

/** One call of `programmes.subscribe`, and what makes it the same click as another call. */
export type SubscribeRequest = {
  userId: number;
  /** The language of the letters that follow. */
  locale: Locale;
  account: PaymentAccount;
  input: Subscribe;
  /** Names the click. */
  key: string;
  /** SHA-256 of everything in the call but the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** Names this call as the owner of leases. */
  owner: string;
};

/** Reads a call. Refuses an `Idempotency-Key` that is none with `invalid_fields`. */
export async function readSubscribeRequest(
  ctx: Context & { session: Session },
  input: Subscribe,
): Promise<SubscribeRequest> {
  const { deps, session, idempotencyKey: header } = ctx;
  const { userId } = session;
  const { stripeToken: token } = input;
  const isLive = deps.payments.isLive(ACCOUNT);
  const user = await deps.db.user.findUnique({ where: { id: userId }, select: { locale: true } });
  return {
    userId,
    locale: letterLocale(ctx, { locale: user?.locale ?? '' }),
    account: ACCOUNT,
    input,
    // Without a card a call can only resume a subscription, and is repeatable by nature.
    key: keyOf({ header, token: token ?? randomUUID(), isLive }),
    requestHash: hashOf(input),
    owner: randomUUID(),
  };
}

/** What is subscribed to, without the card: the same for two calls that mean the same click. */
function hashOf({ plan, discountCode }: Subscribe): Uint8Array<ArrayBuffer> {
  const canonical = JSON.stringify([plan, discountCode ?? null]);
  return new Uint8Array(createHash('sha256').update(canonical).digest());
}
