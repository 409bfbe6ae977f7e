import { BlockList } from 'node:net';

import type { ApiConfig } from '@shop/api/context';
import { readDatabaseUrl } from '@shop/db/database-url';
import type { PaymentsConfig } from '@shop/payments/payments';
import { z } from 'zod';

/** Everything that the environment decides, checked. */
export type Settings = {
  /** `pnpm start` is production; `pnpm dev` asks for development. */
  mode: 'production' | 'development';
  host: string;
  port: number;
  databaseUrl: string;
  api: ApiConfig;
  mail: { smtpUrl: string; from: string; alertEmail: string };
  payments: {
    accounts: PaymentsConfig['accounts'];
    /** The provider's own addresses, or those of an emulator. */
    apiUrl: string;
    jsUrl: string;
  };
  trustedProxies: string[];
  logLevel: string;
  shutdownDelayMs: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of this process. Throws an Error that lists every bad name and what to do. */
export function readEnvironment(): Settings {
  const settings = readSettings(process.env);
  // React and the tools of development choose their build by this name.
  process.env['NODE_ENV'] = settings.mode;
  return settings;
}

/** Reads settings from an environment; an empty value counts as none. */
export function readSettings(environment: Environment): Settings {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new Error(
      refusalText(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
    );
  }
  const problems = unsafeSettings(parsed.data);
  if (problems.length > 0) throw new Error(refusalText(problems));
  return settingsOf(parsed.data);
}

type Problem = readonly [name: string, problem: string];

function refusalText(problems: readonly Problem[]): string {
  const lines = problems.map(([name, problem]) => `  ${name} ${problem}`);
  return `The server cannot start. Set these in the environment or in .env (see .env.example):\n${lines.join('\n')}`;
}

const STRIPE_API_URL = 'https://api.stripe.com';
/** The release of the provider's script that belongs to the installed SDK. */
const STRIPE_JS_URL = 'https://js.stripe.com/endive/stripe.js';
/** The secret of .env.example: whoever copied it without changing it has none. */
const EXAMPLE_SECRET = /change|example|secret/i;

/** Looser than the rule for people who sign up: a company's last part may be long. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

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
  required(what).regex(ADDRESS, `must be one e-mail address: ${what}`);

const httpUrl = (what: string) =>
  required(what).refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    `must be an http or https address: ${what}`,
  );

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .default('3000')
    .transform(Number)
    .refine(
      (port) => Number.isInteger(port) && port >= 0 && port <= 65_535,
      'must be a port: 0 to 65535',
    ),
  PUBLIC_URL: httpUrl(
    'the address people reach this site at, such as https://www.example.fr',
  ).refine(
    (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
    'must have no path, query or user name behind the host',
  ),
  DATABASE_URL: required('postgres://USER:PASSWORD@HOST:PORT/DATABASE, or pglite:PATH').superRefine(
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
  SMTP_URL: withPrefix(['smtp://', 'smtps://'], 'the mail server, smtp://USER:PASSWORD@HOST:PORT'),
  MAIL_FROM: required('the sender of letters, such as Agrès <bonjour@example.fr>').refine(
    isSender,
    'must be an e-mail address, or NAME <ADDRESS>',
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
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .refine(
      (networks) => networks.every(isNetwork),
      'must list networks in CIDR form, parted by commas, such as 10.0.0.0/8,::1/128',
    ),
  RATE_LIMIT: z.enum(['strict', 'relaxed'], 'must be strict or relaxed').optional(),
  ACCOUNT_PRIVACY: z.enum(['spec', 'strict'], 'must be spec or strict').default('spec'),
  EMAIL_DOMAIN_CHECK: z.enum(['dns', 'off'], 'must be dns or off').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  SHUTDOWN_DELAY: z
    .string()
    .default('0')
    .transform(Number)
    .refine((seconds) => seconds >= 0 && seconds <= 60, 'must be seconds, 0 to 60'),
});
type Raw = z.output<typeof environmentSchema>;

const modeOf = ({ NODE_ENV }: Raw) => (NODE_ENV === 'development' ? 'development' : 'production');

/** What would work, and must not be: settings that are wrong together, or for a site in production. */
function unsafeSettings(raw: Raw): Problem[] {
  const problems: Problem[] = [];
  if (raw.STRIPE_SECRET_KEY === raw.STRIPE_BIS_SECRET_KEY) {
    problems.push(['STRIPE_BIS_SECRET_KEY', 'is that of the main account: the second has its own']);
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
  return modeOf(raw) === 'production' ? [...problems, ...unsafeInProduction(raw)] : problems;
}

function unsafeInProduction(raw: Raw): Problem[] {
  const problems: Problem[] = [];
  if (EXAMPLE_SECRET.test(raw.APP_SECRET) || new Set(raw.APP_SECRET).size < 8) {
    problems.push(['APP_SECRET', 'can be guessed; `openssl rand -base64 32` gives a random one']);
  }
  if (raw.PUBLIC_URL.startsWith('http:') && !isLoopback(raw.PUBLIC_URL)) {
    problems.push(['PUBLIC_URL', 'must be https: sessions and passwords would travel unprotected']);
  }
  for (const name of ['STRIPE_API_URL', 'STRIPE_JS_URL'] as const) {
    const url = raw[name];
    if (url === undefined) continue;
    if (raw.ALLOW_PAYMENT_EMULATOR !== '1' || !isLoopback(url)) {
      problems.push([
        name,
        'leads to a payment emulator, where no money moves: take it away, or, for a rehearsal, set ' +
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
    trustedProxies: raw.TRUST_PROXY,
    logLevel: raw.LOG_LEVEL,
    shutdownDelayMs: raw.SHUTDOWN_DELAY * 1000,
  };
}

const isLiveKey = (key: string) => /^(?:sk|rk|pk)_live_/.test(key);

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

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

function databaseProblemOf(url: string): string | undefined {
  try {
    readDatabaseUrl(url);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
