import type { GuardsByTestFile } from './guard.ts';

export const REFUND_GUARDS: GuardsByTestFile = {
  'apps/server/test/orders/refund-orders.test.ts': {
    'a refund of a demonstration order is refused': {
      without: '',
      test: 'a refund of a demonstration order is refused, and nothing is written',
    },
    'a refund that reached the card cannot be transferred by bank too': {
      without: [/ AND \$\{IS_OWED\}/, ''],
      test: 'refund repeated with success cannot be transferred too',
    },
    'an order that was sent is not cancelled': {
      without: [/ AND sent_at IS NULL AND status = 'waiting'/, ''],
      test: 'is refused after the parcel is %s',
    },
  },
  'apps/server/test/refund/webhook-events.test.ts': {
    'webhook events about one payment share one pending check': {
      without: [
        /dedupe: `check_refunds:\$\{intentId\}`/,
        'dedupe: `check_refunds:${Math.random()}`',
      ],
      test: '1,000 forged events about one payment',
    },
    'webhook events about unknown payments start one check a minute per account': {
      without: [/known\?\.isOurs !== true/, 'false'],
      test: 'refunds of another shop with the same keys trigger one check a minute',
    },
  },
  'apps/server/test/refund/renewals.test.ts': {
    'a renewal of another shop’s subscription is ignored': {
      without: [
        /if \(row !== undefined\)\s+found\.push\(\{ intentId, orderId: null, subscriptionId: row\.id/,
        'found.push({ intentId, orderId: null, subscriptionId: row?.id ?? null',
      ],
      test: 'of another shop with the same API keys is ignored',
    },
  },
  'apps/server/test/refund/audit.test.ts': {
    'the audit finds the decision of an old dispute without a webhook event': {
      without: '',
      test: 'decided months later still sends an alert',
    },
  },
  'apps/server/test/declarations/disputes.test.ts': {
    'money returned by a chargeback is not refunded again': {
      without: [/ - bankCents/, ''],
      test: 'are not refunded if the shop loses',
    },
    'a refund that waited for a dispute is requested once that is decided': {
      without: '',
      test: 'refunded automatically if the shop wins',
    },
  },
  'apps/server/test/refund/old-lists.test.ts': {
    'an older list does not overwrite a newer refund state': {
      without: '',
      test: 'does not undo the failure of a refund',
    },
    'a refund that arrives after its row failed is stored as a separate refund': {
      without: [/ && row\.state !== 'failed'/, ''],
      test: 'a call that reaches the provider after its refund failed here',
    },
    'refunds made elsewhere are not stored beyond the paid amount': {
      without: '',
      test: 'has no row while our own refund is open',
    },
  },
  'apps/server/test/refund/request-refund.test.ts': {
    'a disputed payment is not refunded': {
      without: '',
      test: 'is refused on a chargeback',
    },
    'a refund is refused if the refundable amount changed meanwhile': {
      without: '',
      test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
    },
    'refunds never exceed the payment': {
      without: '',
      test: 'is refused over the rest, beside a refund in flight, and with an outdated rest',
    },
    'an order is refunded only from its own payment': {
      without: '',
      test: 'of another order’s payment or an invalid amount throws',
    },
    'concurrent refunds and cancellations of an order are serialized': {
      without: [/FOR UPDATE OF o/, ''],
      test: 'never exceed the payment',
    },
    'an order returns its unit to stock once': {
      without: [/ON CONFLICT DO NOTHING/, ''],
      test: 'returns the unit to stock once',
    },
  },
  'apps/server/test/refund/sending.test.ts': {
    'the provider’s refunds are read before another one is sent': {
      without: "const listed: Answer<Refund[]> = { outcome: 'known', value: [] };",
      test: 'with a 500 (%s its effect)',
    },
    'an idempotency key that the provider may have forgotten is replaced': {
      without: [
        /key_no = CASE WHEN \$\{isForgotten\} THEN key_no \+ 1 ELSE key_no END/,
        'key_no = key_no',
      ],
      test: 'is retried with a new idempotency key after 23 hours',
    },
    'a failure cached by the provider is retried with a new idempotency key': {
      without: '',
      test: 'with a 500 (%s its effect)',
    },
    'a copy does not refund sales of the original': {
      without: '',
      test: 'for an order older than the copy of the database is not sent by the copy',
    },
    'an order refunded in full elsewhere is held from dispatch': {
      without: '',
      test: 'fails after a full dashboard refund between the list and the call',
    },
  },
  'apps/server/test/refund/orphans.test.ts': {
    'the audit refunds three orphaned payments a day at most': {
      without: 'return true;',
      test: 'three a day, the rest left to the owner',
    },
  },
};
