import { PAGE_PATHS } from '@agres/domain/paths';
import { pino, type DestinationStream, type Logger } from 'pino';

const HIDDEN = '***';

/** Fields that are redacted in every log line, down to two levels of nesting. */
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

/** Creates the logger: one JSON object per line, without personal data or secrets. */
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
 * Writes each line synchronously. `fatal` would call `flushSync`, which never returns once the reader of a
 * pipe is gone, so it does nothing.
 */
function createStandardOutput(): DestinationStream {
  return Object.assign(pino.destination({ sync: true }), { flushSync: () => undefined });
}

/** Paths of the pages that emails link to; an id and a secret follow them. */
const LINKED_PATHS = Object.values(PAGE_PATHS)
  .flatMap((path) => Object.values(path))
  .flatMap((path) => /^([\w/-]+)\/\$\w+\/\$\w+$/.exec(path)?.[1] ?? []);

/**
 * Possible secrets of email links: the last segment of a link to one of their pages, and any segment as long
 * as a secret, however the rest is spelled.
 */
const LINK_SECRETS = new RegExp(
  String.raw`(?<=/(?:${LINKED_PATHS.join('|')})/[^/]*/)[^/]+|[\w%-]{43,}`,
  'gi',
);

const MAX_PATH_LENGTH = 200;

/** Returns a request's path for the log, without its query and the secrets of email links. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path
    .slice(0, 5 * MAX_PATH_LENGTH)
    .replaceAll(LINK_SECRETS, HIDDEN)
    .slice(0, MAX_PATH_LENGTH);
}

const SECRETS_IN_TEXT = /[\w.+-]+@[\w.-]+|\b(?:tok|pm|pi|seti|sk|rk|whsec)_[\w]+|\$argon2id\S+/g;

const MAX_MESSAGE_LENGTH = 500;

/** Scrubs the message, because a database or a provider may quote values in it. */
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

/** Returns the loggable fields of a value that is not an `Error`, such as a fault of the payment provider. */
function faultFields(fault: unknown): object {
  if (typeof fault !== 'object' || fault === null) return { type: typeof fault };
  const loggedFields = Object.entries(fault).filter(([name]) => FAULT_FIELDS.has(name));
  return {
    type: 'object',
    ...Object.fromEntries(
      loggedFields.map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
    ),
  };
}

const FAULT_FIELDS = new Set(['kind', 'status', 'code', 'param', 'requestId', 'message']);

const scrub = (text: string) => text.replaceAll(SECRETS_IN_TEXT, HIDDEN);
