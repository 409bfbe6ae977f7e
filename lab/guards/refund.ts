import type { Guard } from './guard.ts';

const TESTS = 'apps/server/test/refund';
const SENDING = `${TESTS}/sending.test.ts`;
const OLD_LISTS = `${TESTS}/old-lists.test.ts`;
const REQUEST = `${TESTS}/request-refund.test.ts`;

/** The guards of refunds, and of orders that are cancelled or held. */
export const REFUND_GUARDS: readonly Guard[] = [
  {
    name: 'nothing is promised of a payment that no provider has',
    without: '',
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'a refund of a demonstration order is refused, and nothing is written',
  },
  {
    name: 'one check of a payment at a time, however many events there are about it',
    without: [/dedupe: `check_refunds:\$\{intentId\}`/, 'dedupe: `check_refunds:${Math.random()}`'],
    suite: `${TESTS}/webhook-events.test.ts`,
    test: '1,000 forged events about one payment',
  },
  {
    name: 'events about payments of another shop ask for one look a minute',
    without: [/known\?\.isOurs !== true/, 'false'],
    suite: `${TESTS}/webhook-events.test.ts`,
    test: 'refunds of another shop with the same keys trigger one check a minute',
  },
  {
    name: "a renewal of another shop's subscription is left alone",
    without: [
      /if \(row !== undefined\)\s+found\.push\(\{ intentId, orderId: null, subscriptionId: row\.id/,
      'found.push({ intentId, orderId: null, subscriptionId: row?.id ?? null',
    ],
    suite: `${TESTS}/renewals.test.ts`,
    test: 'of another shop with the same API keys is ignored',
  },
  {
    name: 'a dispute decided after months is found without a webhook event',
    without: '',
    suite: `${TESTS}/audit.test.ts`,
    test: 'decided months later still sends an alert',
  },
  {
    name: 'what went back to the card is not sent to the bank too',
    without: [/ AND \$\{isOwed\}/, ''],
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'a failed refund repeated with success cannot be transferred too',
  },
  {
    name: 'what the bank has given back is not given again',
    without: [/ - bankCents/, ''],
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'are not refunded if the shop loses',
  },
  {
    name: "what waited for a bank's decision is given back",
    without: '',
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'refunded automatically if the shop wins',
  },
  {
    name: 'an older list takes no decision of a bank back',
    without: '',
    suite: OLD_LISTS,
    test: 'does not undo the failure of a refund',
  },
  {
    name: 'what arrives after its refund was given up is a refund of its own',
    without: [/ && row\.state !== 'failed'/, ''],
    suite: OLD_LISTS,
    test: 'a call that reaches the provider after its refund failed here',
  },
  {
    name: 'what is given back elsewhere waits where our rows leave no room for it',
    without: '',
    suite: OLD_LISTS,
    test: 'has no row while our own refund is open',
  },
  {
    name: 'nothing is refunded of what the bank decides about',
    without: '',
    suite: REQUEST,
    test: 'is refused on a chargeback',
  },
  {
    name: 'a refund is of what its giver saw',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
  },
  {
    name: 'refunds stay within what was paid',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
  },
  {
    name: 'an order is refunded by its own payment',
    without: '',
    suite: REQUEST,
    test: 'of another order’s payment or an invalid amount throws',
  },
  {
    name: 'what is decided about an order is decided one after the other',
    without: [/FOR UPDATE OF o/, ''],
    suite: REQUEST,
    test: 'never exceed the payment',
  },
  {
    name: 'the unit of an order comes back once',
    without: [/ON CONFLICT DO NOTHING/, ''],
    suite: REQUEST,
    test: 'returns the unit to stock once',
  },
  {
    name: 'an order that was sent is not cancelled',
    without: [/ AND sent_at IS NULL AND status = 'waiting'/, ''],
    suite: REQUEST,
    test: 'is refused after the order is sent or delivered',
  },
  {
    name: 'what the provider has refunded is read before more is',
    without: "const listed: Answer<Refund[]> = { outcome: 'known', value: [] };",
    suite: SENDING,
    test: 'with a 500 (%s its effect)',
  },
  {
    name: 'a key that the provider may have forgotten is used no more',
    without: [
      /key_no = CASE WHEN \$\{isForgotten\} THEN key_no \+ 1 ELSE key_no END/,
      'key_no = key_no',
    ],
    suite: SENDING,
    test: 'is retried with a new idempotency key after 23 hours',
  },
  {
    name: 'a failure that the provider keeps is asked about under another key',
    without: '',
    suite: SENDING,
    test: 'with a 500 (%s its effect)',
  },
  {
    name: 'a copy gives nothing back of what the original sold',
    without: '',
    suite: SENDING,
    test: 'for an order older than the copy of the database is not sent by the copy',
  },
  {
    name: 'an order whose money went back elsewhere leaves the list of parcels',
    without: '',
    suite: SENDING,
    test: 'fails after a full dashboard refund between the list and the call',
  },
  {
    name: 'three payments a day are given back without the owner',
    without: 'return true;',
    suite: 'apps/server/test/refund/orphans.test.ts',
    test: 'three a day, the rest left to the owner',
  },
];
