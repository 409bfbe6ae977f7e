import { randomUUID } from 'node:crypto';

import type { Db, Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import type { Intent } from '@shop/payments/shapes';
import { z } from 'zod';

import { withDeadline } from '../checkout/lease.ts';
import { promiseRefund } from '../checkout/payment-jobs.ts';
import { whoseIs } from '../installation.ts';
import {
  findAttemptOf,
  findingNow,
  findingOf,
  findUnseen,
  readPayments,
  WINDOW_HOURS,
  type AuditDeps,
  type Finding,
} from '../purchase/audit-payments.ts';
import { carriedBy } from '../purchase/carried-order.ts';
import type { Attempt } from '../purchase/purchase-attempt.ts';
import { lockRebuilding, NOT_REBUILT, rebuildOrder } from '../purchase/rebuild.ts';
import { defineCommand } from './command.ts';
import { dayOf, minuteOf } from './days.ts';
import { brief, counted, euros } from './format.ts';
import { isGivenBack, itemNameOf } from './orders.ts';
import { misuse, refuse } from './refuse.ts';
import { lines, table, type Report } from './report.ts';
import { dayValue } from './values.ts';

/** A payment compared with our rows. */
type Judged = {
  account: PaymentAccount;
  intent: Intent;
  attempt: Attempt | null;
  finding: Finding | 'foreign';
};

/** Ids of payments, parted by spaces or commas; each once. */
const paymentsValue = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
  .refine(
    (ids) => ids.length > 0 && ids.every((id) => /^pi_\w{1,100}$/.test(id)),
    'must be ids of payments, such as pi_3Abc,pi_3Def',
  );

export const moneyCommand = defineCommand({
  name: 'money',
  summary: 'Payments without an order, orders without money, what was given back',
  parameters: {
    since: {
      kind: 'option',
      value: 'DAY',
      about: 'payments of this day and later; of the last three days else',
    },
    rebuild: {
      kind: 'option',
      value: 'PAYMENTS',
      about: 'makes the lost orders of these payments again: their ids, or all',
    },
    refund: {
      kind: 'option',
      value: 'PAYMENTS',
      about: 'gives these payments back, whole: their ids',
    },
  },
  notes: [
    'Without --rebuild and --refund it changes nothing. Payments of another shop with the same keys',
    'are shown and never touched. After a restore: --since the day of the backup, --rebuild all.',
  ],
  examples: [
    '',
    '--since 2026-11-19',
    '--since 2026-11-19 --rebuild all',
    '--rebuild pi_3Abc,pi_3Def',
    '--refund pi_3Abc',
  ],
  input: {
    since: dayValue.optional(),
    rebuild: z.union([z.literal('all'), paymentsValue]).optional(),
    refund: paymentsValue.optional(),
  },
  run: async ({ provider }, { since, rebuild, refund }) => {
    if (rebuild !== undefined && refund !== undefined) {
      misuse('Give --rebuild or --refund, not both: one after the other.');
    }
    const deps = await provider();
    const from = since ?? new Date(deps.clock().getTime() - WINDOW_HOURS * 3_600_000);
    const judged = await judgeAll(deps, from);
    if (rebuild !== undefined) return rebuildNamed(deps, judged, rebuild);
    if (refund !== undefined) return refundNamed(deps, judged, refund);
    return show(deps, judged, from);
  },
});

async function judgeAll(deps: AuditDeps, from: Date): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const intents = await readPayments(deps, account, from);
    if (intents === null) {
      refuse(
        `The payment provider does not tell of the ${nameOf(account)} account. Nothing was changed; ask again.`,
      );
    }
    // The oldest first, as the audit does.
    for (const intent of intents.toReversed()) {
      const one = await judge(deps, account, intent);
      const finding = one.finding === 'foreign' ? 'foreign' : await findingNow(deps, one);
      judged.push({ ...one, finding });
    }
  }
  return judged;
}

async function judge(
  { db, installation }: Pick<AuditDeps, 'installation'> & { db: Db | Tx },
  account: PaymentAccount,
  intent: Intent,
): Promise<Judged> {
  const attempt = await findAttemptOf(db, intent);
  const finding =
    whoseIs(installation, intent) === 'another' ? 'foreign' : findingOf(intent, attempt);
  return { account, intent, attempt, finding };
}

/** A payment as it is now; a sentence where it is no longer what it was when the list was read. */
async function judgeAgain(
  deps: AuditDeps,
  { account, intent: { id, refundedCents, isDisputed }, finding }: Judged,
): Promise<Judged | string> {
  const answer = await deps.payments.readIntent(account, id);
  if (answer.outcome !== 'known') {
    return `${id}: left alone, the payment provider does not tell how it stands. Give the command again.`;
  }
  const now = await judge(deps, account, answer.value);
  // guard: what the owner decided is compared with what is there now
  if (now.finding !== finding) return `${id}: left alone, ${whyNot(now)}.`;
  if (now.intent.refundedCents !== refundedCents) {
    const sum = euros(now.intent.refundedCents - refundedCents);
    return `${id}: left alone, ${sum} of it was given back meanwhile.`;
  }
  if (now.intent.isDisputed !== isDisputed) return `${id}: left alone, it is disputed meanwhile.`;
  return now;
}

async function rebuildNamed(
  deps: AuditDeps,
  judged: readonly Judged[],
  named: 'all' | readonly string[],
): Promise<Report> {
  const lost =
    named === 'all'
      ? judged.filter(({ finding }) => finding === 'lost')
      : named.map((id) => {
          const one = findNamed(judged, id);
          if (one.finding !== 'lost') refuseNamed(one, 'made again');
          return one;
        });
  if (lost.length === 0) return [lines('No payment is without an order.')];
  const said: string[] = [];
  for (const one of lost) said.push(await rebuildOne(deps, one));
  return [lines(...said)];
}

async function rebuildOne(deps: AuditDeps, listed: Judged): Promise<string> {
  const now = await judgeAgain(deps, listed);
  if (typeof now === 'string') return now;
  const { account, intent } = now;
  const rebuilt = await rebuildOrder(deps, { account, intent, by: 'owner' });
  return rebuilt.kind === 'left'
    ? `${intent.id}: no order, ${NOT_REBUILT[rebuilt.why]}.`
    : `${intent.id}: order ${rebuilt.orderId}${rebuilt.isLinked ? '' : ', without its account: nobody is written to'}.`;
}

async function refundNamed(
  deps: AuditDeps,
  judged: readonly Judged[],
  named: readonly string[],
): Promise<Report> {
  const owed = named.map((id) => {
    const one = findNamed(judged, id);
    if (!isOwed(one.finding)) refuseNamed(one, 'given back');
    return one;
  });
  const said: string[] = [];
  for (const one of owed) said.push(await refundOne(deps, one));
  return [lines(...said)];
}

/**
 * Gives a payment back, and promises it first: from then on nobody makes an order of it, and what the
 * provider does not answer to is tried again by a job.
 */
async function refundOne(given: AuditDeps, listed: Judged): Promise<string> {
  const deps = withDeadline(given);
  const now = await judgeAgain(deps, listed);
  if (typeof now === 'string') return now;
  const { account, intent } = now;
  const { id: intentId } = intent;
  const promised = await inTransaction(deps.db, async (tx) => {
    await lockRebuilding(tx, deps.installation);
    const last = await judge({ ...deps, db: tx }, account, intent);
    if (isOwed(last.finding)) await promiseRefund(tx, { account, intentId });
    return last;
  });
  if (!isOwed(promised.finding)) return `${intentId}: left alone, ${whyNot(promised)}.`;
  const answer = await deps.payments.refundIntent(account, {
    intentId,
    metadata: { installation: deps.installation.id },
    // A payment is refunded once; each command has a key of its own.
    idempotencyKey: `refund_${intentId}_${randomUUID()}`,
  });
  return answer.outcome === 'known'
    ? `${intentId}: ${euros(answer.value.refundedCents)} given back.`
    : `${intentId}: the payment provider did not say whether it was given back; it is tried again.`;
}

const isOwed = (finding: Judged['finding']) => finding === 'lost' || finding === 'orphan';

function findNamed(judged: readonly Judged[], id: string): Judged {
  const one = judged.find(({ intent }) => intent.id === id);
  return (
    one ??
    refuse(
      `There is no payment ${id} in that time. --since looks further back. Nothing was changed.`,
    )
  );
}

function refuseNamed(one: Judged, wish: string): never {
  refuse(`${one.intent.id} cannot be ${wish}: ${whyNot(one)}. Nothing was changed.`);
}

function whyNot({ finding, attempt }: Judged): string {
  const why = {
    foreign: 'another shop with the same keys made it',
    orphan: 'our own rows show that it is owed to nobody: it goes back by itself, or with --refund',
    lost: 'its order is lost',
    open: 'its purchase is under way',
    forgotten: 'its purchase is under way',
    order_without_money: 'there is an order for it, and not this money',
    in_order: attempt?.state === 'paid' ? 'there is an order for it' : 'no money is kept for it',
  } as const satisfies Record<Judged['finding'], string>;
  return why[finding];
}

async function show(deps: AuditDeps, judged: readonly Judged[], from: Date): Promise<Report> {
  const without = judged.filter(({ finding }) => isOwed(finding));
  const unpaid = await ordersWithoutMoney(deps, judged, from);
  const foreign = judged.filter(
    ({ finding, intent }) => finding === 'foreign' && intent.state === 'succeeded',
  );
  return [
    table(
      ['Payment without an order', 'Account', 'Paid', '#Sum', 'For', 'What can be done'],
      without.map(({ account, intent, finding }) => [
        intent.id,
        nameOf(account),
        minuteOf(intent.createdAt),
        euros(intent.amountCents - intent.refundedCents),
        brief(intent.description ?? ''),
        adviceOf(finding, intent),
      ]),
      'No payment is without an order.',
    ),
    table(
      ['Order without its money', 'Account', 'Payment', '#Sum'],
      unpaid,
      'No order is without its money.',
    ),
    table(
      ['#Order given back', 'Item', '#Given back', '#Of', 'Parcel'],
      await givenBack(deps.db, from),
      'Nothing was given back.',
    ),
    lines(
      `${counted(judged.length, 'payment')} since ${dayOf(from)}, of both accounts.`,
      ...(foreign.length === 0
        ? []
        : [
            `${counted(foreign.length, 'payment')} of ${euros(sumOf(foreign))} made by another shop with the same keys: left alone.`,
          ]),
    ),
  ];
}

function adviceOf(finding: Judged['finding'], intent: Intent): string {
  if (finding === 'orphan') return 'owed to nobody: --refund';
  return carriedBy(intent) === null ? 'carries no order: --refund' : '--rebuild, or --refund';
}

async function ordersWithoutMoney(
  { db, clock }: AuditDeps,
  judged: readonly Judged[],
  from: Date,
): Promise<string[][]> {
  const seen = new Set(judged.map(({ intent }) => intent.id));
  const told = judged.filter(({ finding }) => finding === 'order_without_money');
  const rows = told.map(({ account, intent, attempt }) => [
    attempt?.id ?? '',
    nameOf(account),
    intent.id,
    euros(attempt?.amountCents ?? 0),
  ]);
  for (const account of PAYMENT_ACCOUNTS) {
    const unseen = await findUnseen(db, { account, createdAfter: from, now: clock(), seen });
    rows.push(
      ...unseen.map(({ id, paymentIntentId, amountCents }) => [
        id,
        nameOf(account),
        paymentIntentId ?? '',
        euros(amountCents),
      ]),
    );
  }
  return rows;
}

async function givenBack(db: Db, from: Date): Promise<string[][]> {
  const orders = await db.order.findMany({
    where: { refundedCents: { gt: 0 }, orderDate: { gte: from } },
    orderBy: { id: 'asc' },
  });
  return orders.map((order) => [
    String(order.id),
    brief(itemNameOf(order)),
    euros(order.refundedCents ?? 0),
    euros(order.amountCents),
    parcelOf(order),
  ]);
}

function parcelOf(order: { status: string; refundedCents: number | null; amountCents: number }) {
  if (order.status !== 'waiting') return 'sent';
  return isGivenBack(order) ? 'not to be sent' : 'still to be sent';
}

const nameOf = (account: PaymentAccount) => (account === 'main' ? 'main' : 'second');
const sumOf = (judged: readonly Judged[]) =>
  judged.reduce((sum, { intent }) => sum + intent.amountCents - intent.refundedCents, 0);
