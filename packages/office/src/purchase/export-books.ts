import { dayOf, endOfDay } from '@agres/core/operations/days';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { endCommand } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Movement } from '@agres/payments/shapes';
import { z } from 'zod';

import { defineCommand } from '../operations/command.ts';
import {
  CSV_HEAD,
  csvAmount,
  csvLine,
  styleInput,
  styleParameter,
  type CsvStyle,
} from '../operations/csv.ts';
import { document } from '../operations/report.ts';
import { dayValue } from '../operations/values.ts';

/** The standard rate in France, in percent (article 278 of the Code général des impôts). */
const STANDARD_VAT_PERCENT = 20;

const percentValue = z
  .string()
  .regex(/^\d{1,2}(?:[.,]\d)?$/, 'must be a rate in percent, such as 20 or 5,5')
  .transform((text) => Number(text.replace(',', '.')));

/** What customers paid or got back; fees and payouts bear no VAT of ours. */
const TAXED_KINDS: ReadonlySet<string> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'partial_capture_reversal',
  'dispute',
  'dispute_reversal',
]);

const COLUMNS = [
  'date',
  'kind',
  'order',
  'subscription',
  'area',
  'net',
  'vat_percent',
  'vat',
  'gross',
  'stripe_fee',
  'balance',
  'currency',
  'stripe_account',
  'payment',
  'stripe_source',
  'stripe_transaction',
];

/** A movement, and the contract that it belongs to. */
type Entry = Movement & { account: PaymentAccount } & Contract;
type Contract = { orderId: number | null; subscriptionId: number | null; area: number | null };

export const exportBooksCommand = defineCommand({
  name: 'books:export',
  summary: 'Every movement of money at Stripe as CSV, for the accounts',
  parameters: {
    from: { kind: 'option', value: 'DAY', about: 'movements of this day and later' },
    to: { kind: 'option', value: 'DAY', about: 'movements of this day and before' },
    vat: {
      kind: 'option',
      value: 'PERCENT',
      about: `the rate of VAT that prices include: ${STANDARD_VAT_PERCENT} by default; 0 under franchise`,
    },
    ...styleParameter,
  },
  notes: [
    'A line for each sale, refund, dispute, debit of a subscription, fee and payout of both accounts.',
    'The column `balance` adds up to what the balance at Stripe changed by. All lines have one rate of',
    'VAT: sales to other countries (see `area`) and their rates are for your accountant to decide.',
    'Holds no name and no address. Bank transfers in place of failed refunds are in `refunds`.',
  ],
  examples: ['--from 2026-11-01 --to 2026-11-30 --out november.csv'],
  input: {
    from: dayValue,
    to: dayValue,
    vat: percentValue.optional(),
    ...styleInput,
  },
  run: async ({ provider }, { from, to, vat = STANDARD_VAT_PERCENT, style }) => {
    const deps = await provider();
    const entries: Entry[] = [];
    for (const account of PAYMENT_ACCOUNTS) {
      const movements = await readMovements(deps, account, { from, to: endOfDay(to) });
      entries.push(...(await withContracts(deps.db, account, movements)));
    }
    entries.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const lines = entries.map((entry) => csvLine(cellsOf(entry, { vat, style }), style));
    return [document([CSV_HEAD, csvLine(COLUMNS, style), ...lines].join(''))];
  },
});

/** Ends the command where the provider does not answer: half a month would pass for a whole one. */
async function readMovements(
  { payments }: ProviderDeps,
  account: PaymentAccount,
  period: { from: Date; to: Date },
): Promise<Movement[]> {
  const movements: Movement[] = [];
  for await (const answer of payments.listMovements(account, period)) {
    if (answer.outcome !== 'known') {
      return endCommand(
        `Stripe does not list the movements of the ${account} account (${answer.cause.kind}). Nothing was written; try again.`,
      );
    }
    movements.push(answer.value);
  }
  // Oldest first, those of one second too.
  return movements.toReversed();
}

/** Finds the order or subscription of each movement; those of other programs with the same keys have none. */
async function withContracts(
  db: Db,
  account: PaymentAccount,
  movements: readonly Movement[],
): Promise<Entry[]> {
  const ids = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  const intentIds = ids(movements.map(({ intentId }) => intentId));
  const sourceIds = ids(movements.map(({ sourceId }) => sourceId));
  const orders = await db.order.findMany({
    where: { stripeAccount: account, attempt: { paymentIntentId: { in: intentIds } } },
    select: { id: true, area: true, attempt: { select: { paymentIntentId: true } } },
  });
  const refunds = await db.refund.findMany({
    where: { providerRefundId: { in: sourceIds }, subscriptionId: { not: null } },
    select: { providerRefundId: true, subscriptionId: true },
  });
  const disputes = await db.dispute.findMany({
    where: { id: { in: sourceIds }, subscriptionId: { not: null } },
    select: { id: true, subscriptionId: true },
  });
  const subscriptions = await db.subscription.findMany({
    where: {
      stripeAccount: account,
      stripeCustomerId: { in: ids(movements.map(({ customerId }) => customerId)) },
    },
    select: { id: true, stripeCustomerId: true, createdAt: true },
    orderBy: { id: 'asc' },
  });
  const orderOf = new Map(orders.map((order) => [order.attempt.paymentIntentId, order]));
  const bySource = new Map([
    ...refunds.map(
      ({ providerRefundId, subscriptionId }) => [providerRefundId, subscriptionId] as const,
    ),
    ...disputes.map(({ id, subscriptionId }) => [id, subscriptionId] as const),
  ]);
  return movements.map((movement) => {
    const order = movement.intentId === null ? undefined : orderOf.get(movement.intentId);
    // A member has one subscription at a time: a debit is of the last one begun before it. The first is
    // charged in the second in which it begins, by another clock.
    const own = subscriptions.filter((one) => one.stripeCustomerId === movement.customerId);
    const subscription = own.findLast(({ createdAt }) => createdAt <= movement.createdAt) ?? own[0];
    return {
      ...movement,
      account,
      orderId: order?.id ?? null,
      area: order?.area ?? null,
      subscriptionId:
        order === undefined ? (bySource.get(movement.sourceId) ?? subscription?.id ?? null) : null,
    };
  });
}

function cellsOf(entry: Entry, { vat, style }: { vat: number; style: CsvStyle }): string[] {
  const { amountCents, feeCents } = entry;
  const isTaxed = TAXED_KINDS.has(entry.kind);
  const vatCents = isTaxed ? amountCents - Math.round(amountCents / (1 + vat / 100)) : 0;
  const number = (value: number | null) => (value === null ? '' : String(value));
  return [
    dayOf(entry.createdAt),
    entry.kind,
    number(entry.orderId),
    number(entry.subscriptionId),
    number(entry.area),
    csvAmount(amountCents - vatCents, style),
    isTaxed ? String(vat).replace('.', style.decimal) : '',
    csvAmount(vatCents, style),
    csvAmount(amountCents, style),
    csvAmount(feeCents, style),
    csvAmount(amountCents - feeCents, style),
    entry.currency,
    entry.account,
    entry.intentId ?? '',
    entry.sourceId ?? '',
    entry.id,
  ];
}
