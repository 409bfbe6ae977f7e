import type { Installation } from '@agres/core/installation';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { paidFeeCents } from '@agres/domain/prices';
import type { Intent, Shipping } from '@agres/payments/shapes';
import { z } from 'zod';

import type { Attempt, PurchaseContent } from './purchase-attempt.ts';

/** What is stored with a payment at the provider, so that a lost order can be rebuilt (decision 020). */
export type PaymentData = {
  /**
   * Ids, amounts and hashes, but no personal text. The provider allows 50 keys, and 500 characters per value.
   */
  metadata: Record<string, string>;
  /** The item and option in the buyer's language. */
  description: string;
  shipping?: Shipping;
};

export type OrderFromPayment = {
  attemptId: string;
  generation: number;
  userId: number | null;
  /** The result of `buyerHashOf`; null if the payment has none. */
  buyerHash: string | null;
  itemId: number;
  optionId: number;
  area: number;
  priceCents: number;
  feeCents: number;
  locale: Locale;
  cgvAt: Date;
  /** The hash of the accepted terms; null if the payment has none. */
  contractText: string | null;
  idempotencyKey: string;
  requestHash: Uint8Array<ArrayBuffer>;
  recipient: { firstName: string; lastName: string; shippingAddress: string };
};

/**
 * Returns the order data for an attempt's payment. Depends on the attempt's row only, so every retry, by
 * any call or process, sends the provider the same parameters.
 */
export function paymentDataOf(
  { id: installation }: Pick<Installation, 'id'>,
  attempt: Attempt,
): PaymentData {
  const { firstName, lastName, shippingAddress: address } = attempt;
  const isKnown = firstName !== null && lastName !== null && address !== null;
  return {
    metadata: {
      installation,
      attempt_id: attempt.id,
      generation: String(attempt.generation),
      user_id: String(attempt.userId),
      ...(attempt.buyerHash === null ? {} : { buyer_hash: attempt.buyerHash }),
      ...(attempt.requestId === null ? {} : { request_id: attempt.requestId }),
      item_id: String(attempt.itemId),
      option_id: String(attempt.optionId),
      area: String(attempt.area),
      price_cents: String(attempt.priceCents),
      fee_cents: String(paidFeeCents(attempt)),
      locale: attempt.locale,
      cgv_at: attempt.cgvAt.toISOString(),
      ...(attempt.contractText === null ? {} : { contract_text: attempt.contractText }),
      idempotency_key: attempt.idempotencyKey,
      request_hash: Buffer.from(attempt.requestHash).toString('hex'),
      // The provider stores one full name, so this records where the first name ends.
      ...(isKnown ? { first_name_length: String(firstName.length) } : {}),
    },
    description: wordsOf(attempt),
    ...(isKnown ? { shipping: { name: `${firstName} ${lastName}`, address } } : {}),
  };
}

/** Returns the item and option in one line, for the payment's description. */
export function wordsOf({
  title,
  chosenTitle,
}: Pick<PurchaseContent, 'title' | 'chosenTitle'>): string {
  return chosenTitle === null ? title : `${title}, ${chosenTitle}`;
}

const MAX_ID = 2_147_483_647;
const whole = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((number) => number <= MAX_ID);

const metadataSchema = z.object({
  attempt_id: z.uuid(),
  generation: whole,
  user_id: z.union([whole, z.literal('null').transform(() => null)]),
  buyer_hash: z.string().optional(),
  item_id: whole,
  option_id: whole,
  area: whole,
  price_cents: whole,
  fee_cents: whole,
  locale: z.enum(LOCALES),
  cgv_at: z.iso.datetime(),
  contract_text: z.string().optional(),
  idempotency_key: z.string().min(1),
  request_hash: z.string().regex(/^[\da-f]{64}$/),
  first_name_length: whole,
});

/** Returns the order data stored with a payment; null if a part is missing or malformed. */
export function readOrderFromPayment({ metadata, shipping }: Intent): OrderFromPayment | null {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success || shipping === null) return null;
  const { data } = parsed;
  const firstName = shipping.name.slice(0, data.first_name_length);
  const lastName = shipping.name.slice(data.first_name_length).trimStart();
  return {
    attemptId: data.attempt_id,
    generation: data.generation,
    userId: data.user_id,
    buyerHash: data.buyer_hash ?? null,
    itemId: data.item_id,
    optionId: data.option_id,
    area: data.area,
    priceCents: data.price_cents,
    feeCents: data.fee_cents,
    locale: data.locale,
    cgvAt: new Date(data.cgv_at),
    contractText: data.contract_text ?? null,
    idempotencyKey: data.idempotency_key,
    requestHash: new Uint8Array(Buffer.from(data.request_hash, 'hex')),
    recipient: { firstName, lastName, shippingAddress: shipping.address },
  };
}
