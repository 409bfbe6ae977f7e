import type { Db, Tx } from '@agres/db/db';
import type { z } from 'zod';

import type { Deps, Log } from '../context.ts';
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

/** What is known of a database that a command opened itself. */
export type Alone = {
  /** `placeOf` it. */
  place: () => Promise<string>;
  /** The PUBLIC_URL of the settings, as it was given; empty where it is not set. */
  publicUrl: string;
};

/** What an operation of the shop owner works with. */
export type OperationDeps = {
  db: Db;
  /** Where each row of the journal is a line. */
  log: Pick<Log, 'info'>;
  clock: () => Date;
  /** Ends the operation where the payment provider is not available. */
  provider: () => Promise<ProviderDeps>;
  /** Wakes the sending of refunds in this process; absent where it is no process of the site. */
  wakeRefunds?: () => void;
  /** Set where a command opened the database itself, which is then outside of every site. */
  alone?: Alone;
};

type Reading = { db: Db; clock: () => Date };

/** What a change works with. */
export type Changing = {
  tx: Tx;
  clock: () => Date;
  actor: Actor;
  /** Requires another permission beside the operation's own; ends the operation without it. */
  may: (permission: Permission) => void;
  /** Writes the change into the journal, in the same transaction. */
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

type Described<Input, Output> = {
  /** Noun and verb, such as `orders.send`: stands in the journal. */
  name: string;
  permission: Permission;
  /** JSON, the same from every interface. */
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
  /** Runs before the transaction: a read of the provider. */
  before?: (deps: OperationDeps, input: Input) => Promise<void>;
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

/** One action on the shop, for every interface (docs/decisions/052). */
export type Operation<Input, Output> =
  | ReadOperation<Input, Output>
  | ChangeOperation<Input, Output>;

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

/**
 * Runs an operation: permission, `before`, one transaction with its rows of the journal, `after`.
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
  await operation.before?.(deps, input);
  const output = operation.output.parse(await perform(deps, operation, input));
  return operation.after === undefined ? output : operation.after(deps, output);
}

function requirePermission(actor: Actor, permission: Permission): void {
  if (!hasPermission(actor, permission)) throw new Error(`${actor.kind} may not: ${permission}`);
}

async function perform<Input, Output>(
  { db, log, clock, actor }: OperationDeps & { actor: Actor },
  operation: Operation<Input, Output>,
  input: Input,
): Promise<Output> {
  if (operation.kind === 'read') return operation.run({ db, clock }, input);
  return inJournalledTransaction({ db, log }, async (tx) => {
    const journal: Changing['journal'] = (entry) =>
      writeJournal(tx, { ...entry, actor, operation: operation.name });
    const may: Changing['may'] = (permission) => requirePermission(actor, permission);
    const output = await operation.run({ tx, clock, actor, may, journal }, input);
    // guard: no change by hand without its row in the journal
    if (!hasJournal(tx)) throw new Error(`${operation.name} left nothing in the journal`);
    return output;
  });
}
