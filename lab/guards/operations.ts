import type { Guard } from './guard.ts';

const SENDING = 'apps/server/test/orders/sending.test.ts';
const OPERATIONS = 'apps/server/test/operations/operations.test.ts';

export const OPERATION_GUARDS: readonly Guard[] = [
  {
    name: 'an operation needs its permission',
    without: '',
    suite: OPERATIONS,
    test: 'K1: is refused for a',
  },
  {
    name: 'a change without a journal entry is rolled back',
    without: '',
    suite: OPERATIONS,
    test: 'N2: that changes data without a journal entry is rolled back',
  },
  {
    name: 'concurrent changes of orders are serialized',
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
    name: 'a cancelled, held or refunded order is not prepared',
    without: '',
    suite: SENDING,
    test: 'is refused with its reason if it cannot be sent, and then none is prepared',
  },
  {
    name: 'a cancelled order cannot be marked as delivered',
    without: '',
    suite: SENDING,
    test: 'is refused with its reason if it cannot be sent',
  },
  {
    name: 'undoing a dispatch cancels an email that is not sent yet',
    without: "const fate: string = 'left';",
    suite: SENDING,
    test: 'is undone within ten minutes without an email',
  },
  {
    name: 'a stock adjustment never makes the stock negative',
    without: '',
    suite: 'apps/server/test/catalogue/adjust-stock.test.ts',
    test: 'is never oversold or negative',
  },
  {
    name: 'late emails do not delay other jobs',
    without: 'await runPaced();',
    suite: 'apps/server/test/jobs/jobs.test.ts',
    test: 'do not wait for late emails, of which four at most are in flight',
  },
];
