import type { GuardsByTestFile } from './guard.ts';

export const SUBSCRIPTION_GUARDS: GuardsByTestFile = {
  'apps/server/test/declarations/loops.test.ts': {
    'a withdrawal from a subscription is recorded for the account and its address': {
      without: '',
      test: 'requires immediate start for a new account with the same address',
    },
    'a withdrawal from a subscription is recorded for its card': {
      without: '',
      test: 'requires immediate start for another account with the same card',
    },
    'a new subscription after a withdrawal requires immediate start': {
      without: 'return;',
      test: 'requires immediate start after a withdrawal, so that used days are paid',
    },
  },
  'apps/server/test/subscription/database.test.ts': {
    'subscription attempts of one user are serialized': {
      without: '',
    },
  },
  'apps/server/test/subscription/rivals.test.ts': {
    'a result of an earlier run does not end a subscription attempt': {
      without: 'const isRun = Prisma.sql`true`;',
    },
    'giving up an attempt finds a first payment made by another call': {
      without: 'return null;',
      test: 'finds a payment made since by the call that took over the attempt',
    },
  },
  'apps/server/test/subscription/audit.test.ts': {
    'the audit skips a pending subscription only while its attempt is open': {
      without: [/\(s\.state = 'pending' AND[^`]*/, "(s.state = 'pending')"],
      test: 'a pending subscription whose attempt has expired',
    },
    'an incomplete list of subscriptions changes nothing': {
      without: '',
      test: 'changes nothing when the provider’s list is incomplete',
    },
  },
  'packages/payments/src/subscriptions.test.ts': {
    'an abandoned subscription is cancelled only after its invoice is voided': {
      without: [/= .*/, '= known(true);'],
    },
  },
  'apps/server/test/subscription/unsubscribing.test.ts': {
    'unsubscribing before a due renewal is paid ends the subscription at once': {
      without: 'return false;',
      test: 'after a declined renewal ends access at once',
    },
    'ending a subscription stops the collection of its unpaid invoice': {
      without: 'return ended;',
      test: 'before a due renewal is debited prevents the debit',
    },
    'a repeated unsubscription checks the end at the provider': {
      without: 'return accessEndsOn;',
      test: 'is sent to the provider again after the seller resumed the subscription there',
    },
    'an older answer about a subscription does not overwrite a newer one': {
      without: [/ AND revision = \$\{.*?\}::int/, ''],
    },
  },
  'apps/server/test/payment-method/card-update.test.ts': {
    'a subscription that has ended at the provider gets no new card': {
      without: '',
      test: 'until the provider reports the end of the subscription',
    },
  },
  'apps/server/test/subscription/over-time.test.ts': {
    'a failed renewal sends one email': {
      without: 'return true;',
    },
  },
  'apps/server/test/jobs/jobs.test.ts': {
    'a dead job restarts when it is enqueued again': {
      without: 'const conflict = Prisma.sql`NOTHING`;',
      test: 'that are dead restart when they are enqueued again',
    },
  },
  'packages/payments/src/customers.test.ts': {
    'a credit found at the provider is not given again': {
      without: 'return andThen(listed, () => known(null));',
      test: 'gets a credit once, even after the provider forgot the idempotency key',
    },
    'each retry of a credit adds an unused idempotency key': {
      without: 'const keys = KEYS;',
      test: 'gets a credit on a retry after an outage',
    },
    'reversing a credit never creates a debt': {
      without: 'const excess = known(null);',
      test: 'never owes anything if an invoice uses',
    },
  },
  'apps/server/test/subscription/faults.test.ts': {
    'a customer is created under an idempotency key of its attempt': {
      without: 'return key;',
      test: 'stores under its key does not block a retry',
    },
    'a subscription unknown to the provider keeps its access until its end date': {
      without: [/return .*/, 'return read;'],
      test: 'as with another account’s key, stays active',
    },
    'a subscription unknown to the provider does not count as unpaid': {
      without: [
        /return finish\(.*/,
        'throw await endAttempt(deps, attempt, { failure: null, given: null, takenIntentId: null });',
      ],
      test: 'is not charged again after a call with another account’s key',
    },
  },
  'packages/payments/src/list-all.test.ts': {
    'a list that repeats an object counts as an unknown answer': {
      without: '',
      // The other test of repeated pages ends at the limit of pages too.
      test: 'prevents a credit, because an earlier one cannot be ruled out',
    },
  },
  'apps/server/test/subscription/referral.test.ts': {
    'a user cannot use their own referral code': {
      without: [/\w+\.id === userId/, 'false'],
    },
  },
  'apps/server/test/subscription/referral-abuse.test.ts': {
    'a referred address counts once, even after its account was deleted': {
      without: 'const addressHash = hash(`${referredUserId}`);',
      test: 'with the same address and card, the account deleted in between',
    },
    'a card counts for one referral only': {
      without: 'return counts(hash(`card|${account}|${cardFingerprint}|${intentId}`));',
      test: 'three with one card, decided concurrently, count once',
    },
    'a refunded or disputed first payment earns no referral credit': {
      without: '',
      test: 'while it is pending lapses',
    },
  },
  'apps/server/test/subscription/referral-reversal.test.ts': {
    'a referral waits until the withdrawal period is over': {
      without: 'return true;',
      test: 'if the previous release stored a flat 14-day period',
    },
    'a referral of a refunded, disputed or withdrawn contract does not count': {
      without: 'export const IS_UNDONE = Prisma.sql`false`;',
      test: 'is reversed when its payment is refunded',
    },
    'a referral waits while a declaration about its contract is open': {
      without: 'export const IS_DECLARED_ABOUT = Prisma.sql`false`;',
      test: 'stays pending while its subscriber’s declaration is open',
    },
    'a reversed credit is not given to the customer': {
      without: '',
      test: 'is not passed on if it is reversed before its referrer has a customer',
    },
    'a gift is not sent while too few referrals count': {
      without: 'sentAt === null',
      test: 'is lost by a reversal before it is sent',
    },
  },
  'apps/server/test/declarations/disputes.test.ts': {
    'a dispute of a subscription payment is found without a webhook event': {
      without: '',
      test: 'waits for the dispute with hourly checks',
    },
  },
  'apps/server/test/subscription/account-deletion.test.ts': {
    'a first payment that gives no access is refunded': {
      without: '',
      test: 'refunds a completed charge once',
    },
  },
  'apps/server/test/subscription/concurrency.test.ts': {
    'users are locked before subscription attempts': {
      without: '',
      test: 'the deletion of the referrer',
    },
  },
  'apps/server/test/payment-method/customer-email.test.ts': {
    'an older email address does not overwrite a newer one at the provider': {
      without: [/=== email/, '!== undefined'],
      test: 'is the latest one when a slow response',
    },
  },
  'apps/server/test/calls/repetitions.test.ts': {
    'a new first payment counts in the rate limit under any idempotency key': {
      without: '',
      test: 'a new first payment counts, also under an old idempotency key',
    },
  },
  'apps/server/test/subscription/another-installation.test.ts': {
    'a subscription of another installation is neither ended nor resumed': {
      without: '',
      test: 'by its subscriber’s call',
    },
    'a subscription of another installation gets no new card': {
      without: '',
      test: 'by its subscriber’s call',
    },
    'a customer of another installation gets no credit back': {
      without: '',
      test: 'gets no credit back',
    },
  },
};
