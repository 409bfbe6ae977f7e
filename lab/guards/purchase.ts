import type { GuardsByTestFile } from './guard.ts';

export const PURCHASE_GUARDS: GuardsByTestFile = {
  'apps/server/test/purchase/slow-database.test.ts': {
    'a call to a slow database fails early': {
      without: [
        /runForRequest\(request\.raw, \(\) => underRequestId\(request\.id, done\)\)/,
        'underRequestId(request.id, done)',
      ],
      test: 'fails a purchase early with 503',
    },
    'the result of a provider call is stored without a database deadline': {
      without: '',
      test: 'does not fail an unsubscription that the provider has received',
    },
  },
  'apps/server/test/contract-texts/contract-texts.test.ts': {
    'a contract text that is no longer offered is refused': {
      without: 'if (text === undefined) return ownId;',
      test: 'that is unknown gets 409 over REST and tRPC, and nothing is charged or stored',
    },
  },
  'apps/server/test/purchase/delivery-area.test.ts': {
    'an address text that contradicts the paid delivery area is refused': {
      without: [/!== 'contradicts'/, '!== null'],
      test: '%s in the address text alone is refused',
    },
  },
  'apps/server/test/relays/relays.test.ts': {
    'a pickup point outside the paid delivery area is refused': {
      without: [/actual === area \|\| actual === null/, 'actual !== undefined'],
      test: 'must be on the list and in the paid delivery area',
    },
  },
  'apps/server/test/purchase/holds.test.ts': {
    'a hold of an account with an earlier payment is not released early': {
      without: [/paid\.state = 'paid'/, 'false'],
      test: 'stays held for three minutes, and for ten if its account has paid before',
    },
  },
  'apps/server/test/purchase/shown-amount.test.ts': {
    'a purchase at another price than the page showed is refused': {
      without: [/`.*`/, '`TRUE`'],
      test: 'of an outdated price gets 409 over REST and tRPC, without a charge or a row',
    },
    'a restarted purchase charges another amount only if the buyer confirms it': {
      without: [/expired\.amountCents/, 'null'],
      test: 'of the first call still binds an expired purchase that restarts',
    },
  },
  'e2e/changed-price.test.ts': {
    'the purchase page sends the amount that it shows': {
      without: [/shownAmountCents, /, ''],
      test: 'a price changed during checkout is not charged until confirmed',
    },
  },
  'apps/server/test/purchase/sold-units.test.ts': {
    'a sale is counted once': {
      without: [/LOCK TABLE sold_units IN SHARE ROW EXCLUSIVE MODE/, 'SELECT'],
      test: 'counts each sale once with concurrent processes',
    },
  },
  'apps/server/test/purchase/lost-rows.test.ts': {
    'an order counts as unpaid only after its payment is read again': {
      without: 'return finding;',
      test: 'raises no alert',
    },
    'a payment of another installation is not changed': {
      without: "return mark === undefined ? 'unmarked' : 'ours';",
      test: 'does not refund for a refund_intent job that names only the payment',
    },
    'an order is rebuilt only from a payment marked by this installation': {
      without: [/ownershipOf\(deps\.installation, intent\) !== 'ours' \|\| /, ''],
      test: 'is left to the owner when it',
    },
    'the audit reports a payment from before this database was in use, and never refunds it': {
      without: 'return true;',
      test: 'is left to the owner when it is older than this database',
    },
    'a rebuilt order is linked only to an account with the same id and address': {
      without: [/ === buyerHash/, '.length > 0'],
      test: 'gets its order without an account when its user id has another email now',
    },
    'an order is rebuilt only if a unit is in stock': {
      without: '',
      test: 'is left to the owner when the item is out of stock',
    },
    'the audit rebuilds three orders a day at most': {
      without: 'return true;',
      test: 'is rebuilt three times a day at most',
    },
    'a payment that got its order during the audit is not refunded': {
      without: '',
      test: 'ends in an order or one refund when the owner’s rebuild races the audit',
    },
    'the audit rebuilds no order if its buyer bought the same again': {
      without: [/ \|\| \(since\.hasSame && by === 'audit'\)/, ''],
      test: 'is left to the owner when its buyer bought the same again meanwhile',
    },
  },
  'apps/server/test/purchase/buying.test.ts': {
    'a purchase attempt takes one unit from stock': {
      without: [/remaining - 1/, 'remaining'],
      test: 'an option out of stock gets 409 without a charge or a row',
    },
    'a purchase that the stock constraint rejects gets the error sold_out_item': {
      without: '',
      test: 'an option out of stock gets 409 without a charge or a row',
    },
    'a repeated call creates no second purchase attempt': {
      without: [/ON CONFLICT DO NOTHING/, ''],
      test: 'sent twenty times concurrently charges once and returns the same body',
    },
    'a refused purchase returns its unit to stock': {
      without: [/remaining \+ 1/, 'remaining'],
      test: 'accepts another card after a declined one',
    },
    'an idempotency key reused for another request is refused': {
      without: [/return .*/, 'return true;'],
      test: 'with another body under the same idempotency key gets 422',
    },
  },
  'apps/server/test/purchase/faults.test.ts': {
    'a payment is cancelled before its unit returns to stock': {
      without: [/'cancel'/, "'release'"],
      test: 'a process that froze before confirming finds its payment cancelled',
    },
    'a provider response without an object counts as a failed call': {
      without: 'return body;',
      test: 'a confirmation that gets only',
    },
  },
  'apps/server/test/purchase/rivals.test.ts': {
    'a purchase attempt changes only from the state that was read': {
      without: [/ AND state = \$\{\w+\}/, ''],
      test: 'that see the same refusal return the unit to stock once',
    },
    'only the lease holder stores a payment': {
      without: 'fence: Prisma.sql`TRUE`',
      test: 'does not replace the new payment with its own',
    },
    'a purchase attempt is ended only by its own payment': {
      without: [/`.*`/, '`TRUE`'],
      test: 'does not end the purchase by its former payment',
    },
  },
  'packages/money/src/purchase/plan.test.ts': {
    'a call waits for an attempt that another call has leased': {
      without: [/'wait'/, "'take_over'"],
      test: 'while another call holds its lease, then takes it over',
    },
  },
  'apps/server/test/purchase/lost-answers.test.ts': {
    'a repeated purchase whose response was lost is not charged again': {
      without: '',
      test: 'by the same purchase with another card and key, which is not charged',
    },
    'a delivered response is not returned for the next purchase': {
      without: [/AND response_sent_at IS NULL /, ''],
      test: 'buys a second one once a response about the first is delivered',
    },
  },
  'packages/money/src/purchase/pay-or-hold-for-3d-secure.test.ts': {
    'a payment of another amount than agreed makes no order': {
      without: [/\w+\.amountCents === \w+\.amountCents/, 'true'],
      test: 'refunds a payment that differs from the attempt',
    },
  },
  'apps/server/test/purchase/accidents.test.ts': {
    'a refunded payment makes no order': {
      without: 'true',
      test: 'when the payment is refunded at the provider before the order is written',
    },
    'a lease from before the clock was set back is void': {
      without: [/make_interval\(secs => (\$\{.*\}::float8)\)/, "interval '1 year' * $1"],
      test: 'clock is set back an hour during an open purchase',
    },
    'an order that cannot be written raises an alert': {
      without: '',
      test: 'when an order cannot be written at all',
    },
  },
  'apps/server/test/purchase/leases.test.ts': {
    'a database outage does not make processes count as dead': {
      without: 'const HAS_WITNESS = Prisma.sql`TRUE`;',
      test: 'is kept until it expires if',
    },
    'the lease of a dead process can be taken over': {
      without: 'const IS_HOLDER_DEAD = Prisma.sql`FALSE`;',
      test: 'can be taken over once its process counts as dead',
    },
  },
  'apps/server/test/purchase/background.test.ts': {
    'a webhook event during a check causes another check': {
      without: 'return planned;',
      test: 'an event that arrives during a check of its purchase',
    },
    'replayed webhook events do not flood the provider': {
      without: [/make_interval\(secs => .*?::float8\)/, "interval '0'"],
      test: 'an event replayed 400 times',
    },
    'a full batch of the reconciler is followed by the next at once': {
      without: [/due\.length < BATCH \? 'none' : 'more'/, "due.length < BATCH ? 'none' : 'none'"],
      test: 'a backlog of purchases larger than one batch',
    },
  },
  'apps/server/test/calls/repetitions.test.ts': {
    'a new payment counts in the rate limit under any idempotency key': {
      without: '',
      test: 'a new payment counts, also under an old idempotency key',
    },
    'a card that reached the bank counts again in the rate limit': {
      without: [/NULL/, 'card_hash'],
      test: 'a card that reached the bank counts again, also under the same idempotency key',
    },
  },
  'apps/server/test/purchase/abuse.test.ts': {
    'a webhook event without a valid signature is refused': {
      without: [/'refused'/, "'accepted'"],
      test: 'I1: an event without a valid and recent signature',
    },
  },
  'apps/server/test/jobs/jobs.test.ts': {
    'a job belongs to one worker at a time': {
      without: [/AND \(locked_until IS NULL OR .*\)/, ''],
      test: 'of a dead worker are claimed by the next one when the lease expires',
    },
    'an older process leaves the jobs of a newer release to it': {
      without: [/\(kind = ANY[^`]*/, 'true'],
      test: 'of a newer release are left to its processes',
    },
    'an unreachable mail server does not use up an attempt of an email': {
      without: [/delivery\.isUnreached === true \? 'unreached' : 'postponed'/, "'postponed'"],
      test: 'wait for an unreachable mail server without using up an attempt',
    },
    'late emails are sent at a limited rate': {
      without: '',
      test: 'of late emails are done in order, five a second at most',
    },
    'a worker waits for all its jobs, even if the end of one cannot be stored': {
      without: 'await Promise.all(usual.map((job) => runJob(working, job)));',
      test: 'whose end cannot be stored',
    },
  },
  'packages/db/src/db.test.ts': {
    'a connection ended by the database does not crash the process': {
      without: '',
      test: 'recover when the server terminates a session between two callers',
    },
  },
  'packages/db/src/postgresql.test.ts': {
    'a connection with an outdated prepared statement is closed': {
      without: [/client\.isOutdated/, 'false'],
      test: '%s fails once after its result type changed',
    },
  },
  'packages/db/src/database-deadline.test.ts': {
    'a connection with an open transaction is closed, not reused': {
      without: 'false',
      test: 'rolls back a transaction whose ROLLBACK was never sent, before the next one',
    },
    'a transaction keeps the deadline of the call that began it': {
      without: [/\(deadline,/, '(current.getStore(),'],
      test: 'keeps its own deadline in a transaction while another request queries',
    },
  },
  'apps/web/src/features/checkout/pending-call.test.ts': {
    'an interrupted payment resumes only for the same user': {
      without: [/if \(keptFor === userId &&/, 'if ('],
      test: 'another user in the tab does not find the call, which is then deleted',
    },
  },
  'apps/web/src/features/checkout/card-payment.test.ts': {
    'a second click during a payment sends no second call': {
      without: [/if \(state\.step !== 'paying'\) await complete\(/, 'await complete('],
      test: 'starts no other call while one is in progress',
    },
  },
  'apps/server/test/payment-method/unknown-account.test.ts': {
    'an unknown payment account is an error, not the main account': {
      without: "if (account === undefined) return 'main';",
    },
  },
  'apps/server/test/payment-method/foreign-answers.test.ts': {
    'an object created at the provider must match its request': {
      without: [/found\[name\] !== asked\[name\]/, 'found[name] === name && asked[name] === name'],
      test: 'another buyer’s payment is neither confirmed nor cancelled, and a retry buys',
    },
  },
  'packages/payments/src/refunds.test.ts': {
    'a list about another payment counts as an unknown answer': {
      without: [/=> 'intentId.*/, '=> false;'],
      test: 'is unknown if the response is about another payment',
    },
  },
  'apps/server/test/purchase/slow-provider.test.ts': {
    'a provider call does not outlast the deadline of its step': {
      without: 'const timeout = timeoutMs;',
      test: 'does not keep a call beyond its lease, so no other process takes it over meanwhile',
    },
  },
  'apps/server/test/jobs/slow-provider.test.ts': {
    'a job calls the provider only while its claim lasts': {
      without: 'const leftMs = () => Number.POSITIVE_INFINITY;',
      test: 'ends before its lease expires, and the next attempt refunds once',
    },
  },
};
