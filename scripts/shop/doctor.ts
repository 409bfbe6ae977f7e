import { resolveTxt } from 'node:dns/promises';

import { findInstallation } from '@agres/core/installation';
import { isInNetworks } from '@agres/core/limits/client-network';
import { readShopFacts } from '@agres/core/settings';
import { readDatabaseTime } from '@agres/db/database-clock';
import { readDatabasePlace } from '@agres/db/database-place';
import { createDb, type Db } from '@agres/db/db';
import { explainFailure } from '@agres/db/explain-failure';
import { pendingWork, readMigrations } from '@agres/db/migrations';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { checkSmtp } from '@agres/mail/smtp-mailer';
import type { Answer } from '@agres/payments/answer';
import { createPayments, type Payments } from '@agres/payments/payments';
import { readSettings, type Settings } from '@agres/server/env';
import { askAsDoctor, DOCTOR_HEADER } from '@agres/server/http/doctor-question';
import { findInSettings } from '@agres/server/settings-findings';
import { z } from 'zod';

/** The result of one check: a sentence without secrets, with the remedy if something is wrong. */
export type Finding = { about: string; verdict: 'ok' | 'warning' | 'error'; sentence: string };

export function lineOf({ about, verdict, sentence }: Finding): string {
  return `${verdict.padEnd(7)}  ${about.padEnd(17)}  ${sentence}`;
}

type Verdict = readonly [verdict: Finding['verdict'], sentence: string];

const CLOCKS_APART_MS = 2000;
const ANSWER_WITHIN_MS = 10_000;
/** The oldest tested version of PostgreSQL. */
const OLDEST_SERVER = 150_000;

/**
 * Checks everything that a shop in production needs: settings, database, mail server, both payment accounts,
 * the route to the site. Changes nothing. Yields each finding as soon as it is known.
 */
export async function* examine(
  environment: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<Finding> {
  const settings = settingsIn(environment);
  if (!('databaseUrl' in settings)) {
    yield* settings;
    return;
  }
  yield { about: 'settings', verdict: 'ok', sentence: 'All are set, and none is unsafe.' };
  yield* named('database', examineDatabase(settings));
  yield* named('mail server', examineMail(settings));
  yield* named('sender', examineSender(settings.mail.from));
  const payments = createPayments(settings.payments);
  for (const account of PAYMENT_ACCOUNTS) {
    yield* named(
      account === 'main' ? 'main account' : 'second account',
      examineAccount(payments, account, settings),
    );
  }
  yield* named('route to the site', examineRoute(settings));
}

async function* named(name: string, found: AsyncIterable<Verdict>): AsyncGenerator<Finding> {
  for await (const [verdict, sentence] of found) yield { about: name, verdict, sentence };
}

/** Returns the settings, or a finding for each that is missing or unsafe. */
function settingsIn(
  environment: Readonly<Record<string, string | undefined>>,
): Settings | Finding[] {
  try {
    return readSettings(environment);
  } catch (error) {
    const [, ...wrong] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [
      ...wrong.map((line) => ({
        about: 'settings',
        verdict: 'error' as const,
        sentence: line.trim(),
      })),
      {
        about: 'settings',
        verdict: 'error' as const,
        sentence: 'Fix these first; .env.example explains each. Nothing else was checked.',
      },
    ];
  }
}

async function* examineDatabase(settings: Settings): AsyncGenerator<Verdict> {
  const { databaseUrl: url } = settings;
  const { db, close } = createDb(url, { poolSize: 1 });
  try {
    yield* examineServer(db);
    yield* examineContents(db, settings);
  } catch (error) {
    const own = error instanceof Error ? error.message : String(error);
    yield ['error', explainFailure(error, url) ?? own];
  } finally {
    await close();
  }
}

async function* examineServer(db: Db): AsyncGenerator<Verdict> {
  const [row] = await db.$queryRaw<
    { version: string; number: number; mayCreate: boolean; strangers: bigint; now: Date }[]
  >`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS number,
      has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
      (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()
        AND NOT pg_has_role(tableowner, 'USAGE')) AS strangers,
      clock_timestamp() AS now`;
  if (row === undefined) return;
  const { version, number, mayCreate, strangers, now } = row;
  yield number >= OLDEST_SERVER
    ? ['ok', `PostgreSQL ${version} answers.`]
    : ['error', `PostgreSQL ${version} is too old: 15 is the oldest tested version. Upgrade it.`];
  yield mayCreate && strangers === 0n
    ? ['ok', 'Its user can create and change tables.']
    : ['error', 'Its user cannot create or change every table: make it the owner of the database.'];
  const apartMs = Math.abs(now.getTime() - Date.now());
  yield apartMs < CLOCKS_APART_MS
    ? ['ok', 'Its clock and the clock of this machine agree.']
    : [
        'error',
        `Its clock and the clock of this machine are ${Math.round(apartMs / 1000)} s apart: synchronise both with a time server.`,
      ];
}

async function* examineContents(db: Db, settings: Settings): AsyncGenerator<Verdict> {
  const missing = await pendingWork(db, await readMigrations());
  if (missing.length > 0) {
    yield [
      'error',
      `${missing.length} migrations are missing, ${missing[0]} first: \`pnpm db:migrate\`, or start the site.`,
    ];
    return;
  }
  yield ['ok', 'Every migration is applied.'];
  for (const { verdict, facts, sentence } of findInSettings(settings, await readShopFacts(db))) {
    const names = Array.isArray(facts['unset']) ? `: ${facts['unset'].join(', ')}` : '';
    yield [verdict, `${sentence}${names}.`];
  }
  const installation = await findInstallation(db);
  const here = { site: settings.api.publicUrl, place: await readDatabasePlace(db) };
  if (installation === null) {
    yield [
      'warning',
      'No site has used this database yet. The first start registers it as a new shop.',
    ];
  } else if (installation.site !== here.site || installation.place !== here.place) {
    yield [
      'error',
      `It belongs to ${installation.site} (${installation.place}), but this is ${here.site} (${here.place}): run \`pnpm shop adopt\` to say what it is.`,
    ];
  } else {
    const copy = installation.copiedAt === null ? '' : ', a copy';
    yield ['ok', `It is installation ${installation.id} of ${here.site}${copy}.`];
  }
  if (installation != null && installation.restoredFrom !== null) {
    yield [
      'error',
      'It was restored from a backup, and sales are closed: `pnpm shop payments list` shows what to decide, then `pnpm shop payments open-sales` opens them.',
    ];
  }
}

async function* examineMail({ mail }: Settings): AsyncGenerator<Verdict> {
  const { host } = new URL(mail.smtpUrl);
  const fault = await checkSmtp({ url: mail.smtpUrl, tls: mail.tls });
  if (fault === null) {
    yield [
      'ok',
      `${host} accepts the log-in${mail.tls === 'off' ? '' : ', over TLS or on this machine'}.`,
    ];
  } else {
    yield [
      'error',
      `${host} refuses emails (${fault}): ${MAIL_ADVICE.get(fault) ?? 'check SMTP_URL, and that the server is running'}.`,
    ];
  }
  if (mail.tls === 'off') {
    yield [
      'warning',
      'SMTP_TLS is off: emails, their links and the password may be sent unencrypted.',
    ];
  }
}

const MAIL_ADVICE: ReadonlyMap<string, string> = new Map([
  ['EAUTH', 'correct the user and password in SMTP_URL'],
  ['smtp_535', 'correct the user and password in SMTP_URL'],
  ['no_tls', 'it offers no TLS; use its TLS port, or another server'],
  ['EDNS', 'the host name does not resolve: correct SMTP_URL'],
]);

/** The usual names of mail services' DKIM keys. */
const DKIM_SELECTORS = (
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 ' +
  'key1 key2 smtp mxvault resend brevo mandrill scph0 pm ovhmo1'
).split(' ');

/**
 * Checks the DNS records that mail servers use to authenticate the sender: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 7489). Without them, receipts required by law go to spam.
 */
export async function* examineSender(
  from: string,
  resolve: (name: string) => Promise<string[][]> = resolveTxt,
): AsyncGenerator<Verdict> {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '';
  /** Returns the TXT records of a name; empty if it has none. Throws if DNS does not answer. */
  const textsOf = async (name: string): Promise<string[]> => {
    try {
      return (await resolve(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
  const labels = domain.split('.');
  const parents = labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'));
  // Names reserved for documentation and tests have no records (RFC 2606).
  if (parents.length === 0 || /\.(?:example|test|invalid|localhost)$/i.test(domain)) {
    yield [
      'warning',
      `MAIL_FROM uses ${domain}, which mailboxes do not trust. Use a domain that you own.`,
    ];
    return;
  }
  try {
    const spf = (await textsOf(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
    if (spf.length === 1) yield ['ok', `${domain} has an SPF record.`];
    else if (spf.length > 1) {
      yield [
        'error',
        `${domain} has ${spf.length} SPF records, so mailboxes ignore them all: keep one.`,
      ];
    } else {
      yield [
        'error',
        `${domain} has no SPF record: add a TXT record "v=spf1 …" that names your mail service.`,
      ];
    }
    const keys = await Promise.all(
      DKIM_SELECTORS.map(async (selector) => {
        const texts = await textsOf(`${selector}._domainkey.${domain}`);
        return texts.some((text) => /(?:^|;)\s*p=\s*[^;\s]/.test(text)) ? [selector] : [];
      }),
    );
    const [selector] = keys.flat();
    yield selector === undefined
      ? [
          'warning',
          `No DKIM key of ${domain} has one of the usual names: ask your mail service for its record, and check that emails arrive with "dkim=pass".`,
        ]
      : ['ok', `${domain} has a DKIM key (${selector}).`];
    const policies = await Promise.all(parents.map((name) => textsOf(`_dmarc.${name}`)));
    yield policies.flat().some((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
      ? ['ok', `${domain} has a DMARC policy.`]
      : [
          'error',
          `${domain} has no DMARC policy: add a TXT record _dmarc.${domain} "v=DMARC1; p=none; rua=mailto:…".`,
        ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    yield [
      'warning',
      `DNS does not answer (${code}): SPF, DKIM and DMARC of ${domain} were not checked.`,
    ];
  }
}

async function* examineAccount(
  payments: Payments,
  account: PaymentAccount,
  { api }: Settings,
): AsyncGenerator<Verdict> {
  const prefix = account === 'main' ? 'STRIPE' : 'STRIPE_BIS';
  const { purchases } = await payments.checkAccount(account);
  if (purchases.outcome !== 'known') {
    yield ['error', `Stripe ${refusalOf(purchases)}: check ${prefix}_SECRET_KEY.`];
    return;
  }
  const isLive = payments.isLive(account);
  yield isLive
    ? ['ok', 'The secret key is valid, in live mode.']
    : ['warning', 'The secret key is valid, in test mode: no money moves.'];
  for (const plan of ['monthly', 'yearly'] as const) {
    yield await examinePrice(payments, {
      account,
      plan,
      setting: `${prefix}_PRICE_${plan.toUpperCase()}`,
    });
  }
  yield* examineWallets(payments, account, api.publicUrl);
  const address = `${api.publicUrl}/api/webhooks/stripe/${account}`;
  const webhook = await payments.checkWebhook(account, address);
  if (webhook.outcome !== 'known') {
    yield [
      'warning',
      `Stripe ${refusalOf(webhook)} when asked for webhook endpoints: check in its dashboard that ${address} is listed.`,
    ];
    return;
  }
  const { hasEndpoint, missing, otherVersions } = webhook.value;
  if (!hasEndpoint) {
    yield [
      'error',
      `No enabled webhook points to ${address}: add it in Stripe's dashboard with the events ${missing.join(', ')}.`,
    ];
    return;
  }
  yield missing.length === 0
    ? ['ok', `The webhook ${address} receives every event.`]
    : [
        'error',
        `The webhook ${address} does not receive ${missing.join(', ')}: add these events in Stripe's dashboard.`,
      ];
  if (otherVersions.length > 0) {
    yield [
      'warning',
      `Its events use version ${otherVersions.join(', ')} of Stripe's API: recreate the webhook with the version of this release.`,
    ];
  }
}

/** Skipped without TLS, which both wallets require. */
async function* examineWallets(
  payments: Payments,
  account: PaymentAccount,
  publicUrl: string,
): AsyncGenerator<Verdict> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return;
  const wallets = await payments.checkWallets(account, hostname);
  if (wallets.outcome !== 'known') {
    yield [
      'warning',
      `Stripe ${refusalOf(wallets)} when asked for payment method domains: check in its dashboard that ${hostname} is listed, for Apple Pay and Google Pay.`,
    ];
    return;
  }
  const { state, inactive } = wallets.value;
  if (state === 'missing') {
    yield [
      'warning',
      `${hostname} is not registered for Apple Pay and Google Pay: the site registers it at each start if the key may write payment method domains.`,
    ];
  } else if (state === 'disabled') {
    yield [
      'warning',
      `${hostname} is switched off for Apple Pay and Google Pay in Stripe's dashboard.`,
    ];
  } else if (inactive.length > 0) {
    yield [
      'warning',
      `Not active on ${hostname}: ${inactive.join(', ')}. The site tries again at each start.`,
    ];
  } else {
    yield ['ok', `Apple Pay and Google Pay are active on ${hostname}.`];
  }
}

const PERIODS = { monthly: 'month', yearly: 'year' } as const;

async function examinePrice(
  payments: Payments,
  asked: { account: PaymentAccount; plan: 'monthly' | 'yearly'; setting: string },
): Promise<Verdict> {
  const { account, plan, setting } = asked;
  const price = await payments.readPrice(account, plan);
  if (price.outcome !== 'known') return ['error', `Stripe ${refusalOf(price)}: check ${setting}.`];
  const { amountCents, currency, every, isActive, isLive } = price.value;
  const wanted = `${PLAN_PRICES_CENTS[plan]} cents EUR a ${PERIODS[plan]}`;
  const found = `${amountCents ?? 'no'} cents ${currency.toUpperCase()} a ${every ?? 'purchase'}`;
  if (found !== wanted) {
    return ['error', `${setting} is ${found}, but pages say ${wanted}: set another price.`];
  }
  if (!isActive) return ['error', `${setting} is archived at Stripe: set another price.`];
  if (isLive !== payments.isLive(account)) {
    return ['error', `${setting} and the secret key are not in the same mode (test or live).`];
  }
  return ['ok', `The ${plan} price is ${found}.`];
}

/** Describes why the provider gave no answer; never contains a key. */
function refusalOf(answer: Exclude<Answer<unknown>, { outcome: 'known' }>): string {
  return answer.outcome === 'misconfigured'
    ? `refuses it (${answer.cause.kind})`
    : `does not answer (${answer.cause.kind})`;
}

const arrivalSchema = z.object({
  status: z.literal('ok'),
  client: z.string().optional(),
  peer: z.string().optional(),
  scheme: z.string().optional(),
  isForwarded: z.boolean().optional(),
});

/**
 * Returns the time of the database clock, which the site uses (decision 107), or of this machine if the
 * database is unreachable.
 */
async function timeFor({ databaseUrl: url }: Settings): Promise<Date> {
  const { db, close } = createDb(url, { poolSize: 1 });
  try {
    return await readDatabaseTime(db);
  } catch {
    return new Date();
  } finally {
    await close();
  }
}

async function* examineRoute(settings: Settings): AsyncGenerator<Verdict> {
  const { api, trustedProxies } = settings;
  const url = `${api.publicUrl}/healthz`;
  const headers = {
    [DOCTOR_HEADER]: askAsDoctor(api.appSecret, (await timeFor(settings)).getTime()),
  };
  let answer: Response;
  try {
    answer = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
    yield [
      'error',
      `${url} does not answer (${code}): start the site; check DNS, proxy and certificate.`,
    ];
    return;
  }
  const body = arrivalSchema.safeParse(await answer.json().catch(() => null));
  if (answer.status !== 200 || !body.success) {
    yield [
      'error',
      `${url} answers ${answer.status}, which is not this site's answer: the proxy forwards to another server, or redirects.`,
    ];
    return;
  }
  yield ['ok', `${api.publicUrl} answers.`];
  const { client, peer, scheme, isForwarded = false } = body.data;
  if (client === undefined) {
    yield ['error', 'The site behind it uses another APP_SECRET, or an earlier release.'];
    return;
  }
  const wantedScheme = new URL(api.publicUrl).protocol.slice(0, -1);
  yield scheme === wantedScheme
    ? ['ok', `Requests arrive as ${scheme}.`]
    : [
        'error',
        `Requests arrive as ${scheme}: the proxy must send X-Forwarded-Proto, and TRUST_PROXY must contain its address (${peer}).`,
      ];
  const isTrusted = peer !== undefined && isInNetworks(peer, trustedProxies);
  if (isForwarded && client === peer && !isTrusted) {
    yield [
      'error',
      `The proxy ${peer} is not trusted, so all visitors share its address: TRUST_PROXY must contain its network.`,
    ];
  } else if (!isForwarded && trustedProxies.length > 0) {
    yield [
      'error',
      `${peer} connects to the site without the visitor's address: the proxy must add X-Forwarded-For.`,
    ];
  } else {
    yield ['ok', `The visitor's address arrives (${client}).`];
  }
}
