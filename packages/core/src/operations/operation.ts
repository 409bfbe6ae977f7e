import type { Db, Tx } from '@agres/db/db';
import { setShopFacts } from '@agres/domain/brand';
import type { z } from 'zod';

import type { Deps, Log } from '../context.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { readShopFacts } from '../settings.ts';
import type { Actor } from './actor.ts';
import { hasJournal, inJournalledTransaction, writeEntry, type JournalEntry } from './journal.ts';
import { hasPermission, type Permission } from './permissions.ts';

/** What an operation, or the payment audit, needs to call the payment provider. */
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

export type OperationDeps = {
  db: Db;
  log: Pick<Log, 'info'>;
  clock: () => Date;
  /** Ends the operation if the payment provider is not available. */
  provider: () => Promise<ProviderDeps>;
  /** Absent on the command line, which needs no limits: its user can change any row anyway. */
  rateLimiter?: RateLimiter;
  /** Origin of the office, for links in emails; absent if there is none. */
  officeUrl?: string;
  /** Wakes the background work that sends refunds. Absent outside the site's processes. */
  wakeRefunds?: () => void;
  /** The longest wait for the outcome of a refund, in ms; default: 15 seconds. */
  refundWaitMs?: number;
};

type ReadContext = {
  db: Db;
  clock: () => Date;
  has: (permission: Permission) => boolean;
};

export type ChangeContext = {
  tx: Tx;
  clock: () => Date;
  actor: Actor;
  /** Requires a further permission; ends the operation without it. */
  may: (permission: Permission) => void;
  /** Counts in the operation's transaction. Absent on the command line. */
  rateLimiter?: RateLimiter;
  officeUrl?: string;
  /** Writes the change to the journal, in the same transaction. */
  journal: (entry: Omit<JournalEntry, 'actor' | 'operation'>) => Promise<void>;
};

type OperationDefinition<Input, Output> = {
  name: string;
  permission: Permission;
  /** JSON input and output, so that they are the same in every interface. */
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
 * Changes rows and writes the journal in one transaction. It may run twice, so `run` has no effect outside
 * the database. `danger` moves money, personal data or permissions.
 */
export type ChangeOperation<Input, Output> = OperationDefinition<Input, Output> & {
  kind: 'change' | 'danger';
  run: (work: ChangeContext, input: Input) => Promise<Output>;
};

/**
 * Works on the payment provider or the whole shop, in transactions of its own, and writes its changes to the
 * journal itself.
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

export function defineRead<Input, Output>(
  operation: Omit<ReadOperation<Input, Output>, 'kind'>,
): ReadOperation<Input, Output> {
  return { ...operation, kind: 'read' };
}

export function defineChange<Input, Output>(
  operation: ChangeOperation<Input, Output>,
): ChangeOperation<Input, Output> {
  return operation;
}

export function defineDirect<Input, Output, Kind extends 'read' | 'danger'>(
  operation: DirectOperation<Input, Output, Kind>,
): DirectOperation<Input, Output, Kind> {
  return operation;
}

/**
 * Runs an operation: checks the permission, runs one transaction with its journal entries, then `after`.
 * Returns the declared output. A change happens completely or not at all.
 * @throws the refusals of `run`; an Error for a change without a journal entry or an actor without the
 * permission, which are bugs
 */
export async function runOperation<Input, Output>(
  deps: OperationDeps & { actor: Actor },
  operation: Operation<Input, Output>,
  input: NoInfer<Input>,
): Promise<Output> {
  // guard: an operation needs its permission
  requirePermission(deps.actor, operation.permission);
  // The office and the commands do not follow the settings, as the site's processes do (decision 126).
  setShopFacts(await readShopFacts(deps.db));
  const output = operation.output.parse(
    'perform' in operation
      ? await operation.perform(deps, input)
      : await perform(deps, operation, input),
  );
  return operation.after === undefined ? output : operation.after(deps, output);
}

function requirePermission(actor: Actor, permission: Permission): void {
  if (hasPermission(actor, permission)) return;
  throw new Error(`an actor of kind ${actor.kind} lacks the permission ${permission}`);
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
