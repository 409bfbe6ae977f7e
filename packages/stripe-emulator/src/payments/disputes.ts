import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { stateError } from '../api/api-error.ts';
import { LIST_PARAMS, filterByIntent, pageOf } from '../api/list-page.ts';
import type { Operation } from '../api/operation.ts';
import { objectOf } from '../object.ts';
import { recordMovement } from './balance-transactions.ts';

/** The kinds of dispute: a chargeback withdraws the money at once, an inquiry only asks for information. */
export const DISPUTE_KINDS = ['chargeback', 'inquiry'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/**
 * The transitions of a dispute: the shop answers it or accepts the loss, the bank decides it. An inquiry is
 * closed or escalated to a chargeback. The shop may appeal against a lost chargeback.
 */
export const DISPUTE_TURNS = [
  'answered',
  'won',
  'lost',
  'closed',
  'escalated',
  'appealed',
] as const;
export type DisputeTurn = (typeof DISPUTE_TURNS)[number];

export type DisputeInput = { kind: DisputeKind; reason: string };

const ANSWER_DAYS = 9;
const DAY_SECONDS = 86_400;

export function openDispute(
  account: Account,
  charge: Stripe.Charge,
  { kind, reason }: DisputeInput,
): Stripe.Dispute {
  const id = account.newId('du');
  const isInquiry = kind === 'inquiry';
  const created = account.clock.nowSeconds();
  const dispute = objectOf<Stripe.Dispute>({
    id,
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: {
      due_by: created + ANSWER_DAYS * DAY_SECONDS,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  account.store.disputes.set(id, dispute);
  charge.disputed = true;
  account.emit('charge.dispute.created', dispute);
  account.emit('charge.updated', charge);
  if (!isInquiry) withdrawFunds(account, dispute);
  return dispute;
}

/** Moves a dispute to its next state. @throws if its state does not allow the transition. */
export function turnDispute(account: Account, dispute: Stripe.Dispute, turn: DisputeTurn): void {
  const next = NEXT[dispute.status]?.[turn];
  if (next === undefined) {
    throw stateError(
      'dispute_unexpected_state',
      `This dispute cannot be ${turn}: its status is ${dispute.status}.`,
    );
  }
  dispute.status = next;
  dispute.is_charge_refundable = next !== 'lost' && !CONTESTED.has(next);
  if (turn === 'answered') dispute.evidence_details.submission_count += 1;
  if (turn === 'escalated') withdrawFunds(account, dispute);
  if (turn === 'won') {
    recordMovement(account, { type: 'adjustment', source: dispute, amount: dispute.amount });
    account.emit('charge.dispute.funds_reinstated', dispute);
  }
  const isOver = next === 'won' || next === 'lost' || next === 'warning_closed';
  account.emit(isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
}

export function canApplyTurn({ status }: Stripe.Dispute, turn: DisputeTurn): boolean {
  return NEXT[status]?.[turn] !== undefined;
}

function withdrawFunds(account: Account, dispute: Stripe.Dispute): void {
  recordMovement(account, { type: 'adjustment', source: dispute, amount: -dispute.amount });
  account.emit('charge.dispute.funds_withdrawn', dispute);
  for (const listener of account.chargebackListeners) listener(dispute);
}

const NEXT: Readonly<Record<string, Partial<Record<DisputeTurn, Stripe.Dispute.Status>>>> = {
  warning_needs_response: {
    answered: 'warning_under_review',
    closed: 'warning_closed',
    escalated: 'needs_response',
  },
  warning_under_review: { closed: 'warning_closed', escalated: 'needs_response' },
  needs_response: { answered: 'under_review', won: 'won', lost: 'lost' },
  under_review: { won: 'won', lost: 'lost' },
  lost: { appealed: 'appeal_under_review' },
  appeal_under_review: { won: 'won', lost: 'lost' },
};

/** The states in which no refund is possible: the bank is deciding, or the shop has lost the money. */
const CONTESTED: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'appeal_under_review',
  'lost',
]);

/** Whether a charge was lost in a dispute, or may still be. */
export function isContested(account: Account, charge: Stripe.Charge): boolean {
  return disputesOf(account, charge).some(({ status }) => CONTESTED.has(status));
}

/** Closes the inquiries about a charge that was fully refunded. */
export function closeInquiriesOf(account: Account, charge: Stripe.Charge): void {
  for (const dispute of disputesOf(account, charge)) {
    if (canApplyTurn(dispute, 'closed')) turnDispute(account, dispute, 'closed');
  }
}

const disputesOf = ({ store }: Account, charge: Stripe.Charge) =>
  [...store.disputes.values()].filter((dispute) => dispute.charge === charge.id);

export const DISPUTE_OPERATIONS: readonly Operation[] = [
  {
    name: 'disputes.list',
    method: 'GET',
    path: '/v1/disputes',
    accepts: [...LIST_PARAMS, 'payment_intent'],
    run: (call) =>
      pageOf(
        filterByIntent(call, call.account.store.disputes.values()),
        call.params,
        '/v1/disputes',
      ),
  },
];
