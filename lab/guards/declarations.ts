import type { GuardsByTestFile } from './guard.ts';

export const DECLARATION_GUARDS: GuardsByTestFile = {
  'apps/server/test/declarations/late-renewals.test.ts': {
    'only renewals paid after a termination are refunded': {
      without: [/ && paidAt\.getTime[^;]*/, ''],
      test: 'does not refund renewals before the declaration',
    },
  },
  'packages/domain/src/declaration.test.ts': {
    'a name in a declaration cannot contain a link': {
      without: "return name !== '';",
    },
    'an email quotes at most nine digits of a reference': {
      without: [/\/\\d\/\.test\(part\) && digits > MAX_MAILED_DIGITS \? '' : part/, 'part'],
      test: 'mailedReference',
    },
  },
  'apps/server/test/declarations/declaring.test.ts': {
    'a member can choose only their own contract for a declaration': {
      without: 'const contractId = orderId;',
      test: 'get 404, and nothing is stored',
    },
    'a member can withdraw only from their own orders': {
      without: [/, userId \}/, ' }'],
      test: 'get 404, and nothing is stored',
    },
    'a declaration is dated by the database clock': {
      without: [/clock_timestamp\(\),/, "'2000-01-01',"],
      test: 'the time of a declaration is that of the database',
    },
    'a declaration has one receipt': {
      without: [/dedupe: receiptKeyOf\(declarationId\),/, ''],
      test: 'make one withdrawal with one receipt',
    },
    'a withdrawal after its last day is left to the owner': {
      without: '',
      test: 'after the known last day nothing happens automatically',
    },
    'only the buyer can announce the return of an order': {
      without: '',
      test: 'a sent order gets one return request',
    },
    'a member can end only their own subscription': {
      without: [/userId,\s/, ''],
      test: 'get 404, and nothing is stored',
    },
    'a withdrawal from a subscription after fourteen days is left to the owner': {
      without: 'followedUntil: null',
      test: 'after fourteen days is left to the owner to decide',
    },
    'without a stored contract text, the longer withdrawal period applies': {
      without: [/contractTextId === null \? null : /, ''],
      test: 'without a stored contract text',
    },
    'an order that may have been sent is not cancelled automatically': {
      without: 'const canCancel = !isHeldElse;',
      test: 'is held once, without a refund',
    },
    'a repeated declaration gets the first response, even after the contract ended': {
      without: '',
      test: 'gets the first response',
    },
    'a fully refunded order is not listed as open to withdrawal': {
      without: 'const isOver = order.cancelledAt !== null;',
      test: 'lists nothing open for an order refunded',
    },
    'lost receipts of unproved declarations raise one alert a day': {
      without: [/'receipts_lost'/, '`receipts_lost:${id}`'],
      test: 'raises an alert and is recorded as lost',
    },
    'access ends in the transaction that stores the member’s withdrawal': {
      without: '',
      test: 'a withdrawal ends access in its own transaction',
    },
    'a withdrawn subscription gives no access while its cancellation is pending': {
      without: [/row\.withdrawnAt \?\? /, ''],
      test: 'a withdrawal ends access in its own transaction',
    },
  },
  'e2e/declarations.test.ts': {
    'a declaration gets an idempotency key, which its retries repeat': {
      without: '',
      test: 'is retried with the same key',
    },
  },
  'apps/server/test/declarations/loops.test.ts': {
    'withdrawals cancel four orders per person and day at most automatically': {
      without: 'const isOneOfMany = false;',
      test: 'are held from the fifth withdrawal of a day on',
    },
  },
  'apps/server/test/declarations/disputes.test.ts': {
    'money returned by a chargeback of a subscription is not refunded again': {
      without: [/ \+ bankCents/, ''],
      test: 'has its declaration closed with the amount of the lost dispute',
    },
  },
  'apps/server/test/declarations/deciding.test.ts': {
    'a decision made during the check of a declaration is checked too': {
      without: [/least\(next_check_at, (.*)\) END/, '$1 END'],
      test: 'is followed up too',
    },
    'a decision about a declaration locks its contract first': {
      without: '',
      test: 'a decision waits for the lock on its order',
    },
    'a proved withdrawal in time cannot be contested': {
      without: '',
      test: 'one in time can be neither accepted nor contested',
    },
    'a declaration that proceeds automatically cannot be closed early': {
      without: '',
      test: 'refuses a declaration that proceeds automatically',
    },
    'a contract has one open declaration of a kind': {
      without: '',
      test: 'or beside an open one',
    },
    'the amount kept from a refund never exceeds the price of the goods': {
      without: '',
      test: 'refuses to keep more than the goods cost',
    },
    'returned goods are refunded only for a proved or accepted withdrawal': {
      without: '',
      test: 'is accepted once, with an email',
    },
    'the return of an order’s goods is recorded once': {
      without: '',
      test: 'a second note for one order',
    },
    'only an unproved, late or contested declaration can be accepted': {
      without: '',
      test: 'one in time can be neither accepted nor contested',
    },
    'an order named in an open declaration is not sent or prepared in a batch': {
      without: '',
      test: 'keeps its order from being sent or prepared in a batch',
    },
  },
  'apps/server/test/orders/late-orders.test.ts': {
    'an order back on the list of parcels shows no cancellation request': {
      without: [/isUnsent\(row\) && row\.heldFor === null\s+\? null\s+: /, ''],
      test: 'shows no cancellation request',
    },
  },
  'apps/server/test/declarations/strangers.test.ts': {
    'a repeat of a closed declaration makes a new one while the contract runs': {
      without: 'const isOver = false;',
      test: 'is ended again by the same call',
    },
    'a reference that may mean an order does not end a subscription': {
      without: '',
      test: 'a reference that may mean an order ends no subscription',
    },
    'immediate receipts are rate-limited by recipient, also for own contracts': {
      without: 'const takeAtOnce = async () => true;',
      test: 'of a member goes to a foreign address three times a day',
    },
    'strangers cannot use up the receipt limit of a member’s own address': {
      without: '',
      test: 'is sent even if strangers have used up its limit',
    },
    'a network over its limit sends receipts only to customers’ addresses': {
      without: 'const isFitting = fit !== null;',
      test: 'a flood from one network is grouped into one line',
    },
    'waiting receipts for one address are sent as one email a day': {
      without: 'const waitSeconds = null;',
      test: 'is otherwise batched into one email a day per address',
    },
    'a declaration without a confirmed contract is left to the owner': {
      without: '',
      test: 'a matching order is neither held nor cancelled',
    },
    'a reference that matches two orders selects neither': {
      without: [/orders\.length === 1/, 'orders.length > 0'],
      test: 'two own orders in one reference',
    },
  },
};
