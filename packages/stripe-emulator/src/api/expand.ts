import type { Account } from '../account.ts';
import { invoiceExtras } from '../billing/invoice-operations.ts';
import { paramError, stateError } from './api-error.ts';

const MAX_DEPTH = 4;

type Json = Record<string, unknown>;

/**
 * Copies a response with the requested references replaced by the objects they point to (the API reference,
 * "Expanding responses").
 */
export function expand(account: Account, answer: object, paths: readonly string[]): object {
  let expanded: unknown = answer;
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.filter((segment) => segment !== 'data').length > MAX_DEPTH) {
      throw paramError('expand', 'You cannot expand more than 4 levels of a property.');
    }
    expanded = expandPath(account, expanded, segments);
  }
  return isObject(expanded) ? expanded : answer;
}

function expandPath(account: Account, value: unknown, segments: readonly string[]): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(account, item, segments));
  if (!isObject(value)) throw expansionError(segment);

  const present = segment in value ? value[segment] : extrasOf(account, value)[segment];
  if (present === undefined) throw expansionError(segment);
  const target = typeof present === 'string' ? findObject(account, present) : present;
  if (target === undefined) throw expansionError(segment);
  return { ...value, [segment]: expandPath(account, target, rest) };
}

function extrasOf(account: Account, value: Json): Json {
  return value['object'] === 'invoice' && typeof value['id'] === 'string'
    ? invoiceExtras(account, value['id'])
    : {};
}

function findObject({ store }: Account, id: string): unknown {
  const collections: readonly ReadonlyMap<string, object>[] = [
    store.intents,
    store.charges,
    store.customers,
    store.paymentMethods,
    store.invoices,
    store.subscriptions,
    store.setupIntents,
    store.refunds,
    store.disputes,
    store.prices,
  ];
  for (const collection of collections) {
    const found = collection.get(id);
    if (found) return found;
  }
  return undefined;
}

// Stored under the idempotency key: the call has already taken effect when expansion fails.
const expansionError = (segment: string) =>
  stateError('property_not_expandable', `This property cannot be expanded (${segment}).`);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
