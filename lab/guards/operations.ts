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
    test: 'an order sent by two concurrent calls is sent once',
  },
  {
    name: 'a held order is sent only on request',
    without: '',
    suite: SENDING,
    test: 'is refused with its reason if it cannot be sent',
  },
  {
    name: 'an order that is cancelled, held or given back is not prepared',
    without: '',
    suite: SENDING,
    test: 'is refused with its reason if it cannot be sent, and then none is prepared',
  },
  {
    name: 'an order that was cancelled is not delivered',
    without: '',
    suite: SENDING,
    test: 'is refused with its reason if it cannot be sent',
  },
  {
    name: 'an unclaimed email is cancelled',
    without: "const fate: string = 'left';",
    suite: SENDING,
    test: 'is undone within ten minutes without an email',
  },
  {
    name: 'the stock never falls below nothing',
    without: '',
    suite: 'apps/server/test/catalogue/adjust-stock.test.ts',
    test: 'is never oversold or negative',
  },
  {
    name: 'emails that are late keep no other job waiting',
    without: 'await runPaced();',
    suite: 'apps/server/test/jobs/jobs.test.ts',
    test: 'do not wait for late emails, of which four at most are in flight',
  },
];
