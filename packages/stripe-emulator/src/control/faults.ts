import { createRandom, randomBetween } from '../random.ts';

/**
 * What may go wrong with a call. `delay`: the answer is late. `reset`: the connection breaks.
 * `hang`: no answer comes until the caller gives up. `server_error`: 500, kept under the key.
 * `rate_limit`: 429, `conflict`: 409, `authentication`: 401, `permission`: 403, none of them kept.
 * `empty`, `null`: 200 with `{}` or `null`, as a proxy in between may answer; not kept.
 * `mix_up`: the answer that the last call of this operation got, another's, is kept under the key.
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

/** One thing that goes wrong, once or several times, at a chosen call. */
export type Fault = {
  /** `payment_intents.confirm`, or `*` for any. */
  operation: string;
  effect: FaultEffect;
  /** Before the call has its effect, or after; errors that are not kept are always before. */
  moment?: 'before' | 'after';
  /** Counted from 1 over the calls that match: default: the first. */
  occurrence?: number;
  /** How many calls in a row; default 1. */
  times?: number;
  /** How long a delay takes, or passes before another effect. */
  delayMs?: number;
  /** In this process: what happens while the call is held, in place of a delay of so many ms. */
  meanwhile?: () => Promise<unknown>;
};

/** Faults by chance. */
export type Chaos = {
  /** The chance of a fault per call, 0 to 1. */
  rate: number;
  effects: readonly Pick<Fault, 'effect' | 'moment'>[];
  delayMs: { min: number; max: number };
  seed: number;
  /** Only these operations; all when left out. */
  operations?: readonly string[];
};

/** The parts of a call that decide whether a fault applies. */
export type FaultSubject = {
  operation: string;
  /** Whether its answer is already kept: then only the network can fail. */
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
  /** What goes wrong with this call, if anything. */
  choose(subject: FaultSubject): ChosenFault | undefined;
  /** Those that have not happened yet. */
  pending(): Fault[];
  clear(): void;
};

const DEFAULT_DELAY_MS: Partial<Record<FaultEffect, number>> = { delay: 1000, hang: 120_000 };

/** No faults yet. */
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

/** The effects that answer an error before anything runs. */
export type ErrorEffect = 'rate_limit' | 'conflict' | 'authentication' | 'permission';

export function isErrorEffect(effect: FaultEffect): effect is ErrorEffect {
  return ['rate_limit', 'conflict', 'authentication', 'permission'].includes(effect);
}

/** What is answered instead of the object; undefined for the effects that are none of these. */
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
