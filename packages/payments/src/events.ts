import type { AccountClient } from './account-client.ts';
import type { ProviderEvent } from './shapes.ts';

const MONEY_BACK_TYPES = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/**
 * The types of webhook events that trigger an earlier check. A site's endpoint must be subscribed to them at
 * the provider; any other type is accepted and triggers nothing.
 */
export const WEBHOOK_EVENT_TYPES: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  ...MONEY_BACK_TYPES,
];

const isMoneyBack = (type: string) => MONEY_BACK_TYPES.some((known) => known === type);

/** `now` is the time against which the age of the signature is checked. */
type SignedEvent = { rawBody: Buffer; signature: string | undefined; now: Date };

const TOLERANCE_SECONDS = 300;

/**
 * Reads a webhook event, after verifying the account's signature; null without one, or if the event is
 * malformed. The content of an event is only a hint to read the provider's state.
 */
export function readEvent(
  { stripe, config }: AccountClient,
  { rawBody, signature, now }: SignedEvent,
): ProviderEvent | null {
  let event: unknown;
  try {
    event = stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      config.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch {
    return null;
  }
  const id = textIn(event, 'id');
  const type = textIn(event, 'type');
  const livemode = valueIn(event, 'livemode');
  const created = valueIn(event, 'created');
  const object = valueIn(valueIn(event, 'data'), 'object');
  const isEvent = typeof livemode === 'boolean' && Number.isSafeInteger(created);
  if (id === null || type === null || !isEvent || typeof object !== 'object' || object === null) {
    return null;
  }
  const about = {
    objectId: textIn(object, 'id') ?? '',
    customerId: textIn(object, 'customer'),
    subscriptionId: subscriptionIn(object),
    paymentIntentId: paymentIntentIn(object),
  };
  return {
    id,
    isHint: WEBHOOK_EVENT_TYPES.includes(type) && Object.values(about).every(isStorable),
    isMoneyBack: isMoneyBack(type),
    livemode,
    ...about,
    metadata: metadataIn(object),
  };
}

/** PostgreSQL cannot store U+0000 in text, so no row of ours can be meant. */
const isStorable = (id: string | null) => id === null || !id.includes('\0');

function subscriptionIn(object: unknown): string | null {
  if (textIn(object, 'object') === 'subscription') return textIn(object, 'id');
  const details = valueIn(valueIn(object, 'parent'), 'subscription_details');
  return textIn(details, 'subscription');
}

function paymentIntentIn(object: unknown): string | null {
  const isPayment = textIn(object, 'object') === 'payment_intent';
  return textIn(object, isPayment ? 'id' : 'payment_intent');
}

function metadataIn(object: unknown): Record<string, string> {
  const metadata = valueIn(object, 'metadata');
  if (typeof metadata !== 'object' || metadata === null) return {};
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]));
}

function textIn(object: unknown, name: string): string | null {
  const value = valueIn(object, name);
  return typeof value === 'string' ? value : null;
}

function valueIn(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
