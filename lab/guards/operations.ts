import type { GuardsByTestFile } from './guard.ts';

export const OPERATION_GUARDS: GuardsByTestFile = {
  'apps/server/test/operations/operations.test.ts': {
    'an operation needs its permission': {
      without: '',
      test: 'K1: is refused for a',
    },
    'a change without a journal entry is rolled back': {
      without: '',
      test: 'N2: that changes data without a journal entry is rolled back',
    },
  },
  'apps/server/test/orders/sending.test.ts': {
    'concurrent changes of orders are serialized': {
      without: [/ FOR UPDATE/, ''],
      test: 'an order sent by two concurrent calls is sent once',
    },
    'a held order is sent only on request': {
      without: '',
      test: 'is refused with its reason if it cannot be sent',
    },
    'an order whose goods came back is not sent again': {
      without: '',
      test: 'takes the returned unit of an order once, and only as a return',
    },
    'a cancelled, held or refunded order is not prepared': {
      without: '',
      test: 'is refused with its reason if it cannot be sent, and then none is prepared',
    },
    'a cancelled order cannot be marked as delivered': {
      without: '',
      test: 'is refused with its reason if it cannot be sent',
    },
    'undoing a dispatch cancels an email that is not sent yet': {
      without: "const fate: string = 'left';",
      test: 'is undone within ten minutes without an email',
    },
  },
  'apps/server/test/catalogue/adjust-stock.test.ts': {
    'a stock adjustment never makes the stock negative': {
      without: '',
      test: 'is never oversold or negative',
    },
  },
  'apps/server/test/jobs/jobs.test.ts': {
    'late emails do not delay other jobs': {
      without: 'await runPaced();',
      test: 'do not wait for late emails, of which four at most are in flight',
    },
  },
};
