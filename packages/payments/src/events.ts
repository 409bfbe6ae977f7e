import type { AccountClient } from './account-client.ts';
import type { EventReading } from './shapes.ts';

/** How old a signature may be. */
const TOLERANCE_SECONDS = 300;

/**
 * Reads a webhook event: the account's signature is checked before anything is parsed, and a rightly
 * signed but malformed event is told apart. What an event says is a hint; the provider is asked.
 */
export function readEvent(
  { stripe, config }: AccountClient,
  rawBody: Buffer,
  signatureHeader: string | undefined,
): EventReading {
  let event: unknown;
  try {
    event = stripe.webhooks.constructEvent(
      rawBody,
      signatureHeader ?? '',
      config.webhookSecret,
      TOLERANCE_SECONDS,
    );
  } catch {
    return { outcome: 'bad_signature' };
  }
  const id = textIn(event, 'id');
  const type = textIn(event, 'type');
  const livemode = valueIn(event, 'livemode');
  const created = valueIn(event, 'created');
  const object = valueIn(valueIn(event, 'data'), 'object');
  const isEvent = typeof livemode === 'boolean' && Number.isSafeInteger(created);
  if (id === null || type === null || !isEvent || typeof object !== 'object' || object === null) {
    return { outcome: 'no_event' };
  }
  return {
    outcome: 'known',
    value: {
      id,
      type,
      livemode,
      createdAt: new Date(Number(created) * 1000),
      objectId: textIn(object, 'id') ?? '',
      customerId: textIn(object, 'customer'),
      subscriptionId: subscriptionIn(object),
      metadata: metadataIn(object),
    },
  };
}

function subscriptionIn(object: unknown): string | null {
  if (textIn(object, 'object') === 'subscription') return textIn(object, 'id');
  const details = valueIn(valueIn(object, 'parent'), 'subscription_details');
  return textIn(details, 'subscription');
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
