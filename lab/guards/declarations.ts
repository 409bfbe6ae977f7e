import type { Guard } from './guard.ts';

const DECIDING = 'apps/server/test/declarations/deciding.test.ts';
const DISPUTES = 'apps/server/test/declarations/disputes.test.ts';
const STRANGERS = 'apps/server/test/declarations/strangers.test.ts';
const DECLARING = 'apps/server/test/declarations/declaring.test.ts';

/** The guards of declarations: withdrawal, termination, and their consequences. */
export const DECLARATION_GUARDS: readonly Guard[] = [
  {
    name: 'only debits after a termination was declared go back',
    without: [/ && paidAt\.getTime[^;]*/, ''],
    suite: 'apps/server/test/declarations/late-renewals.test.ts',
    test: 'does not refund renewals before the declaration',
  },
  {
    name: 'a receipt of a declaration can hold no link',
    without: "return name !== '';",
    suite: 'packages/domain/src/declaration.test.ts',
  },
  {
    name: "a contract is declared about as one's own by its owner alone",
    without: 'const contractId = orderId;',
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: 'an order is withdrawn from by its buyer alone',
    without: [/, userId \}/, ' }'],
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: "the hour of a declaration is the database's",
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
    name: 'nothing follows by itself from a withdrawal after its last day',
    without: '',
    suite: DECLARING,
    test: 'after the known last day nothing happens automatically',
  },
  {
    name: 'a parcel is announced by the owner of its order alone',
    without: '',
    suite: DECLARING,
    test: 'a sent order gets one return request',
  },
  {
    name: 'a subscription is ended by its subscriber alone',
    without: [/userId,\s/, ''],
    suite: DECLARING,
    test: 'get 404, and nothing is stored',
  },
  {
    name: 'after fourteen days a subscription is ended by decision alone',
    without: 'followedUntil: null',
    suite: DECLARING,
    test: 'after fourteen days is left to the owner to decide',
  },
  {
    name: 'a declaration that is sent again is the same one',
    without: '',
    suite: 'e2e/declarations.test.ts',
    test: 'is retried with the same key',
  },
  {
    name: 'only who was given the text of the contract was informed of the right',
    without: [/contractTextId === null \? null : /, ''],
    suite: DECLARING,
    test: 'without a stored contract text',
  },
  {
    name: 'an order that may have left is not cancelled by itself',
    without: 'const canCancel = !isHeldElse;',
    suite: DECLARING,
    test: 'is held once, without a refund',
  },
  {
    name: 'only so many withdrawals of a person and day cancel their orders automatically',
    without: 'const isOneOfMany = false;',
    suite: 'apps/server/test/declarations/loops.test.ts',
    test: 'are held from the fifth withdrawal of a day on',
  },
  {
    name: 'a declaration is answered again once its contract has ended',
    without: '',
    suite: DECLARING,
    test: 'gets the first response',
  },
  {
    name: 'what was given back whole is no longer open to a withdrawal',
    without: 'const isOver = order.cancelledAt !== null;',
    suite: DECLARING,
    test: 'lists nothing open for an order refunded',
  },
  {
    name: 'what the bank gave back of a subscription is not given again',
    without: [/ - bankCents/, ''],
    suite: DISPUTES,
    test: 'has its declaration closed with the amount of the lost dispute',
  },
  {
    name: 'what is decided while a declaration is looked at is not forgotten',
    without: [/least\(next_check_at, (.*)\) END/, '$1 END'],
    suite: DECIDING,
    test: 'is followed up too',
  },
  {
    name: 'what is decided about a declaration is decided one after the other',
    without: '',
    suite: DECIDING,
    test: 'a decision waits for the lock on its order',
  },
  {
    name: 'a withdrawal that is proved and in time is not contested',
    without: '',
    suite: DECIDING,
    test: 'one in time can be neither accepted nor contested',
  },
  {
    name: 'what follows by itself is not closed before its end',
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
    name: 'no more is kept than the price of the goods',
    without: '',
    suite: DECIDING,
    test: 'refuses to keep more than the goods cost',
  },
  {
    name: 'goods are paid back to whom it is proved or accepted that they withdrew',
    without: '',
    suite: DECIDING,
    test: 'is accepted once, with an email',
  },
  {
    name: 'the goods of an order come back once',
    without: '',
    suite: DECIDING,
    test: 'a second note for one order',
  },
  {
    name: 'what the shop owner put back on the list of parcels is not being cancelled',
    without: [/awaitsParcel\(row\)\s+\? null\s+: /, ''],
    suite: 'apps/server/test/orders/late-orders.test.ts',
    test: 'shows no cancellation request',
  },
  {
    name: 'a closed declaration is not repeated about a contract that goes on',
    without: 'const isOver = false;',
    suite: STRANGERS,
    test: 'is ended again by the same call',
  },
  {
    name: 'a subscription is withdrawn from where it is named, not where an order may be meant',
    without: '',
    suite: STRANGERS,
    test: 'a reference that may mean an order ends no subscription',
  },
  {
    name: "receipts at once are counted by recipient, also those of a member's own contract",
    without: 'const takeAtOnce = async () => true;',
    suite: STRANGERS,
    test: 'of a member goes to a foreign address three times a day',
  },
  {
    name: 'a stranger uses up nothing of what a member declares with their own address',
    without: '',
    suite: STRANGERS,
    test: 'is sent even if strangers have used up its limit',
  },
  {
    name: 'a network that declares all day reaches the mailboxes of customers alone',
    without: 'const isFitting = fit !== null;',
    suite: STRANGERS,
    test: 'a flood from one network is grouped into one line',
  },
  {
    name: 'what waits for one address leaves as one email a day',
    without: 'const waitSeconds = null;',
    suite: STRANGERS,
    test: 'is otherwise batched into one email a day per address',
  },
  {
    name: 'wrong addresses of strangers do not alarm again and again',
    without: [/'receipts_lost'/, '`receipts_lost:${id}`'],
    suite: DECLARING,
    test: 'raises an alert and is recorded as lost',
  },
  {
    name: 'an email repeats no link and no telephone number of a stranger',
    without: [/\/\\d\/\.test\(part\) && digits > MAX_MAILED_DIGITS \? '' : part/, 'part'],
    suite: 'packages/domain/src/declaration.test.ts',
    test: 'mailedReference',
  },
  {
    name: 'nothing follows by itself from a declaration without a log-in',
    without: '',
    suite: STRANGERS,
    test: 'a matching order is neither held nor cancelled',
  },
  {
    name: "access ends in the transaction that stores the member's own withdrawal",
    without: '',
    suite: DECLARING,
    test: 'a withdrawal ends access in its own transaction',
  },
  {
    name: 'access that a withdrawal ended does not come back while the provider has not cancelled',
    without: [/row\.withdrawnAt \?\? /, ''],
    suite: DECLARING,
    test: 'a withdrawal ends access in its own transaction',
  },
  {
    name: 'an accepted declaration was made without a log-in, is late, or was contested',
    without: '',
    suite: DECIDING,
    test: 'one in time can be neither accepted nor contested',
  },
  {
    name: 'an order that an open declaration names is not sent or prepared among many',
    without: '',
    suite: DECIDING,
    test: 'keeps its order from being sent or prepared in a batch',
  },
  {
    name: 'a reference that may mean two orders names none of them beyond doubt',
    without: [/orders\.length === 1/, 'orders.length > 0'],
    suite: STRANGERS,
    test: 'two own orders in one reference',
  },
];
