import type { Call } from './operation.ts';
import type { Params } from './params.ts';
import { refuseMissing, refuseParam } from './refusal.ts';

const CURRENCIES = ['eur', 'usd', 'gbp', 'chf', 'cad'];
const MINIMUM_CENTS = 50;
const MAXIMUM_CENTS = 99_999_999;

/** Reads `amount` and refuses what the provider does not charge. */
export function readAmount(params: Params): number {
  const amount = params.integer('amount');
  if (amount === undefined) throw refuseMissing('amount');
  if (amount < 1) {
    throw refuseParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  if (amount < MINIMUM_CENTS) {
    throw refuseParam('amount', 'Amount must be at least €0.50 eur', 'amount_too_small');
  }
  if (amount > MAXIMUM_CENTS) {
    throw refuseParam('amount', 'Amount must be no more than €999,999.99', 'amount_too_large');
  }
  return amount;
}

/** Reads `currency`, lower case. */
export function readCurrency(params: Params): string {
  const currency = params.text('currency')?.toLowerCase();
  if (currency === undefined) throw refuseMissing('currency');
  if (CURRENCIES.includes(currency)) return currency;
  throw refuseParam(
    'currency',
    `Invalid currency: ${currency}. The emulator knows these currencies: ${CURRENCIES.join(', ')}`,
  );
}

/** Reads `customer` and refuses one that this account does not have. */
export function readCustomer({ account, params }: Pick<Call, 'account' | 'params'>): string | null {
  const customerId = params.text('customer');
  if (customerId === undefined || customerId === '') return null;
  if (account.store.customers.has(customerId)) return customerId;
  throw refuseParam('customer', `No such customer: '${customerId}'`, 'resource_missing');
}

/** New keys are added, empty values removed, as everywhere in the API. */
export function mergeMetadata(
  present: Record<string, string>,
  changes: Record<string, string> | undefined,
): Record<string, string> {
  const merged = { ...present, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

/**
 * Since the release "endive" the ways to pay are an `allowed_…` list that filters; the older
 * parameter is refused (the provider's changelog of 2026-09-30).
 */
export function requireCardsAllowed(params: Params): void {
  if (params.names().includes('payment_method_types')) {
    throw refuseParam(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types or dynamic payment methods.',
      'payment_method_types_no_longer_supported',
    );
  }
  const allowed = params.list('allowed_payment_method_types');
  if (allowed.length === 0 || allowed.includes('card')) return;
  throw refuseParam(
    'allowed_payment_method_types',
    'None of the allowed payment method types is available: the emulator takes cards only.',
  );
}
