import {
  clearStore,
  idOf,
  REFUND_OUTCOMES,
  type Account,
  type RefundOutcome,
  type Store,
} from '../account.ts';
import { moveTime, type Agenda } from '../agenda.ts';
import type { Idempotency } from '../api/idempotency.ts';
import type { Operation } from '../api/operation.ts';
import type { Clock } from '../clock.ts';
import type { Delivery, DeliveryHabits, WebhookTarget, Webhooks } from '../events/webhooks.ts';
import {
  finishChallenge,
  pendingChallenges,
  type ChallengeOutcome,
  type PendingChallenge,
} from '../payments/challenges.ts';
import {
  DISPUTE_KINDS,
  DISPUTE_TURNS,
  openDispute,
  turnDispute,
  type DisputeInput,
  type DisputeTurn,
} from '../payments/disputes.ts';
import { chargeHeldIntent } from '../payments/intents.ts';
import { createRefund, endRefund, REFUND_ENDS, type RefundEnding } from '../payments/refunds.ts';
import { PLAIN_DEVICE, WALLET_NAMES, type Device } from './device.ts';
import { FAULT_EFFECTS, type Chaos, type Fault, type Faults } from './faults.ts';
import type { Journal, JournalEntry, JournalFilter } from './journal.ts';
import { moneyOf, type AccountMoney } from './money.ts';

export type Latency = { minMs: number; maxMs: number };

export type EmulatorControl = {
  money(): Record<string, AccountMoney>;
  journal(filter?: JournalFilter): JournalEntry[];
  clearJournal(): void;

  /** Injects a fault. @throws if the operation or the effect does not exist. */
  addFault(fault: Fault): void;
  pendingFaults(): Fault[];
  clearFaults(): void;
  setChaos(chaos: Chaos | null): void;
  setLatency(latency: Latency): void;

  /** Returns the emulator's time, ISO 8601. */
  now(): string;
  /**
   * Moves time forward and returns the new time; renewals, retries and expiries run on the way, each at its own
   * time.
   */
  moveClock(step: { to: string } | { bySeconds: number }): string;

  challenges(): PendingChallenge[];
  finishChallenge(answer: { intentId: string; outcome: ChallengeOutcome }): void;
  /** Has the cardholder's bank open a dispute or an inquiry; returns the dispute's id. */
  disputePayment(payment: { intentId: string } & Partial<DisputeInput>): string;
  turnDispute(turning: { disputeId: string; turn: DisputeTurn }): void;
  /** Refunds a payment as from the dashboard; returns the refund's id. */
  refundPayment(payment: { intentId: string; amountCents?: number }): string;
  /** Sets the outcome of an account's refunds from now on; a test card may override it. */
  answerRefunds(answer: { account: string; outcome: RefundOutcome }): void;
  /** Ends a refund; one that succeeded can still be returned as failed. */
  endRefund(ending: { refundId: string } & RefundEnding): void;
  /** Keeps payments `processing` until they are released. */
  holdPayments(): void;
  releasePayments(): void;

  /** Sets what the payers' devices offer; by default they have no wallet. */
  offerWallets(device: Partial<Device>): void;

  setWebhookTargets(targets: readonly WebhookTarget[]): void;
  setWebhookHabits(change: { habits: Partial<DeliveryHabits> }): void;
  releaseWebhooks(): void;
  resendEvent(event: { eventId: string }): void;
  deliveries(): Delivery[];
  /** Waits until no webhook is pending, or until the timeout; returns whether none is pending. */
  webhooksSettled(patience: { withinMs: number }): Promise<boolean>;

  /**
   * Restores the initial state: clears objects, idempotency keys, faults, delivery habits and journal. The
   * clock is not reset.
   */
  reset(): void;
};

export type ControlParts = {
  operations: readonly Operation[];
  accounts: readonly Account[];
  clock: Clock;
  agenda: Agenda;
  idempotency: Idempotency;
  faults: Faults;
  journal: Journal;
  webhooks: Webhooks;
  setLatency: (latency: Latency) => void;
  setDevice: (device: Device) => void;
  seed: () => void;
};

export function createControl(parts: ControlParts): EmulatorControl {
  const { operations, accounts, clock, agenda, faults, journal, webhooks } = parts;
  const requireOperation = (name: string): void => {
    if (name === '*' || operations.some((operation) => operation.name === name)) return;
    throw new RangeError(`no such operation: ${name}`);
  };
  const accountNamed = (name: string): Account => {
    const account = accounts.find((one) => one.name === name);
    if (!account) throw new RangeError(`no such account: ${name}`);
    return account;
  };
  const find = <T>(kind: (store: Store) => ReadonlyMap<string, T>, id: string): [Account, T] => {
    for (const account of accounts) {
      const found = kind(account.store).get(id);
      if (found !== undefined) return [account, found];
    }
    throw new RangeError(`no object has the id ${id}`);
  };

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
    disputePayment({ intentId, kind = 'chargeback', reason = 'fraudulent' }) {
      requireOneOf(DISPUTE_KINDS, kind);
      for (const account of accounts) {
        const intent = account.store.intents.get(intentId);
        const charge = account.store.charges.get(idOf(intent?.latest_charge) ?? '');
        if (charge?.paid === true) return openDispute(account, charge, { kind, reason }).id;
      }
      throw new RangeError(`no such payment: ${intentId}`);
    },
    turnDispute({ disputeId, turn }) {
      requireOneOf(DISPUTE_TURNS, turn);
      const [account, dispute] = find(({ disputes }) => disputes, disputeId);
      turnDispute(account, dispute, turn);
    },
    refundPayment({ intentId, amountCents }) {
      const [account] = find(({ intents }) => intents, intentId);
      return createRefund(account, { intentId, amount: amountCents, metadata: {} }).id;
    },
    answerRefunds({ account: name, outcome }) {
      requireOneOf(REFUND_OUTCOMES, outcome);
      accountNamed(name).refunding = outcome;
    },
    endRefund({ refundId, as, reason }) {
      requireOneOf(REFUND_ENDS, as);
      const [account, refund] = find(({ refunds }) => refunds, refundId);
      endRefund(account, refund, { as, reason });
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

    offerWallets(change) {
      for (const wallet of change.wallets ?? []) requireOneOf(WALLET_NAMES, wallet);
      parts.setDevice({ ...PLAIN_DEVICE, ...change });
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
      parts.setDevice(PLAIN_DEVICE);
      for (const account of accounts) {
        account.charging = 'at_once';
        account.refunding = 'succeeded';
        clearStore(account.store);
      }
      parts.seed();
    },
  };
}

/** Checks a value at run time, because callers over HTTP may send anything. */
function requireOneOf(known: readonly string[], given: string): void {
  if (!known.includes(given)) throw new RangeError(`not one of ${known.join(', ')}: ${given}`);
}
