import { PAGE_PATHS } from '@agres/domain/paths';
import { pino, type DestinationStream, type Logger } from 'pino';

const HIDDEN = '***';

/** Fields that never reach the log, wherever a line nests them. */
const SECRET_FIELDS = [
  'authorization',
  'clientSecret',
  'cookie',
  'currentMdp',
  'email',
  'mdp',
  'mdp2',
  'nonce',
  'password',
  'passwordHash',
  'retrieve',
  'secret',
  'shippingAddress',
  'stripeToken',
  'token',
];

const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** Logs one JSON object a line, without personal data or secrets. */
export function createLogger(level: string, destination = createStandardOutput()): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: HIDDEN },
    serializers: { err: errorFields },
  };
  return pino(options, destination);
}

/**
 * Standard output, to which each line is written at once. `fatal` would have it flushed as well, which never
 * ends once the reader of a pipe is gone.
 */
function createStandardOutput(): DestinationStream {
  return Object.assign(pino.destination({ sync: true }), { flushSync: () => undefined });
}

/** The pages that emails link to, up to their parameters: an id, and behind it a secret. */
const LINKED_PATHS = Object.values(PAGE_PATHS)
  .flatMap((path) => Object.values(path))
  .flatMap((path) => /^([\w/-]+)\/\$\w+\/\$\w+$/.exec(path)?.[1] ?? []);

/**
 * What may be the secret of a link in an email: the last segment of a link to one of their pages, and
 * any segment as long as a secret, however the rest is spelled or mistyped.
 */
const LINK_SECRETS = new RegExp(
  String.raw`(?<=/(?:${LINKED_PATHS.join('|')})/[^/]*/)[^/]+|[\w%-]{43,}`,
  'gi',
);

const MAX_PATH_LENGTH = 200;

/** A request's path for the log: without query, without the secrets of links in emails. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path
    .slice(0, 5 * MAX_PATH_LENGTH)
    .replaceAll(LINK_SECRETS, HIDDEN)
    .slice(0, MAX_PATH_LENGTH);
}

const SECRETS_IN_TEXT = /[\w.+-]+@[\w.-]+|\b(?:tok|pm|pi|seti|sk|rk|whsec)_[\w]+|\$argon2id\S+/g;

const MAX_MESSAGE_LENGTH = 500;

/** The logged fields of an error: messages of a database or a provider may quote values. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return faultFields(error);
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: name,
    ...(typeof code === 'string' ? { code } : {}),
    message: scrub(message).slice(-MAX_MESSAGE_LENGTH),
    stack: (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
  };
}

/** The logged fields of what is no `Error`, such as a fault of the payment provider. */
function faultFields(fault: unknown): object {
  if (typeof fault !== 'object' || fault === null) return { type: typeof fault };
  const told = Object.entries(fault).filter(([name]) => FAULT_FIELDS.has(name));
  return {
    type: 'object',
    ...Object.fromEntries(
      told.map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
    ),
  };
}

const FAULT_FIELDS = new Set(['kind', 'status', 'code', 'param', 'requestId', 'message']);

const scrub = (text: string) => text.replaceAll(SECRETS_IN_TEXT, HIDDEN);
