import { idOf } from '../account.ts';
import { paramError } from './api-error.ts';
import type { Call } from './operation.ts';
import type { Params } from './params.ts';

export const LIST_PARAMS = ['limit', 'starting_after', 'created', 'expand'] as const;

type ListedObject = { id: string; created?: number };
type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] };

/**
 * Returns one page of a list, newest first (the API reference, "Pagination"). `items` are in the order of their
 * creation.
 */
export function pageOf<T extends ListedObject>(
  items: Iterable<T>,
  params: Params,
  url: string,
): Page<T> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) throw paramError('limit', `Invalid limit: ${limit}`);
  const wanted = [...items].toReversed().filter((item) => isInRange(item.created, params));

  const after = params.text('starting_after');
  const start = after === undefined ? 0 : indexOf(wanted, after) + 1;
  const data = wanted.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < wanted.length, data };
}

/**
 * Keeps the objects of the payment named by `payment_intent`, or all if none is named. @throws 400 if the
 * payment does not exist.
 */
export function filterByIntent<T extends { payment_intent: string | { id: string } | null }>(
  { account, params }: Pick<Call, 'account' | 'params'>,
  all: Iterable<T>,
): T[] {
  const intentId = params.text('payment_intent');
  if (intentId === undefined) return [...all];
  if (!account.store.intents.has(intentId)) throw unknownIntentError(intentId);
  return [...all].filter((one) => idOf(one.payment_intent) === intentId);
}

export const unknownIntentError = (intentId: string): Error =>
  paramError('payment_intent', `No such payment_intent: '${intentId}'`, 'resource_missing');

function indexOf(items: readonly ListedObject[], id: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw paramError('starting_after', `No such object: '${id}'`, 'resource_missing');
  return index;
}

function isInRange(created: number | undefined, params: Params): boolean {
  if (created === undefined) return true;
  const bounds = {
    gte: params.integer('created[gte]'),
    gt: params.integer('created[gt]'),
    lte: params.integer('created[lte]'),
    lt: params.integer('created[lt]'),
  };
  return (
    created >= (bounds.gte ?? created) &&
    created <= (bounds.lte ?? created) &&
    (bounds.gt === undefined || created > bounds.gt) &&
    (bounds.lt === undefined || created < bounds.lt)
  );
}
