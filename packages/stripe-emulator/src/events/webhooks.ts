import type { StoredEvent } from '../account.ts';
import { randomBetween, type Random } from '../random.ts';
import { signatureHeaderOf } from './signature.ts';

/** Where an account's events are sent. */
export type WebhookTarget = {
  account: string;
  url: string;
  /** `whsec_…`: what the receiver verifies with. */
  secret: string;
  /** Only these types; all when left out. */
  types?: readonly string[];
};

/** How badly the post works, for one target or for all. */
export type DeliveryHabits = {
  delayMs: { min: number; max: number };
  /** The chance, 0 to 1, that an event never arrives. */
  dropRate: number;
  /** The chance, 0 to 1, that it arrives twice. */
  duplicateRate: number;
  /** So many events are collected and sent in any order; 1 keeps their order of departure. */
  shuffleWindow: number;
  /** Nothing leaves until `release`. */
  isHeld: boolean;
};

/** One attempt to deliver an event; status null where nobody answered. */
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
  /** Sends an event to the targets of its account, as their habits say. */
  dispatch(account: string, event: StoredEvent): void;
  setTargets(targets: readonly WebhookTarget[]): void;
  setHabits(habits: Partial<DeliveryHabits>, url?: string): void;
  /** Sends what was held, in its order. */
  release(): void;
  deliveries(): Delivery[];
  /** Whether nothing is under way any more, within a time. */
  settled(withinMs: number): Promise<boolean>;
  /** Forgets what is under way. */
  stop(): void;
};

export type WebhookOptions = {
  targets: readonly WebhookTarget[];
  random: Random;
  /** The machine's time: receivers compare the signature's moment with their own clock. */
  nowMs: () => number;
  /** Pauses before the attempts after the first, in ms. */
  retryMs: readonly number[];
};

type Parcel = { target: WebhookTarget; event: StoredEvent };

const PROMPT: DeliveryHabits = {
  delayMs: { min: 0, max: 0 },
  dropRate: 0,
  duplicateRate: 0,
  shuffleWindow: 1,
  isHeld: false,
};

const ANSWER_TIMEOUT_MS = 10_000;
const SHUFFLE_PATIENCE_MS = 100;
const DELIVERIES_KEPT = 10_000;

/** The post: signs events and brings them to their targets, as reliably as it is told to. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  let targets = options.targets;
  let deliveries: Delivery[] = [];
  let shuffled: Parcel[] = [];
  let held: Parcel[] = [];
  let general = PROMPT;
  const habitsByUrl = new Map<string, DeliveryHabits>();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();

  const habitsOf = (target: WebhookTarget) => habitsByUrl.get(target.url) ?? general;

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timer.unref();
    timers.add(timer);
  };

  const log = (parcel: Parcel, outcome: Pick<Delivery, 'attempt' | 'result' | 'status'>) => {
    const { target, event } = parcel;
    deliveries.push({
      account: target.account,
      url: target.url,
      eventId: event.id,
      type: event.type,
      ...outcome,
    });
    if (deliveries.length > DELIVERIES_KEPT * 2) deliveries = deliveries.slice(-DELIVERIES_KEPT);
  };

  const post = async (parcel: Parcel, attempt: number): Promise<void> => {
    const status = await deliver(parcel, options.nowMs());
    const isDelivered = status !== null && status >= 200 && status < 300;
    log(parcel, { attempt, result: isDelivered ? 'delivered' : 'failed', status });
    const pauseMs = options.retryMs[attempt - 1];
    if (!isDelivered && pauseMs !== undefined) later(pauseMs, () => send(parcel, attempt + 1));
  };

  const send = (parcel: Parcel, attempt: number) => {
    const work = post(parcel, attempt).finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const depart = (parcel: Parcel) => {
    const { delayMs, dropRate, duplicateRate } = habitsOf(parcel.target);
    if (options.random() < dropRate) {
      log(parcel, { attempt: 1, result: 'dropped', status: null });
      return;
    }
    const copies = options.random() < duplicateRate ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const ms = randomBetween(options.random, delayMs.min, delayMs.max);
      if (ms === 0) send(parcel, 1);
      else later(ms, () => send(parcel, 1));
    }
  };

  const emptyShuffled = () => {
    const parcels = shuffled;
    shuffled = [];
    while (parcels.length > 0) {
      const [parcel] = parcels.splice(Math.floor(options.random() * parcels.length), 1);
      if (parcel) depart(parcel);
    }
  };

  const collect = (parcel: Parcel) => {
    const { shuffleWindow } = habitsOf(parcel.target);
    if (shuffleWindow <= 1) {
      depart(parcel);
      return;
    }
    shuffled.push(parcel);
    if (shuffled.length === 1) later(SHUFFLE_PATIENCE_MS, emptyShuffled);
    if (shuffled.length >= shuffleWindow) emptyShuffled();
  };

  return {
    dispatch(account, event) {
      for (const target of targets) {
        const isWanted = target.types === undefined || target.types.includes(event.type);
        if (target.account !== account || !isWanted) continue;
        if (habitsOf(target).isHeld) held.push({ target, event });
        else collect({ target, event });
      }
    },
    setTargets(next) {
      targets = next;
    },
    setHabits(habits, url) {
      if (url === undefined) general = { ...general, ...habits };
      else habitsByUrl.set(url, { ...(habitsByUrl.get(url) ?? general), ...habits });
    },
    release() {
      const parcels = held;
      held = [];
      for (const parcel of parcels) collect(parcel);
    },
    deliveries: () => [...deliveries],
    async settled(withinMs) {
      const deadline = Date.now() + withinMs;
      while (underWay.size > 0 || timers.size > 0) {
        if (Date.now() >= deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return true;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      held = [];
      shuffled = [];
      deliveries = [];
      general = PROMPT;
      habitsByUrl.clear();
    },
  };
}

async function deliver({ target, event }: Parcel, nowMs: number): Promise<number | null> {
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
