import type { Guard } from './guard.ts';

const SENDING = 'apps/server/test/orders/sending.test.ts';
const OPERATIONS = 'apps/server/test/operations/operations.test.ts';

/** The guards of the staff's operations. */
export const OPERATION_GUARDS: readonly Guard[] = [
  {
    name: 'an operation needs its permission',
    without: '',
    suite: OPERATIONS,
    test: 'K1: is refused for a',
  },
  {
    name: 'no change by hand without its row in the journal',
    without: '',
    suite: OPERATIONS,
    test: 'N2: that changes data without a journal entry is rolled back',
  },
  {
    name: 'what is decided about orders is decided one after the other',
    without: [/ FOR UPDATE/, ''],
    suite: SENDING,
    test: 'an order that two people send at the same time is sent once',
  },
  {
    name: 'a held order is sent only on request',
    without: '',
    suite: SENDING,
    test: 'is named with what it is where it cannot be sent',
  },
  {
    name: 'an order that is cancelled, held or given back is not prepared',
    without: '',
    suite: SENDING,
    test: 'is named with what it is where it cannot be sent, and then none is prepared',
  },
  {
    name: 'an order that was cancelled is not delivered',
    without: '',
    suite: SENDING,
    test: 'is named with what it is where it cannot be sent',
  },
  {
    name: 'an unclaimed email is cancelled',
    without: "const fate: string = 'left';",
    suite: SENDING,
    test: 'is taken back within ten minutes without anybody hearing of it',
  },
  {
    name: 'the stock never falls below nothing',
    without: '',
    suite: 'apps/server/test/catalogue/adjust-stock.test.ts',
    test: 'is never sold twice, never below nothing',
  },
  {
    name: 'emails that are late keep no other job waiting',
    without: 'await runPaced();',
    suite: 'apps/server/test/jobs/jobs.test.ts',
    test: 'do not wait for emails that are late, of which a few are under way',
  },
];
