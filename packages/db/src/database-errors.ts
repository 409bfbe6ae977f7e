/**
 * The cause of a failure that is not the statement's or transaction's own fault:
 * - `away`: the database was unavailable, nothing was done; answer 503, a retry is safe
 * - `unknown`: the connection broke, the work may or may not be done; read before acting
 * - `conflict`: another transaction won, nothing was done; retry once
 */
export type DatabaseFault = 'away' | 'unknown' | 'conflict';

/** Returns the fault behind an error; undefined for any other error (a bug, a constraint). */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (const { code, kind, message } of signsOf(error)) {
    const fault = FAULT_BY_CODE.get(code) ?? FAULT_BY_KIND.get(kind) ?? faultOfMessage(message);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Whether a row was rejected because of a duplicate key; if given, by the constraint or unique
 * index with that SQL name (`users_email_key_key`, `one_in_flight`).
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const signs = signsOf(error);
  const isViolation = signs.some(
    ({ code, kind }) =>
      code === '23505' || code === 'P2002' || kind === 'UniqueConstraintViolation',
  );
  return isViolation && (constraint === undefined || isNamed(signs, constraint));
}

/** Whether a row was rejected by the check constraint with that SQL name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const signs = signsOf(error);
  return signs.some(({ code }) => code === '23514') && isNamed(signs, constraint);
}

/** Whether a row was rejected for a NULL in the column with that SQL name. */
export function isNullViolation(error: unknown, column: string): boolean {
  const signs = signsOf(error);
  return signs.some(({ code }) => code === '23502') && isNamed(signs, column);
}

/** Searches the messages: only the database's own names the constraint or column, in every language. */
function isNamed(signs: readonly Sign[], constraint: string): boolean {
  return signs.some(({ message }) => message.match(/\w+/g)?.includes(constraint));
}

/** Returns all codes of an error and of the errors it wraps: SQLSTATE, Prisma, socket. */
export function codesOf(error: unknown): Set<string> {
  return new Set(signsOf(error).map(({ code }) => code));
}

// The faults by SQLSTATE, Prisma and socket codes.
const FAULT_BY_CODE: ReadonlyMap<string, DatabaseFault> = new Map([
  ['40001', 'conflict'], // serialization_failure
  ['40P01', 'conflict'], // deadlock_detected
  ['P2034', 'conflict'],
  ['08001', 'away'], // sqlclient_unable_to_establish_sqlconnection
  ['08004', 'away'], // sqlserver_rejected_establishment_of_sqlconnection
  ['25006', 'away'], // read_only_sql_transaction: a standby after a failover
  ['53100', 'away'], // disk_full: of the data; a server whose WAL has no space left shuts down
  ['53200', 'away'], // out_of_memory
  ['53300', 'away'], // too_many_connections
  ['55P03', 'away'], // lock_not_available
  ['57014', 'away'], // query_canceled: statement_timeout
  ['57P03', 'away'], // cannot_connect_now
  ['58030', 'away'], // io_error
  ['P1001', 'away'],
  ['P1002', 'away'],
  ['P2024', 'away'],
  ['DEADLINE_NOTHING_DONE', 'away'], // see database-deadline.ts
  ['DEADLINE_UNKNOWN', 'unknown'],
  ['ECONNREFUSED', 'away'],
  ['ENOTFOUND', 'away'],
  ['EAI_AGAIN', 'away'],
  ['08003', 'unknown'], // connection_does_not_exist
  ['08006', 'unknown'], // connection_failure
  ['08007', 'unknown'], // transaction_resolution_unknown
  ['25P03', 'unknown'], // idle_in_transaction_session_timeout
  ['57P01', 'unknown'], // admin_shutdown
  ['57P02', 'unknown'], // crash_shutdown
  ['P1017', 'unknown'],
  ['ECONNRESET', 'unknown'],
  ['EPIPE', 'unknown'],
  ['ETIMEDOUT', 'unknown'],
]);

// The faults by the driver adapters' own error kinds.
const FAULT_BY_KIND: ReadonlyMap<string, DatabaseFault> = new Map([
  ['TransactionWriteConflict', 'conflict'],
  ['DatabaseNotReachable', 'away'],
  ['TooManyConnections', 'away'],
  ['ConnectionClosed', 'unknown'],
  ['SocketTimeout', 'unknown'],
]);

// The faults by message, for errors without a code or with an ambiguous one (P2028).
const FAULT_BY_MESSAGE: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/timeout exceeded when trying to connect/i, 'away'],
  [/connection terminated due to connection timeout/i, 'away'],
  [/unable to start a transaction in the given time/i, 'away'],
  [/connection terminated/i, 'unknown'],
  [/connection ended unexpectedly/i, 'unknown'],
  [/client has encountered a connection error/i, 'unknown'],
  [/query read timeout/i, 'unknown'],
  [/transaction api error/i, 'unknown'],
];

function faultOfMessage(message: string): DatabaseFault | undefined {
  return FAULT_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
}

/** The details of one layer of an error; empty strings by default. */
type Sign = { code: string; kind: string; message: string };

// Returns the outermost error first: a Prisma error wraps the adapter's in `meta`, which wraps the driver's
// in `cause`. The cause of a connection timeout looks like a broken connection.
function signsOf(error: unknown, depth = 0): Sign[] {
  if (!isRecord(error) || depth > 6) return [];
  const inner = [
    error['cause'],
    isRecord(error['meta']) ? error['meta']['driverAdapterError'] : undefined,
    ...(Array.isArray(error['errors']) ? error['errors'] : []),
  ];
  const own = {
    code: textOf(error['originalCode']) || textOf(error['code']),
    kind: textOf(error['kind']),
    message: textOf(error['originalMessage']) || textOf(error['message']),
  };
  return [own, ...inner.flatMap((cause) => signsOf(cause, depth + 1))];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
