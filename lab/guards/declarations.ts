import type { Guard } from './guard.ts';

const DECIDING = 'apps/server/test/declarations/deciding.test.ts';
const DISPUTES = 'apps/server/test/declarations/disputes.test.ts';
const STRANGERS = 'apps/server/test/declarations/strangers.test.ts';
const DECLARING = 'apps/server/test/declarations/declaring.test.ts';

export const DECLARATION_GUARDS: readonly Guard[] = [
  {
    name: 'only renewals paid after a termination are refunded',
    without: [/ && paidAt\.getTime[^;]*/, ''],
    suite: 'apps/server/test/declarations/late-renewals.test.ts',
    test: 'does not refund renewals before the declaration',
  },
  {
    name: 'a name in a declaration cannot contain a link',
    without: "return name !== '';",
    suite: 'packages/domain/src/declaration.test.ts',
  },
  {
    name: 'a member can choose only their own contract for a declaration',
    without: 'const contractId = orderId;',
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: 'a member can withdraw only from their own orders',
    without: [/, userId \}/, ' }'],
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: 'a declaration is dated by the database clock',
    without: [/clock_timestamp\(\),/, "'2000-01-01',"],
    suite: DECLARING,
    test: 'the time of a declaration is that of the database',
  },
  {
    name: 'a declaration has one receipt',
    without: [/dedupe: receiptKeyOf\(declarationId\),/, ''],
    suite: DECLARING,
    test: 'make one withdrawal with one receipt',
  },
  {
    name: 'a withdrawal after its last day is left to the owner',
    without: '',
    suite: DECLARING,
    test: 'after the known last day nothing happens automatically',
  },
  {
    name: 'only the buyer can announce the return of an order',
    without: '',
    suite: DECLARING,
    test: 'a sent order gets one return request',
  },
  {
    name: 'a member can end only their own subscription',
    without: [/userId,\s/, ''],
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: 'a withdrawal from a subscription after fourteen days is left to the owner',
    without: 'followedUntil: null',
    suite: DECLARING,
    test: 'after fourteen days is left to the owner to decide',
  },
  {
    name: 'a declaration gets an idempotency key, which its retries repeat',
    without: '',
    suite: 'e2e/declarations.test.ts',
    test: 'is retried with the same key',
  },
  {
    name: 'without a stored contract text, the longer withdrawal period applies',
    without: [/contractTextId === null \? null : /, ''],
    suite: DECLARING,
    test: 'without a stored contract text',
  },
  {
    name: 'an order that may have been sent is not cancelled automatically',
    without: 'const canCancel = !isHeldElse;',
    suite: DECLARING,
    test: 'is held once, without a refund',
  },
  {
    name: 'withdrawals cancel four orders per person and day at most automatically',
    without: 'const isOneOfMany = false;',
    suite: 'apps/server/test/declarations/loops.test.ts',
    test: 'are held from the fifth withdrawal of a day on',
  },
  {
    name: 'a repeated declaration gets the first response, even after the contract ended',
    without: '',
    suite: DECLARING,
    test: 'gets the first response',
  },
  {
    name: 'a fully refunded order is not listed as open to withdrawal',
    without: 'const isOver = order.cancelledAt !== null;',
    suite: DECLARING,
    test: 'lists nothing open for an order refunded',
  },
  {
    name: 'money returned by a chargeback of a subscription is not refunded again',
    without: [/ - bankCents/, ''],
    suite: DISPUTES,
    test: 'has its declaration closed with the amount of the lost dispute',
  },
  {
    name: 'a decision made during the check of a declaration is checked too',
    without: [/least\(next_check_at, (.*)\) END/, '$1 END'],
    suite: DECIDING,
    test: 'is followed up too',
  },
  {
    name: 'a decision about a declaration locks its contract first',
    without: '',
    suite: DECIDING,
    test: 'a decision waits for the lock on its order',
  },
  {
    name: 'a proved withdrawal in time cannot be contested',
    without: '',
    suite: DECIDING,
    test: 'one in time can be neither accepted nor contested',
  },
  {
    name: 'a declaration that proceeds automatically cannot be closed early',
    without: '',
    suite: DECIDING,
    test: 'refuses a declaration that proceeds automatically',
  },
  {
    name: 'a contract has one open declaration of a kind',
    without: '',
    suite: DECIDING,
    test: 'or beside an open one',
  },
  {
    name: 'the amount kept from a refund never exceeds the price of the goods',
    without: '',
    suite: DECIDING,
    test: 'refuses to keep more than the goods cost',
  },
  {
    name: 'returned goods are refunded only for a proved or accepted withdrawal',
    without: '',
    suite: DECIDING,
    test: 'is accepted once, with an email',
  },
  {
    name: 'the return of an order’s goods is recorded once',
    without: '',
    suite: DECIDING,
    test: 'a second note for one order',
  },
  {
    name: 'an order back on the list of parcels shows no cancellation request',
    without: [/isUnsent\(row\) && row\.heldFor === null\s+\? null\s+: /, ''],
    suite: 'apps/server/test/orders/late-orders.test.ts',
    test: 'shows no cancellation request',
  },
  {
    name: 'a repeat of a closed declaration makes a new one while the contract runs',
    without: 'const isOver = false;',
    suite: STRANGERS,
    test: 'is ended again by the same call',
  },
  {
    name: 'a reference that may mean an order does not end a subscription',
    without: '',
    suite: STRANGERS,
    test: 'a reference that may mean an order ends no subscription',
  },
  {
    name: 'immediate receipts are rate-limited by recipient, also for own contracts',
    without: 'const takeAtOnce = async () => true;',
    suite: STRANGERS,
    test: 'of a member goes to a foreign address three times a day',
  },
  {
    name: 'strangers cannot use up the receipt limit of a member’s own address',
    without: '',
    suite: STRANGERS,
    test: 'is sent even if strangers have used up its limit',
  },
  {
    name: 'a network over its limit sends receipts only to customers’ addresses',
    without: 'const isFitting = fit !== null;',
    suite: STRANGERS,
    test: 'a flood from one network is grouped into one line',
  },
  {
    name: 'waiting receipts for one address are sent as one email a day',
    without: 'const waitSeconds = null;',
    suite: STRANGERS,
    test: 'is otherwise batched into one email a day per address',
  },
  {
    name: 'lost receipts of unproved declarations raise one alert a day',
    without: [/'receipts_lost'/, '`receipts_lost:${id}`'],
    suite: DECLARING,
    test: 'raises an alert and is recorded as lost',
  },
  {
    name: 'an email quotes at most nine digits of a reference',
    without: [/\/\\d\/\.test\(part\) && digits > MAX_MAILED_DIGITS \? '' : part/, 'part'],
    suite: 'packages/domain/src/declaration.test.ts',
    test: 'mailedReference',
  },
  {
    name: 'a declaration without a confirmed contract is left to the owner',
    without: '',
    suite: STRANGERS,
    test: 'a matching order is neither held nor cancelled',
  },
  {
    name: 'access ends in the transaction that stores the member’s withdrawal',
    without: '',
    suite: DECLARING,
    test: 'a withdrawal ends access in its own transaction',
  },
  {
    name: 'a withdrawn subscription gives no access while its cancellation is pending',
    without: [/row\.withdrawnAt \?\? /, ''],
    suite: DECLARING,
    test: 'a withdrawal ends access in its own transaction',
  },
  {
    name: 'only an unproved, late or contested declaration can be accepted',
    without: '',
    suite: DECIDING,
    test: 'one in time can be neither accepted nor contested',
  },
  {
    name: 'an order named in an open declaration is not sent or prepared in a batch',
    without: '',
    suite: DECIDING,
    test: 'keeps its order from being sent or prepared in a batch',
  },
  {
    name: 'a reference that matches two orders selects neither',
    without: [/orders\.length === 1/, 'orders.length > 0'],
    suite: STRANGERS,
    test: 'two own orders in one reference',
  },
];
