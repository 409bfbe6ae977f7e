import type { Guard } from './guard.ts';

const LOOPS = 'apps/server/test/declarations/loops.test.ts';

/** The guards of the subscription and its referrals. */
export const SUBSCRIPTION_GUARDS: readonly Guard[] = [
  {
    name: 'a withdrawal from a subscription is recorded for the account and its address',
    without: '',
    suite: LOOPS,
    test: 'requires immediate start for a new account with the same address',
  },
  {
    name: 'a withdrawal from a subscription is recorded for its card',
    without: '',
    suite: LOOPS,
    test: 'requires immediate start for another account with the same card',
  },
  {
    name: 'a new subscription after a withdrawal requires immediate start',
    without: 'return;',
    suite: LOOPS,
    test: 'requires immediate start after a withdrawal, so that used days are paid',
  },
  {
    name: 'subscription attempts of one user are serialized',
    without: '',
    suite: 'apps/server/test/subscription/database.test.ts',
  },
  {
    name: 'a result of an earlier run does not end a subscription attempt',
    without: 'const isRun = Prisma.sql`true`;',
    suite: 'apps/server/test/subscription/rivals.test.ts',
  },
  {
    name: 'giving up an attempt finds a first payment made by another call',
    without: 'return null;',
    suite: 'apps/server/test/subscription/rivals.test.ts',
    test: 'finds a payment made since by the call that took over the attempt',
  },
  {
    name: 'the audit skips a pending subscription only while its attempt is open',
    without: [/\(s\.state = 'pending' AND[^`]*/, "(s.state = 'pending')"],
    suite: 'apps/server/test/subscription/audit.test.ts',
    test: 'a pending subscription whose attempt has expired',
  },
  {
    name: 'an abandoned subscription is cancelled only after its invoice is voided',
    without: [/= .*/, '= known(true);'],
    suite: 'packages/payments/src/subscriptions.test.ts',
  },
  {
    name: 'unsubscribing before a due renewal is paid ends the subscription at once',
    without: 'return false;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'after a declined renewal ends access at once',
  },
  {
    name: 'ending a subscription stops the collection of its unpaid invoice',
    without: 'return ended;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'before a due renewal is debited prevents the debit',
  },
  {
    name: 'a repeated unsubscription checks the end at the provider',
    without: 'return accessEndsOn;',
    suite: 'apps/server/test/subscription/unsubscribing.test.ts',
    test: 'is sent to the provider again after the seller resumed the subscription there',
  },
  {
    name: 'a subscription that has ended at the provider gets no new card',
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
    name: 'a failed renewal sends one email',
    without: 'return true;',
    suite: 'apps/server/test/subscription/over-time.test.ts',
  },
  {
    name: 'a dead job restarts when it is enqueued again',
    without: 'const conflict = Prisma.sql`NOTHING`;',
    suite: 'apps/server/test/jobs/jobs.test.ts',
    test: 'that are dead restart when they are enqueued again',
  },
  {
    name: 'a credit found at the provider is not given again',
    without: '',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets a credit once, even after the provider forgot the idempotency key',
  },
  {
    name: 'a customer is created under an idempotency key of its attempt',
    without: 'return key;',
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'stores under its key does not block a retry',
  },
  {
    name: 'each retry of a credit adds an unused idempotency key',
    without: 'const keys = KEYS;',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets a credit on a retry after an outage',
  },
  {
    name: 'a list that repeats an object counts as an unknown answer',
    without: '',
    suite: 'packages/payments/src/every-one.test.ts',
    test: 'of payments ends with an unknown answer',
  },
  {
    name: 'a subscription unknown to the provider keeps its access until its end date',
    without: [/return .*/, 'return read;'],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'as with another account’s key, stays active',
  },
  {
    name: 'a subscription unknown to the provider does not count as unpaid',
    without: [
      /return finish\(.*/,
      'throw await endAttempt(deps, attempt, { failure: null, given: null, takenIntentId: null });',
    ],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'is not charged again after a call with another account’s key',
  },
  {
    name: 'a user cannot use their own referral code',
    without: [/\w+\.id === userId/, 'false'],
    suite: 'apps/server/test/subscription/referral.test.ts',
  },
  {
    name: 'a referred address counts once, even after its account was deleted',
    without: 'const addressHash = hash(`${referredUserId}`);',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'with the same address and card, the account deleted in between',
  },
  {
    name: 'a card counts for one referral only',
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
    name: 'a referral of a refunded, disputed or withdrawn contract does not count',
    without: 'export const isUndone = Prisma.sql`false`;',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is reversed when its payment is refunded',
  },
  {
    name: 'a referral waits while a declaration about its contract is open',
    without: 'export const isDeclaredAbout = Prisma.sql`false`;',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'stays pending while its subscriber’s declaration is open',
  },
  {
    name: 'a reversed credit is not given to the customer',
    without: '',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is not passed on if it is reversed before its referrer has a customer',
  },
  {
    name: 'a gift is not sent while too few referrals count',
    without: 'sentAt === null',
    suite: 'apps/server/test/subscription/referral-reversal.test.ts',
    test: 'is lost by a reversal before it is sent',
  },
  {
    name: 'reversing a credit never creates a debt',
    without: 'const excess = known(null);',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'never owes anything if an invoice uses',
  },
  {
    name: 'a refunded or disputed first payment earns no referral credit',
    without: '',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'while it is pending lapses',
  },
  {
    name: 'a dispute of a subscription payment is found without a webhook event',
    without: '',
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'waits for the dispute with hourly checks',
  },
  {
    name: 'a first payment that gives no access is refunded',
    without: '',
    suite: 'apps/server/test/subscription/account-deletion.test.ts',
    test: 'refunds a completed charge once',
  },
  {
    name: 'users are locked before subscription attempts',
    without: '',
    suite: 'apps/server/test/subscription/concurrency.test.ts',
    test: 'the deletion of the referrer',
  },
  {
    name: 'an incomplete list of subscriptions changes nothing',
    without: 'break;',
    suite: 'apps/server/test/subscription/audit.test.ts',
    test: 'changes nothing when the provider’s list is incomplete',
  },
  {
    name: 'an older email address does not overwrite a newer one at the provider',
    without: [/=== email/, '!== undefined'],
    suite: 'apps/server/test/payment-method/customer-email.test.ts',
    test: 'is the latest one when a slow response',
  },
  {
    name: 'a new first payment counts in the rate limit under any idempotency key',
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
    name: 'a subscription of another installation gets no new card',
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
