import type { Db, Tx } from '@agres/db/db';
import type { z } from 'zod';

import type { Deps, Log } from '../context.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Actor } from './actor.ts';
import { hasJournal, inJournalledTransaction, writeJournal, type JournalEntry } from './journal.ts';
import { hasPermission, type Permission } from './permissions.ts';

/** What an operation, or the audit of payments, needs to ask the payment provider. */
export type ProviderDeps = Pick<
  Deps,
  | 'db'
  | 'payments'
  | 'log'
  | 'wakeJobs'
  | 'clock'
  | 'installation'
  | 'processId'
  | 'leaseTimes'
  | 'config'
>;

/** What an operation of the shop owner works with. */
export type OperationDeps = {
  db: Db;
  /** Where each row of the journal is a line. */
  log: Pick<Log, 'info'>;
  clock: () => Date;
  /** Ends the operation where the payment provider is not available. */
  provider: () => Promise<ProviderDeps>;
  /** Counts emails to members. The command line has none: its person may change any row anyway. */
  rateLimiter?: RateLimiter;
  /** Origin of the office, for links in e-mails; absent where none is set up. */
  officeUrl?: string;
  /** Wakes the sending of refunds in this process; absent where it is no process of the site. */
  wakeRefunds?: () => void;
};

type Reading = { db: Db; clock: () => Date };

/** What a change works with. */
export type Changing = {
  tx: Tx;
  clock: () => Date;
  actor: Actor;
  /** Requires another permission beside the operation's own; ends the operation without it. */
  may: (permission: Permission) => void;
  /** Counts in the same transaction; absent on the command line. */
  rateLimiter?: RateLimiter;
  /** Origin of the office; absent where none is set up. */
  officeUrl?: string;
  /** Writes the change into the journal, in the same transaction. */
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

type Described<Input, Output> = {
  /** Noun and verb, such as `orders.send`: stands in the journal. */
  name: string;
  permission: Permission;
  /** JSON, the same from every interface. */
  input: z.ZodType<Input, Input>;
  output: z.ZodType<Output>;
  /** Runs after the commit, for a limited time: wakes the background and waits for the outcome. */
  after?: (deps: OperationDeps, output: Output) => Promise<Output>;
};

/** Reads, outside a transaction. */
export type ReadOperation<Input, Output> = Described<Input, Output> & {
  kind: 'read';
  run: (work: Reading, input: Input) => Promise<Output>;
};

/**
 * Changes rows in one transaction, and writes the journal in it. The transaction may run twice: `run`
 * does nothing outside the database. `danger`: moves money, persons' data or rights.
 */
export type ChangeOperation<Input, Output> = Described<Input, Output> & {
  kind: 'change' | 'danger';
  run: (work: Changing, input: Input) => Promise<Output>;
};

/**
 * Works with the payment provider or the whole shop, in transactions of its own. What it changes, it
 * writes into the journal itself.
 */
export type DirectOperation<
  Input,
  Output,
  Kind extends 'read' | 'danger' = 'read' | 'danger',
> = Described<Input, Output> & {
  kind: Kind;
  perform: (deps: OperationDeps & { actor: Actor }, input: Input) => Promise<Output>;
};

/** One action on the shop, for every interface (docs/decisions/052). */
export type Operation<Input, Output> =
  | ReadOperation<Input, Output>
  | ChangeOperation<Input, Output>
  | DirectOperation<Input, Output>;

/** Defines an operation that only reads. */
export function defineRead<Input, Output>(
  operation: Omit<ReadOperation<Input, Output>, 'kind'>,
): ReadOperation<Input, Output> {
  return { ...operation, kind: 'read' };
}

/** Defines an operation that changes something. */
export function defineChange<Input, Output>(
  operation: ChangeOperation<Input, Output>,
): ChangeOperation<Input, Output> {
  return operation;
}

/** Defines an operation that works in transactions of its own. */
export function defineDirect<Input, Output, Kind extends 'read' | 'danger'>(
  operation: DirectOperation<Input, Output, Kind>,
): DirectOperation<Input, Output, Kind> {
  return operation;
}

/**
 * Runs an operation: permission, one transaction with its rows of the journal, `after`.
 * Answers its declared output. All of a change happens or nothing does.
 * @throws what `run` refuses with; an Error for a change that left nothing in the journal, or for
 * an actor without the permission: both are faults of the program.
 */
export async function runOperation<Input, Output>(
  deps: OperationDeps & { actor: Actor },
  operation: Operation<Input, Output>,
  input: NoInfer<Input>,
): Promise<Output> {
  // guard: an operation needs its permission
  requirePermission(deps.actor, operation.permission);
  const output = operation.output.parse(
    'perform' in operation
      ? await operation.perform(deps, input)
      : await perform(deps, operation, input),
  );
  return operation.after === undefined ? output : operation.after(deps, output);
}

function requirePermission(actor: Actor, permission: Permission): void {
  if (!hasPermission(actor, permission)) throw new Error(`${actor.kind} may not: ${permission}`);
}

async function perform<Input, Output>(
  { db, log, clock, actor, rateLimiter, officeUrl }: OperationDeps & { actor: Actor },
  operation: ReadOperation<Input, Output> | ChangeOperation<Input, Output>,
  input: Input,
): Promise<Output> {
  if (operation.kind === 'read') return operation.run({ db, clock }, input);
  return inJournalledTransaction({ db, log }, async (tx) => {
    const journal: Changing['journal'] = (entry) =>
      writeJournal(tx, { ...entry, actor, operation: operation.name });
    const may: Changing['may'] = (permission) => requirePermission(actor, permission);
    const counting = rateLimiter === undefined ? {} : { rateLimiter: rateLimiter.within(tx) };
    const linking = officeUrl === undefined ? {} : { officeUrl };
    const work = { tx, clock, actor, may, journal, ...counting, ...linking };
    const output = await operation.run(work, input);
    // guard: no change by hand without its row in the journal
    if (!hasJournal(tx)) throw new Error(`${operation.name} left nothing in the journal`);
    return output;
  });
}
