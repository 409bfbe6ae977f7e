import type { Guard } from './guard.ts';

const LOOPS = 'apps/server/test/declarations/loops.test.ts';

/** The guards of the subscription and its referrals. */
export const SUBSCRIPTION_GUARDS: readonly Guard[] = [
  {
    name: 'a person who withdrew from a subscription is remembered',
    without: '',
    suite: LOOPS,
    test: 'requires immediate start for a new account with the same address',
  },
  {
    name: 'a card that paid a subscription which was withdrawn from is remembered',
    without: '',
    suite: LOOPS,
    test: 'requires immediate start for another account with the same card',
  },
  {
    name: 'who withdrew from a subscription before asks for immediate start to subscribe again',
    without: 'return;',
    suite: LOOPS,
    test: 'requires immediate start after a withdrawal, so that used days are paid',
  },
  {
    name: 'attempts to subscribe of one person are serialized',
    without: '',
    suite: 'apps/server/test/subscription/database.test.ts',
  },
  {
    name: 'an attempt to subscribe is ended in the run that was read',
    without: 'const isRun = Prisma.sql`true`;',
    suite: 'apps/server/test/subscription/rivals.test.ts',
  },
  {
    name: 'a first payment that was made meanwhile is known',
    without: 'return null;',
    suite: 'apps/server/test/subscription/rivals.test.ts',
    test: 'finds a payment made since by the call that took over the attempt',
  },
  {
    name: 'the audit of subscriptions trusts no row without a next check',
    without: [/\(s\.state = 'pending' AND[^`]*/, "(s.state = 'pending')"],
    suite: 'apps/server/test/subscription/audit.test.ts',
    test: 'a pending subscription whose attempt has expired',
  },
  {
    name: 'a subscription is given up by voiding its invoice first',
    without: [/= .*/, '= known(true);'],
    suite: 'packages/payments/src/subscriptions.test.ts',
  },
  {
    name: 'what a subscription ends with is decided by what the provider says of its period',
    without: 'return false;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'after a declined renewal ends access at once',
  },
  {
    name: 'an unpaid invoice ends with its subscription',
    without: 'return ended;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'before a due renewal is debited prevents the debit',
  },
  {
    name: 'an end that our row tells of is read at the provider',
    without: 'return accessEndsOn;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'is sent to the provider again after the seller resumed the subscription there',
  },
  {
    name: 'a subscription that is over at the provider gets no card',
    without: '',
    suite: 'apps/server/test/payment-method/card-update.test.ts',
    test: 'until the provider reports the end of the subscription',
  },
  {
    name: 'an older answer about a subscription does not overwrite a newer one',
    without: [/ AND revision = \$\{.*?\}::int/, ''],
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
  },
  {
    name: 'a failed renewal has one email',
    without: 'return true;',
    suite: 'apps/server/test/subscription/over-time.test.ts',
  },
  {
    name: 'a job that was given up is tried again when it is asked for anew',
    without: 'const conflict = Prisma.sql`NOTHING`;',
    suite: 'apps/server/test/jobs/jobs.test.ts',
    test: 'that are dead restart when they are enqueued again',
  },
  {
    name: 'a credit that the provider has is not given again',
    without: '',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets a credit once, even after the provider forgot the idempotency key',
  },
  {
    name: 'a customer is made under a key of its attempt',
    without: 'return key;',
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'stores under its key does not block a retry',
  },
  {
    name: 'a later try to give credit has a key that no try before had',
    without: 'const keys = KEYS;',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets a credit on a retry after an outage',
  },
  {
    name: 'a list that goes round in a circle is none',
    without: '',
    suite: 'packages/payments/src/every-one.test.ts',
    test: 'of payments ends with an unknown answer',
  },
  {
    name: 'a subscription that the provider does not know ends no access',
    without: [/return .*/, 'return read;'],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'as with another account’s key, stays active',
  },
  {
    name: 'a subscription that the provider does not know is no unpaid one',
    without: [
      /return finish\(.*/,
      'throw await endAttempt(deps, attempt, { failure: null, given: null, takenIntentId: null });',
    ],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'is not charged again after a call with another account’s key',
  },
  {
    name: 'a person cannot refer themself',
    without: [/\w+\.id === userId/, 'false'],
    suite: 'apps/server/test/subscription/referral.test.ts',
  },
  {
    name: 'an address counts once, also for a new owner',
    without: 'const addressHash = hash(`${referredUserId}`);',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'with the same address and card, the account deleted in between',
  },
  {
    name: 'a card counts once',
    without: 'return counts(hash(`card|${account}|${cardFingerprint}|${intentId}`));',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'three with one card, decided concurrently, count once',
  },
  {
    name: 'a referral waits until the withdrawal period is over',
    without: 'return true;',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'if the previous release stored a flat 14-day period',
  },
  {
    name: 'a referral whose contract is undone does not count, or no longer',
    without: 'export const isUndone = Prisma.sql`false`;',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is reversed when its payment is refunded',
  },
  {
    name: "a referral waits for what its contract's owner has declared",
    without: 'export const isDeclaredAbout = Prisma.sql`false`;',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'stays pending while its subscriber’s declaration is open',
  },
  {
    name: 'a credit that was reversed is not passed on',
    without: '',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is not passed on if it is reversed before its referrer has a customer',
  },
  {
    name: 'a gift whose referrals were undone is not sent',
    without: 'sentAt === null',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is lost by a reversal before it is sent',
  },
  {
    name: 'taking a credit back makes no debt',
    without: 'const excess = known(null);',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'never owes anything if an invoice uses',
  },
  {
    name: 'a first debit that was given back or disputed earns nothing',
    without: '',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'while it is pending lapses',
  },
  {
    name: 'money of a subscription waits for a dispute without a webhook event',
    without: '',
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'waits for the dispute with hourly checks',
  },
  {
    name: 'a first payment that gives no access goes back',
    without: '',
    suite: 'apps/server/test/subscription/account-deletion.test.ts',
    test: 'refunds a completed charge once',
  },
  {
    name: 'people are locked before attempts',
    without: '',
    suite: 'apps/server/test/subscription/concurrency.test.ts',
    test: 'the deletion of the referrer',
  },
  {
    name: 'half a list of subscriptions proves nothing',
    without: 'break;',
    suite: 'apps/server/test/subscription/audit.test.ts',
    test: 'changes nothing when the provider’s list is incomplete',
  },
  {
    name: 'an older address does not stay with the provider',
    without: [/=== email/, '!== undefined'],
    suite: 'apps/server/test/payment-method/customer-email.test.ts',
    test: 'is the latest one when a slow response',
  },
  {
    name: 'a new first payment counts under any key',
    without: '',
    suite: 'apps/server/test/calls/repetitions.test.ts',
    test: 'a new first payment counts, also under an old idempotency key',
  },
  {
    name: 'a subscription of another installation is neither ended nor resumed',
    without: '',
    suite: 'apps/server/test/subscription/another-installation.test.ts',
    test: 'by its subscriber’s call',
  },
  {
    name: 'a subscription of another installation gets no card',
    without: '',
    suite: 'apps/server/test/subscription/another-installation.test.ts',
    test: 'by its subscriber’s call',
  },
  {
    name: 'a customer of another installation gets no credit back',
    without: '',
    suite: 'apps/server/test/subscription/another-installation.test.ts',
    test: 'gets no credit back',
  },
];
