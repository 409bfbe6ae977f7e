import type { Db, Tx } from '@agres/db/db';
import type { z } from 'zod';

import type { Deps, Log } from '../context.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Actor } from './actor.ts';
import { hasJournal, inJournalledTransaction, writeEntry, type JournalEntry } from './journal.ts';
import { hasPermission, type Permission } from './permissions.ts';

/** The dependencies of an operation, or of the payment audit, that calls the payment provider. */
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

/** The dependencies of an owner's operation. */
export type OperationDeps = {
  db: Db;
  /** Logs a line for each journal entry. */
  log: Pick<Log, 'info'>;
  clock: () => Date;
  /** Ends the operation if the payment provider is not available. */
  provider: () => Promise<ProviderDeps>;
  /** Limits emails to members. Absent on the command line, whose user can change any row anyway. */
  rateLimiter?: RateLimiter;
  /** Origin of the office, for links in emails; absent if none is set up. */
  officeUrl?: string;
  /** Starts sending refunds in this process; absent outside the site's processes. */
  wakeRefunds?: () => void;
};

type ReadContext = {
  db: Db;
  clock: () => Date;
  /** Reports whether the actor has another permission. */
  has: (permission: Permission) => boolean;
};

/** The dependencies of a change. */
export type ChangeContext = {
  tx: Tx;
  clock: () => Date;
  actor: Actor;
  /** Requires another permission in addition to the operation's own; ends the operation without it. */
  may: (permission: Permission) => void;
  /** Limits emails in the same transaction; absent on the command line. */
  rateLimiter?: RateLimiter;
  /** Origin of the office; absent if none is set up. */
  officeUrl?: string;
  /** Writes the change to the journal, in the same transaction. */
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

type OperationDefinition<Input, Output> = {
  /** Noun and verb, such as `orders.send`; recorded in the journal. */
  name: string;
  permission: Permission;
  /** JSON, the same from every interface. */
  input: z.ZodType<Input, Input>;
  output: z.ZodType<Output>;
  /** Runs after the commit, for a limited time: wakes background work and waits for the outcome. */
  after?: (deps: OperationDeps, output: Output) => Promise<Output>;
};

/** An operation that only reads, outside a transaction. */
export type ReadOperation<Input, Output> = OperationDefinition<Input, Output> & {
  kind: 'read';
  run: (work: ReadContext, input: Input) => Promise<Output>;
};

/**
 * An operation that changes rows in one transaction, and writes the journal in it. The transaction may run
 * twice, so `run` has no effect outside the database. `danger`: moves money, personal data or permissions.
 */
export type ChangeOperation<Input, Output> = OperationDefinition<Input, Output> & {
  kind: 'change' | 'danger';
  run: (work: ChangeContext, input: Input) => Promise<Output>;
};

/**
 * An operation on the payment provider or the whole shop, in transactions of its own. It writes its changes
 * to the journal itself.
 */
export type DirectOperation<
  Input,
  Output,
  Kind extends 'read' | 'danger' = 'read' | 'danger',
> = OperationDefinition<Input, Output> & {
  kind: Kind;
  perform: (deps: OperationDeps & { actor: Actor }, input: Input) => Promise<Output>;
};

/** One action on the shop, shared by all interfaces (docs/decisions/052). */
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

/** Defines an operation that changes rows. */
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
 * Runs an operation: checks the permission, runs one transaction with its journal entries, then `after`.
 * Returns the declared output. A change happens completely or not at all.
 * @throws the refusals of `run`; an Error for a change without a journal entry, or for an actor without the
 * permission: both are bugs.
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
  if (operation.kind === 'read') {
    return operation.run({ db, clock, has: (other) => hasPermission(actor, other) }, input);
  }
  return inJournalledTransaction({ db, log }, async (tx) => {
    const journal: ChangeContext['journal'] = (entry) =>
      writeEntry(tx, { ...entry, actor, operation: operation.name });
    const may: ChangeContext['may'] = (permission) => requirePermission(actor, permission);
    const counting = rateLimiter === undefined ? {} : { rateLimiter: rateLimiter.within(tx) };
    const linking = officeUrl === undefined ? {} : { officeUrl };
    const work = { tx, clock, actor, may, journal, ...counting, ...linking };
    const output = await operation.run(work, input);
    // guard: a change without a journal entry is rolled back
    if (!hasJournal(tx)) throw new Error(`${operation.name} wrote no journal entry`);
    return output;
  });
}
