import type { Guard } from './guard.ts';

const TESTS = 'apps/server/test/subscription/another-installation.test.ts';

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
    name: 'a copy sends no email to people of the original',
    without: '',
    suite: 'apps/server/test/operations/backup-drill.test.ts',
    test: 'I7: a copy beside the live shop changes nothing at the provider, and e-mails no customer',
  },
  {
    name: 'a truncated backup is refused',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'that is truncated, damaged or foreign is rejected without any change',
  },
  {
    name: 'an older release does not load a backup of a newer one',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'of a newer release, or with unknown columns, leaves the database empty',
  },
  {
    name: 'a copy cannot use the address of the original',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'is refused as a copy at the address of the original, and without an address',
  },
  {
    name: 'a backup fails if its file is replaced while it is written',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'fails if another process replaces its file during the backup',
  },
  {
    name: 'a restore requires an empty database',
    without: '',
    suite: 'scripts/backup.test.ts',
    test: 'fails if the database is not empty, or has other connections',
  },
  {
    name: 'the audit ignores subscriptions of another installation',
    without: [
      /listed\.filter\(\(provider\) => ownershipOf\(deps\.installation, provider\) !== 'another'\)/,
      'listed',
    ],
    suite: TESTS,
    test: 'is not changed by the audit',
  },
  {
    name: 'a check stores nothing about subscriptions of another installation',
    without: '',
    suite: TESTS,
    test: 'is not stored by the reconciler',
  },
  {
    name: 'account deletion does not end subscriptions of another installation',
    without: '',
    suite: TESTS,
    test: 'is not cancelled, updated or credited by jobs',
  },
  {
    name: 'a customer of another installation is not reused',
    without: [/\s?&& metadata\['installation'\] === installation/, ''],
    suite: 'packages/payments/src/customers.test.ts',
    test: 'is separate for each installation',
  },
  {
    name: 'live payment keys are refused in development',
    without: [/isLiveKey\(raw\[name\]\)/, 'false'],
    suite: 'apps/server/src/env.test.ts',
    test: 'rejects live keys in development, with instructions',
  },
  {
    name: 'a credit is identified at the provider by the referred person’s address',
    without: 'return name;',
    suite: 'apps/server/test/installation.test.ts',
    test: 'I7: a credit transferred since the backup is not transferred again',
  },
  {
    name: 'a credit given to another customer of its owner is not given again',
    without: '',
    suite: 'apps/server/test/subscription/another-installation.test.ts',
    test: 'is not passed on a second time',
  },
  {
    name: 'the owner’s decision is not applied to a payment that changed meanwhile',
    without: '',
    suite: 'apps/server/test/purchase/money.test.ts',
    test: 'recreates no order for a payment refunded meanwhile',
  },
  {
    name: 'no order is rebuilt from a payment that is being refunded',
    without: '',
    suite: 'apps/server/test/purchase/money.test.ts',
    test: 'neither payments.rebuild nor the audit recreates an order during its refund',
  },
  {
    name: 'a job planned for now is due at once',
    without: [/date_trunc\('milliseconds', (.*)\)`/, '$1`'],
    suite: 'packages/db/src/database-clock.test.ts',
    test: 'a job scheduled for now is due at once',
  },
];
