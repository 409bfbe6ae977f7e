import type { Guard } from './guard.ts';

const TESTS = 'apps/server/test/subscription/another-installation.test.ts';

/** The guards between installations that share the keys of the payment provider. */
export const INSTALLATION_GUARDS: readonly Guard[] = [
  {
    name: 'a database of another site or place is refused',
    without: 'return installation;',
    suite: 'apps/server/test/installation.test.ts',
    test: 'is created once by concurrent processes',
  },
  {
    name: 'a restored shop sells nothing until its owner has decided',
    without: '',
    suite: 'apps/server/test/operations/backup-drill.test.ts',
    test: 'I7: a lost database is restored instead: no order is lost or doubled, no refund repeated',
  },
  {
    name: 'a restored shop sells only once every payment is decided',
    without: '',
    suite: 'apps/server/test/operations/backup-drill.test.ts',
    test: 'I7: a lost database is restored instead: no order is lost or doubled, no refund repeated',
  },
  {
    name: 'a copy e-mails none of the people it was copied with',
    without: '',
    suite: 'apps/server/test/operations/backup-drill.test.ts',
    test: 'I7: a copy beside the live shop changes nothing at the provider, and e-mails no customer',
  },
  {
    name: 'a backup without its end is no backup',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'that is truncated, damaged or foreign is rejected without any change',
  },
  {
    name: 'a backup of a newer release is not loaded by an older one',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'of a newer release, or with unknown columns, leaves the database empty',
  },
  {
    name: 'a copy does not answer at the address of its original',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'is refused as a copy at the address of the original, and without an address',
  },
  {
    name: 'a backup is not left to who replaces its file',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'fails if another process replaces its file during the backup',
  },
  {
    name: 'a restore goes into an empty database alone',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'fails if the database is not empty, or has other connections',
  },
  {
    name: 'the audit leaves the subscriptions of another installation alone',
    without: [
      /listed\.filter\(\(provider\) => ownershipOf\(deps\.installation, provider\) !== 'another'\)/,
      'listed',
    ],
    suite: TESTS,
    test: 'is not changed by the audit',
  },
  {
    name: 'a check stores nothing of another installation',
    without: '',
    suite: TESTS,
    test: 'is not stored by the reconciler',
  },
  {
    name: 'what another installation renews is not ended',
    without: '',
    suite: TESTS,
    test: 'is not cancelled, updated or credited by jobs',
  },
  {
    name: 'a customer of another installation is another one',
    without: [/\s?&& metadata\['installation'\] === installation/, ''],
    suite: 'packages/payments/src/customers.test.ts',
    test: 'is separate for each installation',
  },
  {
    name: 'no real payments in development',
    without: [/isLiveKey\(raw\[name\]\)/, 'false'],
    suite: 'apps/server/src/env.test.ts',
    test: 'rejects live keys in development, with instructions',
  },
  {
    name: 'a credit is known by whom it is for',
    without: 'return name;',
    suite: 'apps/server/test/installation.test.ts',
    test: 'I7: a credit transferred since the backup is not transferred again',
  },
  {
    name: 'a credit that went to another customer of its owner is not given again',
    without: '',
    suite: 'apps/server/test/subscription/another-installation.test.ts',
    test: 'is not passed on a second time',
  },
  {
    name: 'what the owner decided is compared with what is there now',
    without: '',
    suite: 'apps/server/test/purchase/money.test.ts',
    test: 'recreates no order for a payment refunded meanwhile',
  },
  {
    name: 'no order is made of money that is on its way back',
    without: '',
    suite: 'apps/server/test/purchase/money.test.ts',
    test: 'neither payments.rebuild nor the audit recreates an order during its refund',
  },
  {
    name: 'what is planned for now is due at once',
    without: [/date_trunc\('milliseconds', (.*)\)`/, '$1`'],
    suite: 'packages/db/src/database-clock.test.ts',
    test: 'a job scheduled for now is due at once',
  },
];
