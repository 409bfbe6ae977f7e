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
    test: 'a thousand events about one payment',
  },
  {
    name: 'events about payments of another shop ask for one look a minute',
    without: [/known\?\.isOurs !== true/, 'false'],
    suite: `${TESTS}/webhook-events.test.ts`,
    test: 'what another shop gives back with the same keys asks for one look a minute',
  },
  {
    name: "a renewal of another shop's subscription is left alone",
    without: [
      /if \(row !== undefined\)\s+found\.push\(\{ intentId, orderId: null, subscriptionId: row\.id/,
      'found.push({ intentId, orderId: null, subscriptionId: row?.id ?? null',
    ],
    suite: `${TESTS}/renewals.test.ts`,
    test: 'of another shop with the same keys is left alone',
  },
  {
    name: 'a dispute decided after months is found without a webhook event',
    without: '',
    suite: `${TESTS}/audit.test.ts`,
    test: 'that the bank decides months later is told all the same',
  },
  {
    name: 'what went back to the card is not sent to the bank too',
    without: [/ AND \$\{isOwed\}/, ''],
    suite: 'apps/server/test/orders/refund-orders.test.ts',
    test: 'what went back by another refund since is not transferred too',
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
    test: 'takes no failure back',
  },
  {
    name: 'what arrives after its refund was given up is a refund of its own',
    without: [/ && row\.state !== 'failed'/, ''],
    suite: OLD_LISTS,
    test: 'a call that arrives after its refund was given up is written down',
  },
  {
    name: 'what is given back elsewhere waits where our rows leave no room for it',
    without: '',
    suite: OLD_LISTS,
    test: 'has no row while our own refund takes its room',
  },
  {
    name: 'nothing is refunded of what the bank decides about',
    without: '',
    suite: REQUEST,
    test: 'is refused while the bank decides',
  },
  {
    name: 'a refund is of what its giver saw',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside another on its way, and for whom it has changed',
  },
  {
    name: 'refunds stay within what was paid',
    without: '',
    suite: REQUEST,
    test: 'is refused over the rest, beside another on its way, and for whom it has changed',
  },
  {
    name: 'an order is refunded by its own payment',
    without: '',
    suite: REQUEST,
    test: 'of another order’s payment, or of another sum, is a fault of the program',
  },
  {
    name: 'what is decided about an order is decided one after the other',
    without: [/FOR UPDATE OF o/, ''],
    suite: REQUEST,
    test: 'never give more than was paid',
  },
  {
    name: 'the unit of an order comes back once',
    without: [/ON CONFLICT DO NOTHING/, ''],
    suite: REQUEST,
    test: 'puts the unit back once',
  },
  {
    name: 'an order that was sent is not cancelled',
    without: [/ AND sent_at IS NULL AND status = 'waiting'/, ''],
    suite: REQUEST,
    test: 'is refused once the order was sent or delivered',
  },
  {
    name: 'what the provider has refunded is read before more is',
    without: "const listed: Answer<Refund[]> = { outcome: 'known', value: [] };",
    suite: SENDING,
    test: 'that the provider failed at (%s it had an effect)',
  },
  {
    name: 'a key that the provider may have forgotten is used no more',
    without: [
      /key_no = CASE WHEN \$\{isForgotten\} THEN key_no \+ 1 ELSE key_no END/,
      'key_no = key_no',
    ],
    suite: SENDING,
    test: 'for a day is asked for under another key',
  },
  {
    name: 'a failure that the provider keeps is asked about under another key',
    without: '',
    suite: SENDING,
    test: 'that the provider failed at (%s it had an effect)',
  },
  {
    name: 'a copy gives nothing back of what the original sold',
    without: '',
    suite: SENDING,
    test: 'of what the original sold is not sent by a copy',
  },
  {
    name: 'an order whose money went back elsewhere leaves the list of parcels',
    without: '',
    suite: SENDING,
    test: 'fails where that happens between the list and the call',
  },
  {
    name: 'three payments a day are given back without the owner',
    without: 'return true;',
    suite: 'apps/server/test/refund/orphans.test.ts',
    test: 'three a day, and leaves more to the owner',
  },
];
