import type { GuardsByTestFile } from './guard.ts';

export const INSTALLATION_GUARDS: GuardsByTestFile = {
  'apps/server/test/installation.test.ts': {
    'a database of another site or place is refused': {
      without: 'return installation;',
      test: 'is created once by concurrent processes',
    },
    'a credit is identified at the provider by the referred person’s address': {
      without: 'return name;',
      test: 'I7: a credit transferred since the backup is not transferred again',
    },
  },
  'apps/server/test/operations/backup-drill.test.ts': {
    'a restored shop sells nothing until its owner has decided': {
      without: '',
      test: 'I7: a lost database is restored instead: no order is lost or doubled, no refund repeated',
    },
    'a restored shop sells only once every payment is decided': {
      without: '',
      test: 'I7: a lost database is restored instead: no order is lost or doubled, no refund repeated',
    },
    'a copy sends no email to people of the original': {
      without: '',
      test: 'I7: a copy beside the live shop changes nothing at the provider, and e-mails no customer',
    },
  },
  'scripts/backup.test.ts': {
    'a truncated backup is refused': {
      without: '',
      test: 'that is truncated, damaged or foreign is rejected without any change',
    },
    'an older release does not load a backup of a newer one': {
      without: '',
      test: 'of a newer release, or with unknown columns, leaves the database empty',
    },
    'a copy cannot use the address of the original': {
      without: '',
      test: 'is refused as a copy at the address of the original, and without an address',
    },
    'a backup fails if its file is replaced while it is written': {
      without: '',
      test: 'fails if another process replaces its file during the backup',
    },
    'a restore requires an empty database': {
      without: '',
      test: 'fails if the database is not empty, or has other connections',
    },
  },
  'apps/server/test/subscription/another-installation.test.ts': {
    'the audit ignores subscriptions of another installation': {
      without: [
        /listed\.filter\(\(provider\) => ownershipOf\(deps\.installation, provider\) !== 'another'\)/,
        'listed',
      ],
      test: 'is not changed by the audit',
    },
    'a check stores nothing about subscriptions of another installation': {
      without: '',
      test: 'is not stored by the reconciler',
    },
    'account deletion does not end subscriptions of another installation': {
      without: '',
      test: 'is not cancelled, updated or credited by jobs',
    },
    'a credit given to another customer of its owner is not given again': {
      without: '',
      test: 'is not passed on a second time',
    },
  },
  'packages/payments/src/customers.test.ts': {
    'a customer of another installation is not reused': {
      without: [/\s?&& metadata\['installation'\] === installation/, ''],
      test: 'is separate for each installation',
    },
  },
  'apps/server/src/env.test.ts': {
    'live payment keys are refused in development': {
      without: [/isLiveKey\(raw\[name\]\)/, 'false'],
      test: 'rejects live keys in development, with instructions',
    },
  },
  'apps/server/test/purchase/money.test.ts': {
    'the owner’s decision is not applied to a payment that changed meanwhile': {
      without: '',
      test: 'recreates no order for a payment refunded meanwhile',
    },
    'no order is rebuilt from a payment that is being refunded': {
      without: '',
      test: 'neither payments.rebuild nor the audit recreates an order during its refund',
    },
  },
  'packages/db/src/database-clock.test.ts': {
    'a job planned for now is due at once': {
      without: [/date_trunc\('milliseconds', (.*)\)`/, '$1`'],
      test: 'a job scheduled for now is due at once',
    },
  },
};
