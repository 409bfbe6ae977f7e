import type { Guard } from './guard.ts';

/** The guards of the subscription and its referrals. */
export const SUBSCRIPTION_GUARDS: readonly Guard[] = [
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
    test: 'finds what a call that took the attempt over has paid since',
  },
  {
    name: 'the audit of subscriptions trusts no row that waits for nobody',
    without: [/\(s\.state = 'pending' AND[^`]*/, "(s.state = 'pending')"],
    suite: 'apps/server/test/subscription/audit.test.ts',
    test: 'what waits here for an attempt that is over',
  },
  {
    name: 'a subscription is given up by voiding its invoice first',
    without: [/= .*/, '= known(true);'],
    suite: 'packages/payments/src/subscriptions.test.ts',
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
    test: 'that were given up begin anew',
  },
  {
    name: 'a credit that the provider has is not given again',
    without: '',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets it once long after the provider forgot the key',
  },
  {
    name: 'a customer is made under a key of its attempt',
    without: 'return key;',
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'keeps under its key does not last',
  },
  {
    name: 'a later try to give credit has a key that no try before had',
    without: 'const keys = KEYS;',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'at the next try after an outage',
  },
  {
    name: 'a list that goes round in a circle is none',
    without: '',
    suite: 'packages/payments/src/every-one.test.ts',
    test: 'is no whole list of payments',
  },
  {
    name: 'a subscription that the provider does not know ends no access',
    without: [/return .*/, 'return read;'],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'as with the key of another account, goes on here',
  },
  {
    name: 'a subscription that the provider does not know is no unpaid one',
    without: [
      /return finish\(.*/,
      'throw await endAttempt(deps, attempt, { failure: null, given: null, takenIntentId: null });',
    ],
    suite: 'apps/server/test/subscription/faults.test.ts',
    test: 'that was paid, asked with the key of another account',
  },
  {
    name: 'nobody refers themself',
    without: [/\w+\.id === userId/, 'false'],
    suite: 'apps/server/test/subscription/referral.test.ts',
  },
  {
    name: 'an address counts once, whoever has it now',
    without: 'const addressHash = hash(`${referredUserId}`);',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'by one address and one card, the account deleted in between',
  },
  {
    name: 'a card counts once',
    without: 'return counts(hash(`card|${account}|${cardFingerprint}|${intentId}`));',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'two with one card, decided by many at once, count once',
  },
  {
    name: 'a referral waits until the withdrawal period is over',
    without: [/\s?AND r\.due_at <= \$\{now\} AND/, ' AND ${now} IS NOT NULL AND'],
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'waits until its last day is over in Paris',
  },
  {
    name: 'a first debit that was given back or disputed earns nothing',
    without: '',
    suite: 'apps/server/test/subscription/referral-abuse.test.ts',
    test: 'meanwhile falls away',
  },
  {
    name: 'money of a subscription waits for a dispute that nobody has told of yet',
    without: '',
    suite: 'apps/server/test/declarations/disputes.test.ts',
    test: 'waits for the bank, an hour at a time, and gives nothing back that the bank has',
  },
  {
    name: 'a first payment that gives nobody access goes back',
    without: '',
    suite: 'apps/server/test/subscription/account-deletion.test.ts',
    test: 'is charged all the same',
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
    test: 'proves nothing from half a list',
  },
  {
    name: 'an older address does not stay with the provider',
    without: [/=== email/, '!== undefined'],
    suite: 'apps/server/test/payment-method/customer-email.test.ts',
    test: 'is the last one where a slow answer',
  },
  {
    name: 'a new first payment counts whatever its key',
    without: '',
    suite: 'apps/server/test/calls/repetitions.test.ts',
    test: 'a new first payment counts, also under an old key',
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
