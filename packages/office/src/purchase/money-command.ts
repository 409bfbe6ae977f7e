import { findInstallation, whoseIs } from '@agres/core/installation';
import { dayOf, minuteOf } from '@agres/core/operations/days';
import { brief, counted, euros } from '@agres/core/operations/format';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { endCommand, misuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { withDeadline } from '@agres/money/checkout/lease';
import { isGivenBack, itemNameOf } from '@agres/money/orders/order-state';
import {
  findAttemptOf,
  findingNow,
  findingOf,
  findUnseen,
  readPayments,
  WINDOW_HOURS,
  type Finding,
} from '@agres/money/purchase/audit-payments';
import { carriedBy } from '@agres/money/purchase/carried-order';
import type { Attempt } from '@agres/money/purchase/purchase-attempt';
import { lockRebuilding, NOT_REBUILT, rebuildOrder } from '@agres/money/purchase/rebuild';
import { isRefundPromised, requestOrphan } from '@agres/money/refund/orphans';
import { readRefundOutcome } from '@agres/money/refund/refund';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import type { Intent } from '@agres/payments/shapes';
import { z } from 'zod';

import { defineCommand } from '../operations/command.ts';
import { lines, table, type Report } from '../operations/report.ts';
import { dayValue, flagValue } from '../operations/values.ts';

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
    open: {
      kind: 'flag',
      about: 'after a restore: everything is decided, and the shop sells again',
    },
  },
  notes: [
    'Without --rebuild, --refund and --open it changes nothing. Payments of another shop with the same',
    'keys are shown and never touched. After `pnpm restore --instead` it looks from the moment of the',
    'backup on, and the shop sells nothing until --open. After another restore: --since its day.',
  ],
  examples: [
    '',
    '--since 2026-11-19',
    '--since 2026-11-19 --rebuild all',
    '--rebuild pi_3Abc,pi_3Def',
    '--refund pi_3Abc',
    '--open',
  ],
  input: {
    since: dayValue.optional(),
    rebuild: z.union([z.literal('all'), paymentsValue]).optional(),
    refund: paymentsValue.optional(),
    open: flagValue.optional(),
  },
  run: async ({ provider, by }, { since, rebuild, refund, open }) => {
    if ([rebuild, refund, open].filter((wish) => wish !== undefined).length > 1) {
      misuse('Give one of --rebuild, --refund and --open: one after the other.');
    }
    if (open !== undefined && since !== undefined) {
      misuse('--open looks from the moment of the backup on: leave --since out.');
    }
    const deps = await provider();
    const restoredFrom = (await findInstallation(deps.db))?.restoredFrom ?? null;
    if (open !== undefined && restoredFrom === null) {
      return [lines('The shop sells already. Nothing was changed.')];
    }
    const from = since ?? firstLook(restoredFrom, deps.clock());
    const judged = await judgeAll(deps, from);
    if (rebuild !== undefined) return rebuildNamed(deps, judged, rebuild);
    if (refund !== undefined) return refundNamed(deps, { judged, by }, refund);
    if (open !== undefined) return openSales(deps, judged);
    return [...(await show(deps, judged, from)), ...pausedSince(restoredFrom)];
  },
});

/** The provider's clock and the database's may differ by so much. */
const CLOCKS_APART_MS = 15 * 60_000;

function firstLook(restoredFrom: Date | null, now: Date): Date {
  return restoredFrom === null
    ? new Date(now.getTime() - WINDOW_HOURS * 3_600_000)
    : new Date(restoredFrom.getTime() - CLOCKS_APART_MS);
}

function pausedSince(restoredFrom: Date | null): Report {
  if (restoredFrom === null) return [];
  return [
    lines(
      `This shop was restored from a backup of ${minuteOf(restoredFrom)}, and sells nothing since.`,
      'Decide about each payment above: --rebuild or --refund. Then `pnpm shop money --open` has it sell again.',
    ),
  ];
}

/** Ends what a restore began, once nothing is left to decide. */
async function openSales(
  { db, installation, log }: ProviderDeps,
  judged: readonly Judged[],
): Promise<Report> {
  const undecided: string[] = [];
  for (const { finding, intent } of judged) {
    // A dispute is the bank's to decide.
    if (!hasNoOrder(finding) || intent.isDisputed) continue;
    if (!(await isRefundPromised(db, intent.id))) undecided.push(intent.id);
  }
  // guard: a restored shop sells only once every payment is decided
  if (undecided.length > 0) {
    endCommand(
      `${counted(undecided.length, 'payment')} without an order wait for your decision: ${undecided.join(', ')}. --rebuild or --refund each first. Nothing was changed.`,
    );
  }
  await db.installation.update({ where: { id: installation.id }, data: { restoredFrom: null } });
  log.info({}, 'sales opened after a restore');
  return [
    lines(
      'The shop sells again.',
      'Stock is what the backup counted, less what was made again: `pnpm shop stock:count` for what you have counted since.',
    ),
  ];
}

async function judgeAll(deps: ProviderDeps, from: Date): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const intents = await readPayments(deps, account, from);
    if (intents === null) {
      endCommand(
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
  { db, installation }: Pick<ProviderDeps, 'installation'> & { db: Db | Tx },
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
  deps: ProviderDeps,
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
  deps: ProviderDeps,
  judged: readonly Judged[],
  named: 'all' | readonly string[],
): Promise<Report> {
  const lost =
    named === 'all'
      ? judged.filter(({ finding }) => isRebuildable(finding))
      : named.map((id) => {
          const one = findNamed(judged, id);
          if (!isRebuildable(one.finding)) refuseNamed(one, 'made again');
          return one;
        });
  if (lost.length === 0) return [lines('No payment is without an order.')];
  const said: string[] = [];
  for (const one of lost) said.push(await rebuildOne(deps, one));
  return [lines(...said)];
}

async function rebuildOne(deps: ProviderDeps, listed: Judged): Promise<string> {
  const now = await judgeAgain(deps, listed);
  if (typeof now === 'string') return now;
  const { account, intent } = now;
  const rebuilt = await rebuildOrder(deps, { account, intent, by: 'owner' });
  return rebuilt.kind === 'left'
    ? `${intent.id}: no order, ${NOT_REBUILT[rebuilt.why]}.`
    : `${intent.id}: order ${rebuilt.orderId}${rebuilt.isLinked ? '' : ', without its account: nobody is written to'}.`;
}

async function refundNamed(
  deps: ProviderDeps,
  { judged, by }: { judged: readonly Judged[]; by: string },
  named: readonly string[],
): Promise<Report> {
  const owed = named.map((id) => {
    const one = findNamed(judged, id);
    if (!hasNoOrder(one.finding)) refuseNamed(one, 'given back');
    return one;
  });
  const said: string[] = [];
  for (const one of owed) said.push(await refundOne(deps, one, by));
  return [lines(...said)];
}

/**
 * Gives a payment back, and promises it first: from then on no order is made of it, and what the
 * provider does not answer to is tried again by the site.
 */
async function refundOne(given: ProviderDeps, listed: Judged, by: string): Promise<string> {
  const deps = withDeadline(given);
  const now = await judgeAgain(deps, listed);
  if (typeof now === 'string') return now;
  const { account, intent } = now;
  const { id: intentId } = intent;
  const { last, requested } = await inTransaction(deps.db, async (tx) => {
    await lockRebuilding(tx, deps.installation);
    const judged = await judge({ ...deps, db: tx }, account, intent);
    if (!hasNoOrder(judged.finding)) return { last: judged, requested: null };
    const reason = 'pnpm shop money --refund';
    const actor = { kind: 'operator', name: by } as const;
    const wish = { account, intent, reason, actor, origin: 'office' } as const;
    return { last: judged, requested: await requestOrphan(tx, wish) };
  });
  if (requested === null) return `${intentId}: left alone, ${whyNot(last)}.`;
  if (requested.kind === 'left') {
    const why =
      requested.why === 'nothing_left'
        ? 'nothing of it is left'
        : requested.why === 'disputed'
          ? 'it is disputed'
          : 'it is on its way back';
    return `${intentId}: left alone, ${why}.`;
  }
  await sendRefunds(deps);
  const { state, amountCents, failureCode } = await readRefundOutcome(deps.db, requested.refund.id);
  switch (state) {
    case 'requested':
    case 'sending':
      return `${intentId}: the payment provider did not say whether it was given back; it is tried again.`;
    case 'failed':
      return `${intentId}: the payment provider gives nothing back (${failureCode}).`;
    default:
      return `${intentId}: ${euros(amountCents)} given back.`;
  }
}

const isRebuildable = (finding: Judged['finding']) => finding === 'lost' || finding === 'ended';

const hasNoOrder = (finding: Judged['finding']) => isRebuildable(finding) || finding === 'orphan';

function findNamed(judged: readonly Judged[], id: string): Judged {
  const one = judged.find(({ intent }) => intent.id === id);
  return (
    one ??
    endCommand(
      `There is no payment ${id} in that time. --since looks further back. Nothing was changed.`,
    )
  );
}

function refuseNamed(one: Judged, wish: string): never {
  endCommand(`${one.intent.id} cannot be ${wish}: ${whyNot(one)}. Nothing was changed.`);
}

function whyNot({ finding, attempt }: Judged): string {
  const why = {
    foreign: 'another shop with the same keys made it',
    orphan: 'our own rows show that it is owed to nobody: it goes back by itself, or with --refund',
    lost: 'its order is lost',
    ended: 'its order is lost',
    open: 'its purchase is under way',
    forgotten: 'its purchase is under way',
    order_without_money: 'there is an order for it, and not this money',
    in_order: attempt?.state === 'paid' ? 'there is an order for it' : 'no money is kept for it',
  } as const satisfies Record<Judged['finding'], string>;
  return why[finding];
}

async function show(deps: ProviderDeps, judged: readonly Judged[], from: Date): Promise<Report> {
  const without = judged.filter(({ finding }) => hasNoOrder(finding));
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
  { db, clock }: ProviderDeps,
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
