import type { Guard } from './guard.ts';

const DECIDING = 'apps/server/test/declarations/deciding.test.ts';
const DISPUTES = 'apps/server/test/declarations/disputes.test.ts';
const STRANGERS = 'apps/server/test/declarations/strangers.test.ts';
const DECLARING = 'apps/server/test/declarations/declaring.test.ts';

/** The guards of declarations: withdrawal, termination, and what follows. */
export const DECLARATION_GUARDS: readonly Guard[] = [
  {
    name: 'only what was debited after a termination was declared goes back',
    without: [/ \|\| paidAt <= declaredAt/, ''],
    suite: 'apps/server/test/declarations/late-renewals.test.ts',
    test: 'keeps the renewals before it',
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
    test: 'are not found, and nothing is written',
  },
  {
    name: 'an order is withdrawn from by its buyer alone',
    without: [/, userId \}/, ' }'],
    suite: DECLARING,
    test: 'are not found, and nothing is written',
  },
  {
    name: 'receipts of declarations are counted by recipient',
    without: '',
    suite: DECLARING,
    test: 'a fourth receipt to an unproved address',
  },
  {
    name: "the hour of a declaration is the database's",
    without: [/clock_timestamp\(\),/, "'2000-01-01',"],
    suite: DECLARING,
    test: 'the hour is that of the database',
  },
  {
    name: 'a declaration has one receipt',
    without: [/dedupe,/, ''],
    suite: DECLARING,
    test: 'are one withdrawal with one receipt',
  },
  {
    name: 'nothing follows by itself from a withdrawal after its last day',
    without: '',
    suite: DECLARING,
    test: 'after the known last day nothing follows by itself',
  },
  {
    name: 'an unsent order that somebody unproved withdraws from is held',
    without: 'const isHeld = false;',
    suite: DECLARING,
    test: 'an order that fits is held',
  },
  {
    name: "a declaration is confirmed by the link that went to the account's address alone",
    without: '',
    suite: DECLARING,
    test: 'an order that fits is held',
  },
  {
    name: "what a declaration is about is told by the link that went to the account's address alone",
    without: '',
    suite: DECLARING,
    test: 'an order that fits is held',
  },
  {
    name: 'a parcel is announced by the owner of its order alone',
    without: '',
    suite: DECLARING,
    test: 'an order that was sent is asked back',
  },
  {
    name: 'a subscription is ended by its subscriber alone',
    without: [/userId,\s/, ''],
    suite: DECLARING,
    test: 'are not found, and nothing is written',
  },
  {
    name: 'after fourteen days a subscription is ended by decision alone',
    without: 'followedUntil: null',
    suite: DECLARING,
    test: 'after fourteen days a person decides',
  },
  {
    name: 'a declaration that is sent again is the same one',
    without: '',
    suite: 'e2e/declarations.test.ts',
    test: 'is sent again as the same one',
  },
  {
    name: 'only who was given the text of the contract was informed of the right',
    without: [/contractTextId === null \? null : /, ''],
    suite: DECLARING,
    test: 'whose text is not kept',
  },
  {
    name: 'an order that may have left is not cancelled by itself',
    without: 'const canCancel = !isHeldElse;',
    suite: DECLARING,
    test: 'is held once, and no money moves',
  },
  {
    name: 'a declaration is answered again once its contract has ended',
    without: '',
    suite: DECLARING,
    test: 'is answered as the first one',
  },
  {
    name: 'what was given back whole is no longer open to a withdrawal',
    without: 'const isGivenBack = false;',
    suite: DECLARING,
    test: 'tells nothing open of an order whose money went back',
  },
  {
    name: 'what the bank gave back of a subscription is not given again',
    without: [/ - bankCents/, ''],
    suite: DISPUTES,
    test: 'is closed with what the bank gave back where the shop loses',
  },
  {
    name: 'what is decided while a declaration is looked at is not forgotten',
    without: [/least\(next_check_at, (.*)\) END/, '$1 END'],
    suite: DECIDING,
    test: 'is looked at too',
  },
  {
    name: 'what is decided about a declaration is decided one after the other',
    without: '',
    suite: DECIDING,
    test: 'a person who decides waits for whoever has the order',
  },
  {
    name: 'what is accepted is late, unproved or was contested',
    without: '',
    suite: DECIDING,
    test: 'one in time is neither accepted nor contested',
  },
  {
    name: 'a withdrawal that is proved and in time is not contested',
    without: '',
    suite: DECIDING,
    test: 'one in time is neither accepted nor contested',
  },
  {
    name: 'what follows by itself is not closed before its end',
    without: '',
    suite: DECIDING,
    test: 'what goes on by itself is not closed',
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
    test: 'no more is kept than the goods cost',
  },
  {
    name: 'goods are paid back to whom it is proved or accepted that they withdrew',
    without: '',
    suite: DECIDING,
    test: 'is accepted, told so',
  },
  {
    name: 'the goods of an order come back once',
    without: '',
    suite: DECIDING,
    test: 'twice for one order, is refused',
  },
  {
    name: 'what the shop owner put back on the list of parcels is not being cancelled',
    without: [/awaitsParcel\(row\)\s+\? null\s+: /, ''],
    suite: 'apps/server/test/orders/late-orders.test.ts',
    test: 'is not told as being cancelled',
  },
  {
    name: 'a closed declaration is not repeated about a contract that goes on',
    without: 'if (next === null) break;',
    suite: STRANGERS,
    test: 'is ended again by the same call',
  },
  {
    name: 'an order stays held for whoever proves a withdrawal that a stranger declared first',
    without: '',
    suite: STRANGERS,
    test: 'an order that may have left stays held for its owner',
  },
  {
    name: "the account's owner is not asked again and again about one contract",
    without: '',
    suite: STRANGERS,
    test: 'and its order is neither held again',
  },
  {
    name: 'whoever declares about nothing again and again alarms nobody again and again',
    without: [/raiseAlertOnce/, 'raiseAlert'],
    suite: DECLARING,
    test: 'who is told once a day',
  },
  {
    name: 'an order is held once for what nobody has proved',
    without: '',
    suite: STRANGERS,
    test: 'and its order is neither held again',
  },
  {
    name: 'the shop is told of a denied declaration wherever the denial is stored',
    without: '',
    suite: STRANGERS,
    test: 'and the shop is told of it once, also where the answer to its storing is lost',
  },
  {
    name: "who denies a stranger's declaration loses nothing of their own",
    without: '',
    suite: STRANGERS,
    test: 'an order that may have left stays held for its owner',
  },
  {
    name: 'of two declarations of one person the hour of the first counts for the last day',
    without: 'const [closedId, repeats] = [id, later.id];',
    suite: STRANGERS,
    test: 'counts for the last day once its owner says',
  },
  {
    name: 'a subscription is withdrawn from where it is named, not where an order may be meant',
    without: '',
    suite: STRANGERS,
    test: 'a reference that may mean an order ends no subscription',
  },
  {
    name: 'a member declares about their own contract whatever a stranger has used up',
    without: "const apart = '';",
    suite: STRANGERS,
    test: 'whatever a stranger has used up',
  },
];
