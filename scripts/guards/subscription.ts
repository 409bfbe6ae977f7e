import type { Guard } from './guard.ts';

const SUBSCRIPTION = 'packages/api/src/subscription';

/** The guards of the subscription and its referrals. */
export const SUBSCRIPTION_GUARDS: readonly Guard[] = [
  {
    name: 'clicks on subscribe of one person pass one after the other',
    file: `${SUBSCRIPTION}/opening.ts`,
    guard: "    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');\n",
    without: '',
    suite: 'apps/server/src/subscription/database.test.ts',
  },
  {
    name: 'a subscription is given up by voiding its invoice first',
    file: 'packages/payments/src/subscribing.ts',
    guard: 'const voided = await voidInvoice(client, subscription.latestInvoiceId);',
    without: 'const voided = known(true);',
    suite: 'packages/payments/src/subscriptions.test.ts',
  },
  {
    name: 'an older answer about a subscription does not overwrite a newer one',
    file: `${SUBSCRIPTION}/reflection.ts`,
    guard: ' AND revision = ${row.revision}::int',
    without: '',
    suite: 'apps/server/src/subscription/unsubscribing.test.ts',
  },
  {
    name: 'a failed renewal has one letter',
    file: `${SUBSCRIPTION}/reflection.ts`,
    guard: '      dedupe: `payment_failed:${provider.latestInvoiceId}`,\n',
    without: '',
    suite: 'apps/server/src/subscription/over-time.test.ts',
  },
  {
    name: 'a credit that the provider has is not given again',
    file: 'packages/payments/src/customers.ts',
    guard: "if (metadata?.['reference'] === reference) return { transactionId: id };",
    without: '',
    suite: 'packages/payments/src/customers.test.ts',
    test: 'gets it once long after the provider forgot the key',
  },
  {
    name: 'a subscription that the provider does not know ends no access',
    file: 'packages/api/src/subscription/renewal.ts',
    guard: 'return accessEndsOn !== null && accessEndsOn <= clock() ? read : NOT_THERE;',
    without: 'return read;',
    suite: 'apps/server/src/subscription/faults.test.ts',
    test: 'as with the key of another account, goes on here',
  },
  {
    name: 'nobody refers themself',
    file: 'packages/api/src/referral/referrer.ts',
    guard: 'referrer.id === userId || ',
    without: '',
    suite: 'apps/server/src/subscription/referral.test.ts',
  },
  {
    name: 'people are locked before clicks',
    file: `${SUBSCRIPTION}/starting.ts`,
    guard: '    await lockPeople(tx, subscriptionId);\n',
    without: '',
    suite: 'apps/server/src/subscription/meetings.test.ts',
    test: 'the deletion of whoever sent the subscriber',
  },
  {
    name: 'half a list of subscriptions proves nothing',
    file: `${SUBSCRIPTION}/audit.ts`,
    guard: "'subscriptions not audited');\n      return null;\n",
    without: "'subscriptions not audited');\n      break;\n",
    suite: 'apps/server/src/subscription/audit.test.ts',
    test: 'proves nothing from half a list',
  },
  {
    name: 'an older address does not stay with the provider',
    file: 'packages/api/src/payments/customer-email.ts',
    guard: 'return now === null || now.email === email ? DONE',
    without: 'return now !== undefined ? DONE',
    suite: 'apps/server/src/payments/customer-email.test.ts',
    test: 'is the last one where a slow answer',
  },
];
