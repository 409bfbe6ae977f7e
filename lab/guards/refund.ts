import type { Guard } from './guard.ts';

const TESTS = 'apps/server/test/refund';
const SENDING = `${TESTS}/sending.test.ts`;
const OLD_LISTS = `${TESTS}/old-lists.test.ts`;
const REQUEST = `${TESTS}/request-refund.test.ts`;

export const REFUND_GUARDS: readonly Guard[] = [
  {
    name: 'a refund of a demonstration order is refused',
    without: '',
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'a refund of a demonstration order is refused, and nothing is written',
  },
  {
    name: 'webhook events about one payment share one pending check',
    without: [/dedupe: `check_refunds:\$\{intentId\}`/, 'dedupe: `check_refunds:${Math.random()}`'],
    suite: `${TESTS}/webhook-events.test.ts`,
    test: '1,000 forged events about one payment',
  },
  {
    name: 'webhook events about unknown payments start one check a minute per account',
    without: [/known\?\.isOurs !== true/, 'false'],
    suite: `${TESTS}/webhook-events.test.ts`,
    test: 'refunds of another shop with the same keys trigger one check a minute',
  },
  {
    name: 'a renewal of another shop’s subscription is ignored',
    without: [
      /if \(row !== undefined\)\s+found\.push\(\{ intentId, orderId: null, subscriptionId: row\.id/,
      'found.push({ intentId, orderId: null, subscriptionId: row?.id ?? null',
    ],
    suite: `${TESTS}/renewals.test.ts`,
    test: 'of another shop with the same API keys is ignored',
  },
  {
    name: 'the audit finds the decision of an old dispute without a webhook event',
    without: '',
    suite: `${TESTS}/audit.test.ts`,
    test: 'decided months later still sends an alert',
  },
  {
    name: 'a refund that reached the card cannot be transferred by bank too',
    without: [/ AND \$\{isOwed\}/, ''],
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'refund repeated with success cannot be transferred too',
  },
  {
    name: 'money returned by a chargeback is not refunded again',
    without: [/ - bankCents/, ''],
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'are not refunded if the shop loses',
  },
  {
    name: 'a refund that waited for a dispute is requested once that is decided',
    without: '',
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'refunded automatically if the shop wins',
  },
  {
    name: 'an older list does not overwrite a newer refund state',
    without: '',
    suite: OLD_LISTS,
    test: 'does not undo the failure of a refund',
  },
  {
    name: 'a refund that arrives after its row failed is stored as a separate refund',
    without: [/ && row\.state !== 'failed'/, ''],
    suite: OLD_LISTS,
    test: 'a call that reaches the provider after its refund failed here',
  },
  {
    name: 'refunds made elsewhere are not stored beyond the paid amount',
    without: '',
    suite: OLD_LISTS,
    test: 'has no row while our own refund is open',
  },
  {
    name: 'a disputed payment is not refunded',
    without: '',
    suite: REQUEST,
    test: 'is refused on a chargeback',
  },
  {
    name: 'a refund is refused if the refundable amount changed meanwhile',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
  },
  {
    name: 'refunds never exceed the payment',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
  },
  {
    name: 'an order is refunded only from its own payment',
    without: '',
    suite: REQUEST,
    test: 'of another order’s payment or an invalid amount throws',
  },
  {
    name: 'concurrent refunds and cancellations of an order are serialized',
    without: [/FOR UPDATE OF o/, ''],
    suite: REQUEST,
    test: 'never exceed the payment',
  },
  {
    name: 'an order returns its unit to stock once',
    without: [/ON CONFLICT DO NOTHING/, ''],
    suite: REQUEST,
    test: 'returns the unit to stock once',
  },
  {
    name: 'an order that was sent is not cancelled',
    without: [/ AND sent_at IS NULL AND status = 'waiting'/, ''],
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'is refused after the parcel is %s',
  },
  {
    name: 'the provider’s refunds are read before another one is sent',
    without: "const listed: Answer<Refund[]> = { outcome: 'known', value: [] };",
    suite: SENDING,
    test: 'with a 500 (%s its effect)',
  },
  {
    name: 'an idempotency key that the provider may have forgotten is replaced',
    without: [
      /key_no = CASE WHEN \$\{isForgotten\} THEN key_no \+ 1 ELSE key_no END/,
      'key_no = key_no',
    ],
    suite: SENDING,
    test: 'is retried with a new idempotency key after 23 hours',
  },
  {
    name: 'a failure cached by the provider is retried with a new idempotency key',
    without: '',
    suite: SENDING,
    test: 'with a 500 (%s its effect)',
  },
  {
    name: 'a copy does not refund orders of the original',
    without: '',
    suite: SENDING,
    test: 'for an order older than the copy of the database is not sent by the copy',
  },
  {
    name: 'an order refunded in full elsewhere is held from dispatch',
    without: '',
    suite: SENDING,
    test: 'fails after a full dashboard refund between the list and the call',
  },
  {
    name: 'the audit refunds three orphaned payments a day at most',
    without: 'return true;',
    suite: 'apps/server/test/refund/orphans.test.ts',
    test: 'three a day, the rest left to the owner',
  },
];
