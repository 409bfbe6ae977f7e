import { DomainError } from '@agres/domain/errors';

export type ConcurrencyOptions = {
  maxRunning: number;
  maxQueued: number;
  maxWaitMs: number;
  retryAfterSeconds: number;
};

export type ConcurrencyLimit = {
  /**
   * Runs a client's work once a slot is free. Throws 503 `error_message` if the queue is full or the wait too
   * long.
   */
  run: <Result>(work: () => Promise<Result>, client?: string) => Promise<Result>;
};

/**
 * How many slots, running plus queued, a client always gets. It may use more while no other client needs
 * them.
 */
const GUARANTEED_SLOTS = 2;

type Client = {
  running: number;
  waiting: number;
  /** A sequence number; 0 before the first start. */
  lastStart: number;
};

type QueuedRequest = { client: Client; start: () => void; refuse: () => void };

/**
 * Creates a concurrency limit whose queue is fair between clients. Next runs the client with the fewest
 * running, among equals the one whose last start is longest ago. In a full queue, a client with fewer than
 * two places takes one from the client with the most, if that has more than two. Without clients, the queue
 * is first in, first out.
 */
export function createConcurrencyLimit({
  maxRunning,
  maxQueued,
  maxWaitMs,
  retryAfterSeconds,
}: ConcurrencyOptions): ConcurrencyLimit {
  const clients = new Map<string, Client>();
  const queue = new Set<QueuedRequest>();
  let running = 0;
  let starts = 0;

  const busy = () => new DomainError('error_message', { status: 503, retryAfterSeconds });

  const begin = (client: Client) => {
    running += 1;
    starts += 1;
    client.running += 1;
    client.lastStart = starts;
  };

  const leaveQueue = (waiting: QueuedRequest) => {
    queue.delete(waiting);
    waiting.client.waiting -= 1;
  };

  const makeRoomFor = (client: Client) => {
    if (queue.size < maxQueued) return;
    const newestOfMost = [...queue]
      .toReversed()
      .reduce<QueuedRequest | undefined>(
        (most, one) =>
          most === undefined || placesOf(one.client) > placesOf(most.client) ? one : most,
        undefined,
      );
    const isOwed = placesOf(client) < GUARANTEED_SLOTS;
    // guard: one client does not fill the queue for all others
    if (
      newestOfMost === undefined ||
      !isOwed ||
      placesOf(newestOfMost.client) <= GUARANTEED_SLOTS
    ) {
      throw busy();
    }
    newestOfMost.refuse();
  };

  const acquire = async (client: Client): Promise<void> => {
    if (running < maxRunning) return begin(client);
    makeRoomFor(client);
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timer);
        leaveQueue(waiting);
        settle();
      };
      const refuse = end(() => reject(busy()));
      const waiting = { client, start: end(resolve), refuse };
      const timer = setTimeout(refuse, maxWaitMs);
      queue.add(waiting);
      client.waiting += 1;
    });
  };

  const release = (client: Client) => {
    running -= 1;
    client.running -= 1;
    const next = [...queue].reduce<QueuedRequest | undefined>(
      (first, one) => (first === undefined || isBefore(one.client, first.client) ? one : first),
      undefined,
    );
    if (next === undefined) return;
    // The slot is taken before the work starts, so that a call arriving in between does not get it.
    begin(next.client);
    next.start();
  };

  return {
    run: async (work, name = '') => {
      const client = clients.get(name) ?? { running: 0, waiting: 0, lastStart: 0 };
      clients.set(name, client);
      const forget = () => {
        if (placesOf(client) === 0) clients.delete(name);
      };
      try {
        await acquire(client);
      } catch (error) {
        forget();
        throw error;
      }
      try {
        return await work();
      } finally {
        release(client);
        forget();
      }
    },
  };
}

const placesOf = ({ running, waiting }: Client) => running + waiting;

const isBefore = (one: Client, other: Client) =>
  one.running < other.running || (one.running === other.running && one.lastStart < other.lastStart);
