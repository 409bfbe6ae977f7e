import type { Stripe } from 'stripe';

import { missingParamError, paramError } from './api-error.ts';
import type { Call } from './operation.ts';
import type { Params } from './params.ts';

const CURRENCIES = ['eur', 'usd', 'gbp', 'chf', 'cad'];
const MINIMUM_CENTS = 50;
const MAXIMUM_CENTS = 99_999_999;

/** Reads `amount` and rejects amounts outside the provider's limits. */
export function readAmount(params: Params): number {
  const amount = params.integer('amount');
  if (amount === undefined) throw missingParamError('amount');
  if (amount < 1) {
    throw paramError('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  if (amount < MINIMUM_CENTS) {
    throw paramError('amount', 'Amount must be at least €0.50 eur', 'amount_too_small');
  }
  if (amount > MAXIMUM_CENTS) {
    throw paramError('amount', 'Amount must be no more than €999,999.99', 'amount_too_large');
  }
  return amount;
}

/** Reads `currency` in lower case. */
export function readCurrency(params: Params): string {
  const currency = params.text('currency')?.toLowerCase();
  if (currency === undefined) throw missingParamError('currency');
  if (CURRENCIES.includes(currency)) return currency;
  throw paramError(
    'currency',
    `Invalid currency: ${currency}. The emulator knows these currencies: ${CURRENCIES.join(', ')}`,
  );
}

/** Reads `customer` and rejects a customer that this account does not have. */
export function readCustomer({ account, params }: Pick<Call, 'account' | 'params'>): string | null {
  const customerId = params.text('customer');
  if (customerId === undefined || customerId === '') return null;
  if (account.store.customers.has(customerId)) return customerId;
  throw paramError('customer', `No such customer: '${customerId}'`, 'resource_missing');
}

// The limits in the provider's guide "Metadata".
const METADATA = { keys: 50, name: 40, value: 500 } as const;

/**
 * Returns an object's metadata after a call: merges new keys into the present ones and removes empty values.
 * Rejects more or longer keys and values than the provider stores.
 */
export function checkedMetadata(
  params: Params,
  present: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const changes = params.record('metadata') ?? {};
  for (const [name, value] of Object.entries(changes)) {
    if (name.length > METADATA.name) {
      throw paramError(
        'metadata',
        `Metadata keys can be at most ${METADATA.name} characters long: ${name}`,
      );
    }
    if (value.length > METADATA.value) {
      throw paramError(
        `metadata[${name}]`,
        `Metadata values can have up to ${METADATA.value} characters; you passed in ${value.length}.`,
      );
    }
  }
  const kept = Object.entries({ ...present, ...changes }).filter(([, value]) => value !== '');
  if (kept.length > METADATA.keys) {
    throw paramError('metadata', `You can specify up to ${METADATA.keys} metadata keys.`);
  }
  return Object.fromEntries(kept);
}

const DESCRIPTION_LENGTH = 1000;
const TEXT_LENGTH = 5000;

export function readDescription(params: Params): string | null {
  return limited(params, 'description', { max: DESCRIPTION_LENGTH, shown: 'description' }) || null;
}

/** Reads `shipping`, which requires a name and an address; each text has the provider's maximum length. */
export function readShipping(params: Params): Stripe.PaymentIntent.Shipping | null {
  const shipping = params.group('shipping');
  if (!shipping) return null;
  const address = shipping.group('address');
  const name = limited(shipping, 'name', { max: TEXT_LENGTH, shown: 'shipping[name]' });
  if (!name) throw missingParamError('shipping[name]');
  if (!address) throw missingParamError('shipping[address]');
  const part = (field: string) =>
    limited(address, field, { max: TEXT_LENGTH, shown: `shipping[address][${field}]` }) || null;
  return {
    name,
    carrier: null,
    phone: null,
    tracking_number: null,
    address: {
      line1: part('line1'),
      line2: part('line2'),
      city: part('city'),
      state: part('state'),
      postal_code: part('postal_code'),
      country: part('country'),
    },
  };
}

type Limit = { max: number; shown: string };

function limited(params: Params, name: string, { max, shown }: Limit): string {
  const text = params.text(name) ?? '';
  if (text.length <= max) return text;
  throw paramError(
    shown,
    `Invalid string: ${text.slice(0, 10)}…; must be at most ${max} characters`,
    'parameter_invalid_string',
  );
}

/**
 * Requires that the call allows cards. Since API release "endive" `allowed_payment_method_types` filters the
 * payment methods, and the older `payment_method_types` is refused (the provider's changelog of 2026-09-30).
 */
export function requireCardsAllowed(params: Params): void {
  if (params.names().includes('payment_method_types')) {
    throw paramError(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types or dynamic payment methods.',
      'payment_method_types_no_longer_supported',
    );
  }
  const allowed = params.list('allowed_payment_method_types');
  if (allowed.length === 0 || allowed.includes('card')) return;
  throw paramError(
    'allowed_payment_method_types',
    'None of the allowed payment method types is available: the emulator takes cards only.',
  );
}
