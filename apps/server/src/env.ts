import { BlockList, isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';

import type { ApiConfig } from '@agres/core/context';
import { parseDatabaseUrl } from '@agres/db/database-url';
import { isLoopbackHost } from '@agres/domain/loopback';
import type { PaymentsConfig } from '@agres/payments/payments';
import { z } from 'zod';

import type { AccessLogMode } from './http/access-log.ts';
import { FILE_SETTINGS, readSecretFiles } from './secret-files.ts';

export type Settings = {
  /** `pnpm start` runs in production; `pnpm dev` sets development. */
  mode: 'production' | 'development';
  host: string;
  port: number;
  databaseUrl: string;
  api: ApiConfig;
  mail: { smtpUrl: string; tls: 'required' | 'off'; from: string; alertEmail: string };
  payments: {
    accounts: PaymentsConfig['accounts'];
    apiUrl: string;
    jsUrl: string;
  };
  trustedProxies: string[];
  /** The hosts that development accepts, in addition to those of this machine. */
  devHosts: string[];
  /** The folder for files of earlier releases, which all processes share; null if there is none. */
  assetsFolder: string | null;
  /** How long a CDN in front of the site may serve shared answers; 0 if there is none. */
  edgeSeconds: number;
  /** Where to serve metrics to the operator; null if they are not served. */
  operator: { host: string; port: number } | null;
  /** Where to serve the office; null if it is not served. */
  office: { url: string; host: string; port: number } | null;
  logLevel: string;
  accessLog: AccessLogMode;
  shutdownDelayMs: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of this process.
 * @throws an Error that lists every wrong name and what to do
 */
export function readEnvironment(): Settings {
  const settings = readSettings(process.env);
  // React and the development tools select their build by this variable.
  process.env['NODE_ENV'] = settings.mode;
  return settings;
}

/**
 * Reads settings from an environment; an empty value counts as unset.
 * @throws an Error that lists every name that is missing, wrong, unsafe or similar to a setting
 */
export function readSettings(environment: Environment): Settings {
  const files = readSecretFiles(environment);
  const given = Object.entries(files.environment).filter(([, value]) => value?.trim());
  const misspelt = misspeltSettings(given.map(([name]) => name));
  const values = Object.fromEntries(given);
  const parsed = environmentSchema.safeParse(values);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }): Problem => {
      const name = path.join('.');
      const shown = shownValueOf(name, values[name]);
      return [name, shown === undefined ? message : `is ${shown}: ${message}`];
    });
    // An unreadable file explains more than the missing setting that results.
    const unread = new Set(files.problems.map(([name]) => name.replace(/_FILE$/, '')));
    const others = wrong.filter(([name]) => !unread.has(name));
    throw new Error(problemsText([...files.problems, ...others, ...misspelt]));
  }
  const problems = [...files.problems, ...unsafeSettings(parsed.data), ...misspelt];
  if (problems.length > 0) throw new Error(problemsText(problems));
  return settingsOf(parsed.data);
}

type Problem = readonly [name: string, problem: string];

function problemsText(problems: readonly Problem[]): string {
  const lines = problems.map(([name, problem]) => `  ${name} ${problem}`);
  return `The server cannot start. Set these in the environment or in .env (see .env.example):\n${lines.join('\n')}`;
}

/**
 * The values of these settings are never shown, because they may contain a secret. So may a line pasted into
 * the wrong one.
 */
const UNSHOWN =
  /^(?:DATABASE_URL|APP_SECRET|SMTP_URL|STRIPE_(?:BIS_)?(?:SECRET|PUBLISHABLE|WEBHOOK|PRICE)_.*)$/;
const MAX_SHOWN_CHARACTERS = 80;

/** Returns a value for an error message; undefined if it is missing or may be a secret. */
function shownValueOf(name: string, value: string | undefined): string | undefined {
  // A value that may be a URL with a password before its host is not shown.
  if (value === undefined || UNSHOWN.test(name) || /:\/\/.*@/.test(value)) return undefined;
  return JSON.stringify(value.slice(0, MAX_SHOWN_CHARACTERS));
}

const STRIPE_API_URL = 'https://api.stripe.com';
/** The release of Stripe.js that matches the installed SDK. */
const STRIPE_JS_URL = 'https://js.stripe.com/endive/stripe.js';
/** Matches secrets like the example in .env.example, which protect nothing. */
const EXAMPLE_SECRET = /change|example|secret/i;

/** Is less strict than the check of sign-ups, because the top-level domain of a company may be long. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** The limit on the age of prices and stock that visitors see. */
const MAX_EDGE_SECONDS = 3600;
const MAX_SHUTDOWN_SECONDS = 60;
const isWholeSeconds = (value: string, most: number) =>
  /^\d{1,4}$/.test(value) && Number(value) <= most;

const HOST_NAME = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

const missing = (hint: string) => `is missing: ${hint}`;
const required = (hint: string) => z.string(missing(hint));

function withPrefix(prefixes: string[], what: string) {
  return required(what).refine(
    (value) => prefixes.some((prefix) => value.startsWith(prefix) && value.length > prefix.length),
    `must begin with ${prefixes.join(' or ')}: ${what}`,
  );
}

const secretKey = (account: string) =>
  withPrefix(['sk_', 'rk_'], `the secret key of the ${account} account at Stripe`);
const publishableKey = (account: string) =>
  withPrefix(['pk_'], `the publishable key of the ${account} account at Stripe`);
const webhookSecret = (account: string) =>
  withPrefix(['whsec_'], `the signing secret of the ${account} account's webhook`);
const priceId = (account: string, plan: string) =>
  required(`the id of the ${plan} price (price_…) in the ${account} account at Stripe`);

const address = (what: string) =>
  required(what).regex(ADDRESS, `must be one email address: ${what}`);

const httpUrl = (what: string) =>
  required(what).refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    `must be an http or https address: ${what}`,
  );

const listeningHost = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || HOST_NAME.test(host.toLowerCase()),
    'must be an address or a name of this machine, without scheme and port, such as 127.0.0.1 or 0.0.0.0',
  )
  .default('127.0.0.1');

const listeningPort = z
  .string()
  .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, 'must be a port: 0 to 65535');

const originUrl = (what: string) =>
  httpUrl(what).refine(
    (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
    'must have no path, query or user name behind the host',
  );

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: listeningHost,
  PORT: listeningPort.default('3000').transform(Number),
  OPERATOR_HOST: listeningHost,
  OPERATOR_PORT: listeningPort.transform(Number).optional(),
  PUBLIC_URL: originUrl('the address people reach this site at, such as https://www.example.fr'),
  OFFICE_URL: originUrl(
    'the address of the owner’s office, such as https://office.example.fr',
  ).optional(),
  OFFICE_HOST: listeningHost,
  OFFICE_PORT: listeningPort.default('4000').transform(Number),
  DATABASE_URL: required('postgres://USER:PASSWORD@HOST:PORT/DATABASE').superRefine(
    (value, context) => {
      const problem = databaseProblemOf(value);
      if (problem !== undefined)
        context.addIssue({ code: 'custom', message: `is wrong. ${problem}` });
    },
  ),
  APP_SECRET: required('32 random characters or more, such as `openssl rand -base64 32` gives').min(
    32,
    'must have at least 32 characters; `openssl rand -base64 32` gives some',
  ),
  SMTP_URL: withPrefix(
    ['smtp://', 'smtps://'],
    'the mail server, smtp://USER:PASSWORD@HOST:PORT',
  ).refine((value) => URL.canParse(value), 'cannot be read: smtp://USER:PASSWORD@HOST:PORT'),
  SMTP_TLS: z.enum(['required', 'off'], 'must be required or off').default('required'),
  MAIL_FROM: required('the sender of emails, such as Agrès <bonjour@example.fr>').refine(
    isSender,
    'must be an email address, or NAME <ADDRESS>',
  ),
  CONTACT_EMAIL: address('where messages of the contact form go'),
  ALERT_EMAIL: address('where the server writes when money or jobs need a person'),
  STRIPE_SECRET_KEY: secretKey('main'),
  STRIPE_PUBLISHABLE_KEY: publishableKey('main'),
  STRIPE_WEBHOOK_SECRET: webhookSecret('main'),
  STRIPE_PRICE_MONTHLY: priceId('main', 'monthly'),
  STRIPE_PRICE_YEARLY: priceId('main', 'yearly'),
  STRIPE_BIS_SECRET_KEY: secretKey('second'),
  STRIPE_BIS_PUBLISHABLE_KEY: publishableKey('second'),
  STRIPE_BIS_WEBHOOK_SECRET: webhookSecret('second'),
  STRIPE_BIS_PRICE_MONTHLY: priceId('second', 'monthly'),
  STRIPE_BIS_PRICE_YEARLY: priceId('second', 'yearly'),
  STRIPE_API_URL: httpUrl('the API of a payment emulator').optional(),
  STRIPE_JS_URL: httpUrl('the browser script of a payment emulator').optional(),
  ALLOW_PAYMENT_EMULATOR: z.literal('1', 'must be 1 or absent').optional(),
  TRUST_PROXY: z
    .string()
    .transform(readNetworks)
    .refine(
      (networks) => networks.every(isNetwork),
      'must be none, or list networks in CIDR form, separated by commas, such as 10.0.0.0/8,::1/128',
    )
    .refine(
      (networks) => networks.every((network) => !isNetwork(network) || isNarrow(network)),
      'would trust client-supplied addresses: no network may be wider than /8 (IPv4) or /16 (IPv6)',
    )
    .optional(),
  RATE_LIMIT: z.enum(['strict', 'relaxed'], 'must be strict or relaxed').optional(),
  ACCOUNT_PRIVACY: z.enum(['spec', 'strict'], 'must be spec or strict').default('spec'),
  EMAIL_DOMAIN_CHECK: z.enum(['dns', 'off'], 'must be dns or off').optional(),
  DEV_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
    .refine(
      (names) => names.every((name) => HOST_NAME.test(name)),
      'must list names of hosts, separated by commas, without scheme and port: shop.test,box.lan',
    )
    .optional(),
  ASSETS_FOLDER: z
    .string()
    .refine(
      isAbsolute,
      'must be the whole path of a folder that all processes share, such as /var/lib/agres/assets',
    )
    .transform((folder) => resolve(folder))
    .optional(),
  EDGE_SECONDS: z
    .string()
    .refine(
      (value) => isWholeSeconds(value, MAX_EDGE_SECONDS),
      `must be whole seconds, 0 to ${MAX_EDGE_SECONDS}: so long a cache in front of the site may show a page that has changed; 0 where there is none`,
    )
    .default('0')
    .transform(Number),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  ACCESS_LOG: z.enum(['changes', 'all'], 'must be changes or all').default('changes'),
  SHUTDOWN_DELAY: z
    .string()
    .refine(
      (value) => isWholeSeconds(value, MAX_SHUTDOWN_SECONDS),
      `must be whole seconds, 0 to ${MAX_SHUTDOWN_SECONDS}`,
    )
    .default('0')
    .transform(Number),
});
type Raw = z.output<typeof environmentSchema>;

function misspeltSettings(given: readonly string[]): Problem[] {
  const settings = [...Object.keys(environmentSchema.shape), ...FILE_SETTINGS];
  return given
    .filter((name) => !settings.includes(name))
    .flatMap((name): Problem[] => {
      const meant = settings.find((setting) => !given.includes(setting) && isNear(name, setting));
      return meant === undefined ? [] : [[name, `is not a setting: did you mean ${meant}?`]];
    });
}

/**
 * Whether two names differ only in case and separators. Long names may also differ in one letter that is
 * wrong, missing, added or swapped with the next.
 */
function isNear(name: string, setting: string): boolean {
  const one = lettersOf(name);
  const other = lettersOf(setting);
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 6) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const isOneLetter = left.length <= 1 && right.length <= 1;
  return isOneLetter || (left.length === 2 && left === right.charAt(1) + right.charAt(0));
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const modeOf = ({ NODE_ENV }: Raw) => (NODE_ENV === 'development' ? 'development' : 'production');

function unsafeSettings(raw: Raw): Problem[] {
  const problems: Problem[] = [];
  if (raw.STRIPE_SECRET_KEY === raw.STRIPE_BIS_SECRET_KEY) {
    problems.push([
      'STRIPE_BIS_SECRET_KEY',
      'is the key of the main account: the second account has its own',
    ]);
  }
  if (raw.STRIPE_WEBHOOK_SECRET === raw.STRIPE_BIS_WEBHOOK_SECRET) {
    problems.push([
      'STRIPE_BIS_WEBHOOK_SECRET',
      'is the secret of the main account: each webhook has its own, which tells them apart',
    ]);
  }
  for (const [name, secret, publishable] of [
    ['STRIPE_PUBLISHABLE_KEY', raw.STRIPE_SECRET_KEY, raw.STRIPE_PUBLISHABLE_KEY],
    ['STRIPE_BIS_PUBLISHABLE_KEY', raw.STRIPE_BIS_SECRET_KEY, raw.STRIPE_BIS_PUBLISHABLE_KEY],
  ] as const) {
    if (isLiveKey(secret) !== isLiveKey(publishable)) {
      problems.push([
        name,
        'is for test payments while its secret key is for real ones, or the reverse',
      ]);
    }
  }
  // guard: real payments and test payments are never mixed
  if (isLiveKey(raw.STRIPE_SECRET_KEY) !== isLiveKey(raw.STRIPE_BIS_SECRET_KEY)) {
    problems.push([
      'STRIPE_BIS_SECRET_KEY',
      'is for test payments while the main account is for real ones, or the reverse: customers of ' +
        'the test account would pay with a test card',
    ]);
  }
  if (raw.ALLOW_PAYMENT_EMULATOR === '1' && isLiveKey(raw.STRIPE_SECRET_KEY)) {
    problems.push([
      'ALLOW_PAYMENT_EMULATOR',
      'is for a rehearsal, and these keys are for real payments: remove it, or use test keys',
    ]);
  }
  const isProduction = modeOf(raw) === 'production';
  return [...problems, ...(isProduction ? unsafeInProduction(raw) : unsafeInDevelopment(raw))];
}

function unsafeInDevelopment(raw: Raw): Problem[] {
  const keys = [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_BIS_SECRET_KEY',
    'STRIPE_BIS_PUBLISHABLE_KEY',
  ] as const;
  // guard: live payment keys are refused in development
  const live = keys.filter((name) => isLiveKey(raw[name]));
  return live.map((name) => [
    name,
    'is for real payments, and development is not safe enough for them: use test keys, or, if ' +
      'this is the shop itself, remove NODE_ENV=development',
  ]);
}

function unsafeInProduction(raw: Raw): Problem[] {
  const problems: Problem[] = [];
  if (EXAMPLE_SECRET.test(raw.APP_SECRET) || new Set(raw.APP_SECRET).size < 8) {
    problems.push(['APP_SECRET', 'can be guessed; `openssl rand -base64 32` gives a random one']);
  }
  if (raw.PUBLIC_URL.startsWith('http:') && !isLoopback(raw.PUBLIC_URL)) {
    problems.push(['PUBLIC_URL', 'must be https: sessions and passwords would travel unprotected']);
  }
  if (raw.OFFICE_URL !== undefined) {
    if (raw.OFFICE_URL.startsWith('http:') && !isLoopback(raw.OFFICE_URL)) {
      problems.push(['OFFICE_URL', 'must be https: browsers offer passkeys there only']);
    }
    // The office needs another host, so that the site's cookies and scripts cannot reach it.
    if (new URL(raw.OFFICE_URL).hostname === new URL(raw.PUBLIC_URL).hostname) {
      problems.push(['OFFICE_URL', 'must be on another host than PUBLIC_URL']);
    }
  }
  // guard: an https site requires the setting TRUST_PROXY
  if (raw.PUBLIC_URL.startsWith('https:') && raw.TRUST_PROXY === undefined) {
    problems.push([
      'TRUST_PROXY',
      'is missing: the network of the proxy that ends https, such as 127.0.0.1/32; without it all ' +
        'visitors count as one, and are refused together. Without a proxy, set none',
    ]);
  }
  if (raw.RATE_LIMIT === 'relaxed' && raw.ALLOW_PAYMENT_EMULATOR !== '1') {
    problems.push([
      'RATE_LIMIT',
      'must be strict: relaxed lets passwords be guessed a hundred times as fast. A rehearsal may ' +
        'relax it: ALLOW_PAYMENT_EMULATOR=1',
    ]);
  }
  if (raw.DEV_HOSTS !== undefined) {
    problems.push(['DEV_HOSTS', 'is for `pnpm dev` only: remove it']);
  }
  for (const name of ['STRIPE_API_URL', 'STRIPE_JS_URL'] as const) {
    const url = raw[name];
    if (url === undefined) continue;
    if (raw.ALLOW_PAYMENT_EMULATOR !== '1' || !isLoopback(url)) {
      problems.push([
        name,
        'points to a payment emulator, where no money moves: remove it or, for a rehearsal, set ' +
          'ALLOW_PAYMENT_EMULATOR=1 and an address of this machine',
      ]);
    }
  }
  return problems;
}

function settingsOf(raw: Raw): Settings {
  const mode = modeOf(raw);
  return {
    mode,
    host: raw.HOST,
    port: raw.PORT,
    databaseUrl: raw.DATABASE_URL,
    api: {
      publicUrl: new URL(raw.PUBLIC_URL).origin,
      accountPrivacy: raw.ACCOUNT_PRIVACY,
      emailDomainCheck: raw.EMAIL_DOMAIN_CHECK ?? (mode === 'production' ? 'dns' : 'off'),
      rateLimit: raw.RATE_LIMIT ?? (mode === 'production' ? 'strict' : 'relaxed'),
      contactEmail: raw.CONTACT_EMAIL,
      appSecret: raw.APP_SECRET,
    },
    mail: {
      smtpUrl: raw.SMTP_URL,
      tls: raw.SMTP_TLS,
      from: raw.MAIL_FROM,
      alertEmail: raw.ALERT_EMAIL,
    },
    payments: {
      accounts: {
        main: {
          secretKey: raw.STRIPE_SECRET_KEY,
          publishableKey: raw.STRIPE_PUBLISHABLE_KEY,
          webhookSecret: raw.STRIPE_WEBHOOK_SECRET,
          prices: { monthly: raw.STRIPE_PRICE_MONTHLY, yearly: raw.STRIPE_PRICE_YEARLY },
        },
        bis: {
          secretKey: raw.STRIPE_BIS_SECRET_KEY,
          publishableKey: raw.STRIPE_BIS_PUBLISHABLE_KEY,
          webhookSecret: raw.STRIPE_BIS_WEBHOOK_SECRET,
          prices: { monthly: raw.STRIPE_BIS_PRICE_MONTHLY, yearly: raw.STRIPE_BIS_PRICE_YEARLY },
        },
      },
      apiUrl: raw.STRIPE_API_URL ?? STRIPE_API_URL,
      jsUrl: raw.STRIPE_JS_URL ?? STRIPE_JS_URL,
    },
    trustedProxies: raw.TRUST_PROXY ?? [],
    devHosts: raw.DEV_HOSTS ?? [],
    assetsFolder: raw.ASSETS_FOLDER ?? null,
    edgeSeconds: raw.EDGE_SECONDS,
    operator:
      raw.OPERATOR_PORT === undefined ? null : { host: raw.OPERATOR_HOST, port: raw.OPERATOR_PORT },
    office:
      raw.OFFICE_URL === undefined
        ? null
        : {
            url: new URL(raw.OFFICE_URL).origin,
            host: raw.OFFICE_HOST,
            port: raw.OFFICE_PORT,
          },
    logLevel: raw.LOG_LEVEL,
    accessLog: raw.ACCESS_LOG,
    shutdownDelayMs: raw.SHUTDOWN_DELAY * 1000,
  };
}

const isLiveKey = (key: string) => /^(?:sk|rk|pk)_live_/.test(key);

const isLoopback = (url: string) => isLoopbackHost(new URL(url).hostname);

function isSender(value: string): boolean {
  return ADDRESS.test(/^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value);
}

function isNetwork(value: string): boolean {
  const [ip = '', bits = ''] = value.split('/');
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(ip, Number(bits), ip.includes(':') ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

/** The framework treats IPv4 addresses mapped to IPv6 like IPv4. */
const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

function isNarrow(network: string): boolean {
  const [ip = '', bits = ''] = network.split('/');
  if (!ip.includes(':')) return Number(bits) >= 8;
  const addresses = new BlockList();
  addresses.addSubnet(ip, Number(bits), 'ipv6');
  const holdsIpv4 = IPV4_MAPPED.check(ip, 'ipv6') || addresses.check('::ffff:0:0', 'ipv6');
  // guard: a trusted network that is too wide is refused, also as IPv4-mapped IPv6
  return Number(bits) >= (holdsIpv4 ? 96 + 8 : 16);
}

function readNetworks(list: string): string[] {
  if (list.trim() === 'none') return [];
  return list
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
}

function databaseProblemOf(url: string): string | undefined {
  try {
    parseDatabaseUrl(url);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
