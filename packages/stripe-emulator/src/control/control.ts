import { clearStore, idOf, type Account } from '../account.ts';
import { moveTime, type Agenda } from '../agenda.ts';
import type { Idempotency } from '../api/idempotency.ts';
import { OPERATIONS } from '../api/operations.ts';
import type { Clock } from '../clock.ts';
import type { Delivery, DeliveryHabits, WebhookTarget, Webhooks } from '../events/webhooks.ts';
import {
  finishChallenge,
  pendingChallenges,
  type ChallengeOutcome,
  type PendingChallenge,
} from '../payments/challenges.ts';
import { disputeCharge } from '../payments/charges.ts';
import { chargeHeldIntent } from '../payments/intents.ts';
import { FAULT_EFFECTS, type Chaos, type Fault, type Faults } from './faults.ts';
import type { Journal, JournalEntry, JournalFilter } from './journal.ts';
import { moneyOf, type AccountMoney } from './money.ts';

/** How long calls take, in ms. */
export type Latency = { minMs: number; maxMs: number };

/** What tests and developers can do to the emulator, and see of it. */
export type EmulatorControl = {
  /** What each account took and gave back. */
  money(): Record<string, AccountMoney>;
  journal(filter?: JournalFilter): JournalEntry[];
  clearJournal(): void;

  /** Makes something go wrong; an operation that does not exist is an error. */
  addFault(fault: Fault): void;
  pendingFaults(): Fault[];
  clearFaults(): void;
  setChaos(chaos: Chaos | null): void;
  setLatency(latency: Latency): void;

  /** The emulator's time, ISO 8601. */
  now(): string;
  /** Moves time forward; renewals, retries and expiries happen on the way, each at its moment. */
  moveClock(step: { to: string } | { bySeconds: number }): string;

  /** The 3-D Secure challenges that wait for an answer. */
  challenges(): PendingChallenge[];
  finishChallenge(answer: { intentId: string; outcome: ChallengeOutcome }): void;
  /** Has the cardholder dispute a payment. */
  disputePayment(payment: { intentId: string }): void;
  /** Has an account refuse its next payments, whatever the card; 0 takes it back. */
  refusePayments(refusal: { account: string; times: number }): void;
  /** Leaves payments `processing` until they are released. */
  holdPayments(): void;
  releasePayments(): void;

  setWebhookTargets(targets: readonly WebhookTarget[]): void;
  setWebhookHabits(change: { habits: Partial<DeliveryHabits> }): void;
  releaseWebhooks(): void;
  resendEvent(event: { eventId: string }): void;
  deliveries(): Delivery[];
  /** Waits, at most so long, until no webhook is pending; answers whether that is so. */
  webhooksSettled(patience: { withinMs: number }): Promise<boolean>;

  /** Back to the beginning: objects, keys, faults, habits and journal are gone; time stays. */
  reset(): void;
};

export type ControlParts = {
  accounts: readonly Account[];
  clock: Clock;
  agenda: Agenda;
  idempotency: Idempotency;
  faults: Faults;
  journal: Journal;
  webhooks: Webhooks;
  setLatency: (latency: Latency) => void;
  /** Puts back what every account starts with. */
  seed: () => void;
};

/** The control of an emulator; over HTTP it is served by `serveControl`. */
export function createControl(parts: ControlParts): EmulatorControl {
  const { accounts, clock, agenda, faults, journal, webhooks } = parts;

  return {
    money: () => Object.fromEntries(accounts.map((account) => [account.name, moneyOf(account)])),
    journal: (filter) => journal.entries(filter),
    clearJournal: () => journal.clear(),

    addFault(fault) {
      requireOperation(fault.operation);
      if (!FAULT_EFFECTS.includes(fault.effect)) {
        throw new TypeError(`no such fault: ${fault.effect}`);
      }
      faults.add(fault);
    },
    pendingFaults: () => faults.pending(),
    clearFaults: () => faults.clear(),
    setChaos(chaos) {
      for (const operation of chaos?.operations ?? []) requireOperation(operation);
      faults.setChaos(chaos);
    },
    setLatency: parts.setLatency,

    now: () => new Date(clock.nowMs()).toISOString(),
    moveClock(step) {
      const toMs =
        'to' in step ? new Date(step.to).getTime() : clock.nowMs() + step.bySeconds * 1000;
      if (Number.isNaN(toMs) || toMs < clock.nowMs()) {
        throw new RangeError('the clock only moves forward');
      }
      moveTime(clock, agenda, toMs);
      return new Date(clock.nowMs()).toISOString();
    },

    challenges: () => accounts.flatMap((account) => pendingChallenges(account)),
    finishChallenge({ intentId, outcome }) {
      const account = accounts.find(
        ({ store }) => store.intents.has(intentId) || store.setupIntents.has(intentId),
      );
      if (!account) throw new RangeError(`no such intent: ${intentId}`);
      finishChallenge(account, intentId, outcome);
    },
    disputePayment({ intentId }) {
      for (const account of accounts) {
        const intent = account.store.intents.get(intentId);
        const charge = account.store.charges.get(idOf(intent?.latest_charge) ?? '');
        if (charge?.paid !== true) continue;
        disputeCharge(account, charge);
        return;
      }
      throw new RangeError(`no such payment: ${intentId}`);
    },
    refusePayments({ account: name, times }) {
      const account = accounts.find((one) => one.name === name);
      if (!account) throw new RangeError(`no such account: ${name}`);
      account.refusals = times;
    },
    holdPayments() {
      for (const account of accounts) account.charging = 'held';
    },
    releasePayments() {
      for (const account of accounts) {
        account.charging = 'at_once';
        for (const intent of account.store.intents.values()) chargeHeldIntent(account, intent);
      }
    },

    setWebhookTargets: (targets) => webhooks.setTargets(targets),
    setWebhookHabits: ({ habits }) => webhooks.setHabits(habits),
    releaseWebhooks: () => webhooks.release(),
    resendEvent({ eventId }) {
      for (const account of accounts) {
        const event = account.store.events.get(eventId);
        if (!event) continue;
        webhooks.dispatch(account.name, event);
        return;
      }
      throw new RangeError(`no such event: ${eventId}`);
    },
    deliveries: () => webhooks.deliveries(),
    webhooksSettled: ({ withinMs }) => webhooks.settled(withinMs),

    reset() {
      agenda.clear();
      parts.idempotency.clear();
      faults.clear();
      journal.clear();
      webhooks.stop();
      parts.setLatency({ minMs: 0, maxMs: 0 });
      for (const account of accounts) {
        account.charging = 'at_once';
        account.refusals = 0;
        clearStore(account.store);
      }
      parts.seed();
    },
  };
}

function requireOperation(name: string): void {
  if (name === '*' || OPERATIONS.some((operation) => operation.name === name)) return;
  throw new RangeError(`no such operation: ${name}`);
}
