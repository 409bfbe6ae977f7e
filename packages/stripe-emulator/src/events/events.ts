import type { Account, StoredEvent } from '../account.ts';

/** The API version that the emulator implements: the one the pinned SDK is built for. */
export const API_VERSION = '2026-10-28.endive';

/** How many events an account retains; the oldest are dropped first. */
const MAX_EVENTS = 10_000;

export function recordEvent(account: Account, type: string, object: object): StoredEvent {
  const id = account.newId('evt');
  const created = account.clock.nowSeconds();
  const payload = JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: {
      id: account.request?.id ?? null,
      idempotency_key: account.request?.idempotencyKey ?? null,
    },
    type,
  });
  const event = { id, type, created, payload };
  const { events } = account.store;
  events.set(id, event);
  if (events.size > MAX_EVENTS) {
    const [oldest] = events.keys();
    if (oldest !== undefined) events.delete(oldest);
  }
  return event;
}
