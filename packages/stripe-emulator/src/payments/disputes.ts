import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { stateError, unknownObjectError } from '../api/api-error.ts';
import { LIST_PARAMS, filterByIntent, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import { recordMovement } from './balance-transactions.ts';

/** The kinds of dispute: a chargeback withdraws the money at once, an inquiry only asks for information. */
export const DISPUTE_KINDS = ['chargeback', 'inquiry'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/**
 * The transitions of a dispute: the shop answers it or accepts the loss, the bank decides it. An inquiry is
 * closed or escalated to a chargeback.
 */
export const DISPUTE_TURNS = ['answered', 'won', 'lost', 'closed', 'escalated'] as const;
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
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: kind,
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: null,
      },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
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
};

/** The states in which no refund is possible: the bank is deciding, or the shop has lost the money. */
const CONTESTED: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

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

function requireDispute(call: Call): Stripe.Dispute {
  const dispute = call.account.store.disputes.get(pathId(call));
  if (!dispute) throw unknownObjectError('dispute', pathId(call), 'dispute');
  return dispute;
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

export const DISPUTE_OPERATIONS: readonly Operation[] = [
  {
    name: 'disputes.retrieve',
    method: 'GET',
    path: '/v1/disputes/:id',
    accepts: ['expand'],
    run: requireDispute,
  },
  {
    name: 'disputes.close',
    method: 'POST',
    path: '/v1/disputes/:id/close',
    accepts: ['expand'],
    run(call) {
      const dispute = requireDispute(call);
      turnDispute(call.account, dispute, 'lost');
      return dispute;
    },
  },
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
