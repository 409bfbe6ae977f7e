import { setTimeout as sleep } from 'node:timers/promises';

import type { StoredEvent } from '../account.ts';
import { randomBetween, type Random } from '../random.ts';
import { signatureHeaderOf } from './signature.ts';

export type WebhookTarget = {
  account: string;
  url: string;
  /** The signing secret, `whsec_…`, with which the receiver verifies the signature. */
  secret: string;
  /** The event types that the endpoint subscribes to; default all. */
  events?: readonly string[];
};

export type DeliveryHabits = {
  delayMs: { min: number; max: number };
  /** The probability, 0 to 1, that an event is never delivered. */
  dropRate: number;
  /** The probability, 0 to 1, that an event is delivered twice. */
  duplicateRate: number;
  /** How many events are collected and then sent in random order; 1 preserves their order. */
  shuffleWindow: number;
  /** Whether events are held back until `release`. */
  isHeld: boolean;
};

/** One attempt to deliver an event; `status` is null if there was no response. */
export type Delivery = {
  account: string;
  url: string;
  eventId: string;
  type: string;
  attempt: number;
  result: 'delivered' | 'failed' | 'dropped';
  status: number | null;
};

export type Webhooks = {
  dispatch(account: string, event: StoredEvent): void;
  setTargets(targets: readonly WebhookTarget[]): void;
  targets(): readonly WebhookTarget[];
  setHabits(habits: Partial<DeliveryHabits>): void;
  /** Sends the held events in their original order. */
  release(): void;
  deliveries(): Delivery[];
  /** Waits until no delivery is pending, or until the timeout; returns whether none is pending. */
  settled(withinMs: number): Promise<boolean>;
  /** Drops the pending deliveries and the log of past ones, and restores prompt delivery. */
  stop(): void;
};

export type WebhookOptions = {
  targets: readonly WebhookTarget[];
  random: Random;
  /** Returns the machine's time: receivers compare the signature's timestamp with their own clock. */
  nowMs: () => number;
  retryMs: readonly number[];
};

type PendingDelivery = { target: WebhookTarget; event: StoredEvent };

const PROMPT_DELIVERY: DeliveryHabits = {
  delayMs: { min: 0, max: 0 },
  dropRate: 0,
  duplicateRate: 0,
  shuffleWindow: 1,
  isHeld: false,
};

const ANSWER_TIMEOUT_MS = 10_000;
const SHUFFLE_TIMEOUT_MS = 100;
const MAX_DELIVERIES = 10_000;

/** Signs events and delivers them to their endpoints, as unreliably as the habits say. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  let targets = options.targets;
  let deliveries: Delivery[] = [];
  let shuffled: PendingDelivery[] = [];
  let held: PendingDelivery[] = [];
  let habits = PROMPT_DELIVERY;
  const timers = new Set<NodeJS.Timeout>();
  const pending = new Set<Promise<void>>();

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timer.unref();
    timers.add(timer);
  };

  const log = (
    outgoing: PendingDelivery,
    outcome: Pick<Delivery, 'attempt' | 'result' | 'status'>,
  ) => {
    const { target, event } = outgoing;
    deliveries.push({
      account: target.account,
      url: target.url,
      eventId: event.id,
      type: event.type,
      ...outcome,
    });
    if (deliveries.length > MAX_DELIVERIES * 2) deliveries = deliveries.slice(-MAX_DELIVERIES);
  };

  const post = async (outgoing: PendingDelivery, attempt: number): Promise<void> => {
    const status = await deliver(outgoing, options.nowMs());
    const isDelivered = status !== null && status >= 200 && status < 300;
    log(outgoing, { attempt, result: isDelivered ? 'delivered' : 'failed', status });
    const pauseMs = options.retryMs[attempt - 1];
    if (!isDelivered && pauseMs !== undefined)
      later(pauseMs, () => startAttempt(outgoing, attempt + 1));
  };

  const startAttempt = (outgoing: PendingDelivery, attempt: number) => {
    const work = post(outgoing, attempt).finally(() => pending.delete(work));
    pending.add(work);
  };

  const send = (outgoing: PendingDelivery) => {
    const { delayMs, dropRate, duplicateRate } = habits;
    if (options.random() < dropRate) {
      log(outgoing, { attempt: 1, result: 'dropped', status: null });
      return;
    }
    const copies = options.random() < duplicateRate ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const ms = randomBetween(options.random, delayMs.min, delayMs.max);
      if (ms === 0) startAttempt(outgoing, 1);
      else later(ms, () => startAttempt(outgoing, 1));
    }
  };

  const emptyShuffled = () => {
    const waiting = shuffled;
    shuffled = [];
    while (waiting.length > 0) {
      const [outgoing] = waiting.splice(Math.floor(options.random() * waiting.length), 1);
      if (outgoing) send(outgoing);
    }
  };

  const collect = (outgoing: PendingDelivery) => {
    if (habits.shuffleWindow <= 1) {
      send(outgoing);
      return;
    }
    shuffled.push(outgoing);
    if (shuffled.length === 1) later(SHUFFLE_TIMEOUT_MS, emptyShuffled);
    if (shuffled.length >= habits.shuffleWindow) emptyShuffled();
  };

  return {
    dispatch(account, event) {
      for (const target of targets) {
        if (target.account !== account) continue;
        if (target.events?.includes(event.type) === false) continue;
        if (habits.isHeld) held.push({ target, event });
        else collect({ target, event });
      }
    },
    setTargets(next) {
      targets = next;
    },
    targets: () => targets,
    setHabits(changes) {
      habits = { ...habits, ...changes };
    },
    release() {
      const waiting = held;
      held = [];
      for (const outgoing of waiting) collect(outgoing);
    },
    deliveries: () => [...deliveries],
    async settled(withinMs) {
      const deadline = Date.now() + withinMs;
      while (pending.size > 0 || timers.size > 0) {
        if (Date.now() >= deadline) return false;
        await sleep(5);
      }
      return true;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      held = [];
      shuffled = [];
      deliveries = [];
      habits = PROMPT_DELIVERY;
    },
  };
}

async function deliver({ target, event }: PendingDelivery, nowMs: number): Promise<number | null> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body: event.payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeaderOf(
          event.payload,
          target.secret,
          Math.floor(nowMs / 1000),
        ),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
