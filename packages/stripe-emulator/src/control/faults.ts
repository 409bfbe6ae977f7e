import { createRandom, randomBetween } from '../random.ts';

/**
 * The faults that can be injected into a request. `delay`: the response is late. `reset`: the connection is
 * reset. `hang`: no response until the caller gives up. `server_error`: 500, stored under the idempotency key.
 * `rate_limit`: 429, `conflict`: 409, `authentication`: 401, `permission`: 403, none of them stored. `empty`,
 * `null`: 200 with `{}` or `null`, as a proxy may answer; not stored. `mix_up`: the previous response of the
 * same operation, which belongs to another request; stored under the key.
 */
export const FAULT_EFFECTS = [
  'delay',
  'reset',
  'hang',
  'server_error',
  'rate_limit',
  'conflict',
  'authentication',
  'permission',
  'empty',
  'null',
  'mix_up',
] as const;
export type FaultEffect = (typeof FAULT_EFFECTS)[number];

export type Fault = {
  /** The name of an operation, such as `payment_intents.confirm`, or `*` for any. */
  operation: string;
  effect: FaultEffect;
  /**
   * Whether the fault occurs before or after the request takes effect; errors that are not stored always occur
   * before.
   */
  moment?: 'before' | 'after';
  /** The first matching request to affect, counted from 1; default 1. */
  occurrence?: number;
  /** How many matching requests in a row are affected; default 1. */
  times?: number;
  /** How long the `delay` takes, or how long to wait before another effect, in ms. */
  delayMs?: number;
  /** Runs while the request is held, in place of the delay; only available in the same process. */
  meanwhile?: () => Promise<unknown>;
};

export type Chaos = {
  /** The probability of a fault per request, 0 to 1. */
  rate: number;
  effects: readonly Pick<Fault, 'effect' | 'moment'>[];
  delayMs: { min: number; max: number };
  seed: number;
  /** The operations affected; default all. */
  operations?: readonly string[];
};

export type FaultSubject = {
  operation: string;
  /** Whether the response is already stored; then only network faults can occur. */
  isReplay: boolean;
};

export type ChosenFault = {
  effect: FaultEffect;
  moment: 'before' | 'after';
  delayMs: number;
  meanwhile?: (() => Promise<unknown>) | undefined;
};

export type Faults = {
  add(fault: Fault): void;
  setChaos(chaos: Chaos | null): void;
  choose(subject: FaultSubject): ChosenFault | undefined;
  pending(): Fault[];
  clear(): void;
};

const DEFAULT_DELAY_MS: Partial<Record<FaultEffect, number>> = { delay: 1000, hang: 120_000 };

export function createFaults(): Faults {
  let scripted: { fault: Fault; seen: number }[] = [];
  let chaos: Chaos | null = null;
  let random = createRandom(0);

  const chooseScripted = (subject: FaultSubject): Fault | undefined => {
    let chosen: Fault | undefined;
    for (const entry of scripted) {
      if (!isAbout(entry.fault, subject)) continue;
      entry.seen += 1;
      if (entry.seen >= (entry.fault.occurrence ?? 1)) chosen ??= entry.fault;
    }
    scripted = scripted.filter(({ fault, seen }) => seen < lastOccurrenceOf(fault));
    return chosen;
  };

  const chooseChaotic = (subject: FaultSubject): ChosenFault | undefined => {
    if (!chaos || (chaos.operations && !chaos.operations.includes(subject.operation))) {
      return undefined;
    }
    if (random() >= chaos.rate) return undefined;
    const choice = chaos.effects[Math.floor(random() * chaos.effects.length)];
    if (!choice) return undefined;
    const ms = randomBetween(random, chaos.delayMs.min, chaos.delayMs.max);
    if (subject.isReplay && !canHappenToReplay(choice.effect)) return undefined;
    const delayMs = choice.effect === 'delay' ? ms : (DEFAULT_DELAY_MS[choice.effect] ?? 0);
    return { ...choice, moment: choice.moment ?? 'before', delayMs };
  };

  return {
    add(fault) {
      scripted.push({ fault, seen: 0 });
    },
    setChaos(next) {
      chaos = next;
      random = createRandom(next?.seed ?? 0);
    },
    choose(subject) {
      const fault = chooseScripted(subject);
      if (!fault) return chooseChaotic(subject);
      const { effect, meanwhile } = fault;
      const delayMs = fault.delayMs ?? DEFAULT_DELAY_MS[effect] ?? 0;
      return { effect, moment: fault.moment ?? 'before', delayMs, meanwhile };
    },
    pending: () => scripted.map(({ fault }) => fault),
    clear() {
      scripted = [];
      chaos = null;
    },
  };
}

/** The effects that return an error before the request runs. */
export type ErrorEffect = 'rate_limit' | 'conflict' | 'authentication' | 'permission';

export function isErrorEffect(effect: FaultEffect): effect is ErrorEffect {
  return ['rate_limit', 'conflict', 'authentication', 'permission'].includes(effect);
}

/** Returns the empty body for `empty` and `null`; undefined for other effects. */
export function emptyBodyOf(effect: FaultEffect): string | undefined {
  if (effect === 'empty') return '{}';
  return effect === 'null' ? 'null' : undefined;
}

const canHappenToReplay = (effect: FaultEffect) => effect !== 'server_error';

const lastOccurrenceOf = (fault: Fault) => (fault.occurrence ?? 1) + (fault.times ?? 1) - 1;

function isAbout(fault: Fault, subject: FaultSubject): boolean {
  return (
    (fault.operation === '*' || fault.operation === subject.operation) &&
    (!subject.isReplay || canHappenToReplay(fault.effect))
  );
}
