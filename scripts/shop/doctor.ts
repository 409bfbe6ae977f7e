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
export type Finding = { about: string; verdict: 'right' | 'look' | 'wrong'; sentence: string };

const VERDICTS = { right: 'ok   ', look: 'look ', wrong: 'WRONG' } as const satisfies Record<
  Finding['verdict'],
  string
>;

export function lineOf({ about, verdict, sentence }: Finding): string {
  return `${VERDICTS[verdict]}  ${about.padEnd(15)}  ${sentence}`;
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
  yield { about: 'settings', verdict: 'right', sentence: 'All are there, and none is unsafe.' };
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
  yield* named('the way here', examineWay(settings));
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
        verdict: 'wrong' as const,
        sentence: line.trim(),
      })),
      {
        about: 'settings',
        verdict: 'wrong' as const,
        sentence: 'Mend these first (.env.example tells of each): nothing else was looked at.',
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
    yield ['wrong', explainFailure(error, url) ?? own];
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
    ? ['right', `PostgreSQL ${version} answers.`]
    : ['wrong', `PostgreSQL ${version} answers, and 15 is the oldest that is tested: upgrade it.`];
  yield mayCreate && strangers === 0n
    ? ['right', 'Its user may make and change the tables.']
    : ['wrong', 'Its user may not make or change every table: make it the owner of the database.'];
  const apartMs = Math.abs(now.getTime() - Date.now());
  yield apartMs < CLOCKS_APART_MS
    ? ['right', 'Its clock and that of this machine agree.']
    : [
        'wrong',
        `Its clock and that of this machine are ${Math.round(apartMs / 1000)} s apart: let both ask a time server.`,
      ];
}

async function* examineContents(db: Db, settings: Settings): AsyncGenerator<Verdict> {
  const missing = await pendingWork(db, await readMigrations());
  if (missing.length > 0) {
    yield [
      'wrong',
      `${missing.length} migrations are missing, ${missing[0]} first: \`pnpm db:migrate\`, or start the site.`,
    ];
    return;
  }
  yield ['right', 'Every migration is applied.'];
  for (const { verdict, facts, sentence } of findInSettings(settings, await readShopFacts(db))) {
    const names = Array.isArray(facts['unset']) ? `: ${facts['unset'].join(', ')}` : '';
    yield [verdict, `${sentence}${names}.`];
  }
  const installation = await findInstallation(db);
  const here = { site: settings.api.publicUrl, place: await readDatabasePlace(db) };
  if (installation === null) {
    yield ['look', 'No site was ever started on it: the first start makes it a shop of its own.'];
  } else if (installation.site !== here.site || installation.place !== here.place) {
    yield [
      'wrong',
      `It was taken into use for ${installation.site} (${installation.place}), and this is ${here.site} (${here.place}): \`pnpm shop adopt\` says what it is.`,
    ];
  } else {
    const copy = installation.copiedAt === null ? '' : ', a copy';
    yield ['right', `It is installation ${installation.id} of ${here.site}${copy}.`];
  }
  if (installation != null && installation.restoredFrom !== null) {
    yield [
      'wrong',
      'It was restored, and sells nothing: `pnpm shop payments list` shows what is to be decided, then `pnpm shop payments open-sales` opens it.',
    ];
  }
}

async function* examineMail({ mail }: Settings): AsyncGenerator<Verdict> {
  const { host } = new URL(mail.smtpUrl);
  const fault = await checkSmtp({ url: mail.smtpUrl, tls: mail.tls });
  if (fault === null) {
    yield [
      'right',
      `${host} lets the site in${mail.tls === 'off' ? '' : ', by TLS or on this machine'}.`,
    ];
  } else {
    yield [
      'wrong',
      `${host} does not take emails (${fault}): ${MAIL_ADVICE.get(fault) ?? 'look at SMTP_URL, and whether the server runs'}.`,
    ];
  }
  if (mail.tls === 'off') {
    yield ['look', 'SMTP_TLS is off: emails, their links and the password may travel unprotected.'];
  }
}

const MAIL_ADVICE: ReadonlyMap<string, string> = new Map([
  ['EAUTH', 'correct user and password in SMTP_URL'],
  ['smtp_535', 'correct user and password in SMTP_URL'],
  ['no_tls', 'it offers no TLS; take its port for TLS, or another server'],
  ['EDNS', 'its name leads nowhere: correct SMTP_URL'],
]);

/** The usual names of mail services' DKIM keys. */
const DKIM_SELECTORS = (
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 ' +
  'key1 key2 smtp mxvault resend brevo mandrill scph0 pm ovhmo1'
).split(' ');

/**
 * Checks the DNS records by which mailboxes trust the sender: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC
 * 7489). Without them, receipts that the law requires end up in spam folders.
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
      'look',
      `MAIL_FROM is of ${domain}, which no mailbox can trust: take a domain of yours.`,
    ];
    return;
  }
  try {
    const spf = (await textsOf(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
    if (spf.length === 1) yield ['right', `${domain} has an SPF record.`];
    else if (spf.length > 1) {
      yield ['wrong', `${domain} has ${spf.length} SPF records, which counts as none: keep one.`];
    } else {
      yield [
        'wrong',
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
          'look',
          `No DKIM key of ${domain} has one of the usual names: ask your mail service for its record, and see that emails arrive with "dkim=pass".`,
        ]
      : ['right', `${domain} has a DKIM key (${selector}).`];
    const policies = await Promise.all(parents.map((name) => textsOf(`_dmarc.${name}`)));
    yield policies.flat().some((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
      ? ['right', `${domain} has a DMARC policy.`]
      : [
          'wrong',
          `${domain} has no DMARC policy: add a TXT record _dmarc.${domain} "v=DMARC1; p=none; rua=mailto:…".`,
        ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    yield [
      'look',
      `DNS does not answer here (${code}): SPF, DKIM and DMARC of ${domain} are unknown.`,
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
    yield ['wrong', `Stripe ${refusalOf(purchases)}: look at ${prefix}_SECRET_KEY.`];
    return;
  }
  const isLive = payments.isLive(account);
  yield isLive
    ? ['right', 'The secret key is valid, and takes real money.']
    : ['look', 'The secret key is valid, and for tests: no money moves.'];
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
      'look',
      `Stripe ${refusalOf(webhook)} when asked for webhook endpoints: see in its dashboard whether ${address} is there.`,
    ];
    return;
  }
  const { hasEndpoint, missing, otherVersions } = webhook.value;
  if (!hasEndpoint) {
    yield [
      'wrong',
      `No enabled webhook leads to ${address}: add it at Stripe, with ${missing.join(', ')}.`,
    ];
    return;
  }
  yield missing.length === 0
    ? ['right', `The webhook ${address} gets every event.`]
    : [
        'wrong',
        `The webhook ${address} does not get ${missing.join(', ')}: add these types at Stripe.`,
      ];
  if (otherVersions.length > 0) {
    yield [
      'look',
      `Its events come in version ${otherVersions.join(', ')} of Stripe's API: create the webhook again in the version of this release.`,
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
      'look',
      `Stripe ${refusalOf(wallets)} when asked for payment method domains: see in its dashboard whether ${hostname} is there, for Apple Pay and Google Pay.`,
    ];
    return;
  }
  const { state, inactive } = wallets.value;
  if (state === 'missing') {
    yield [
      'look',
      `${hostname} is not registered for Apple Pay and Google Pay: each start of the site registers it, where the key may write payment method domains.`,
    ];
  } else if (state === 'disabled') {
    yield [
      'look',
      `${hostname} is switched off for Apple Pay and Google Pay in Stripe's dashboard.`,
    ];
  } else if (inactive.length > 0) {
    yield ['look', `Not active on ${hostname}: ${inactive.join(', ')}. Each start asks again.`];
  } else {
    yield ['right', `Apple Pay and Google Pay are active on ${hostname}.`];
  }
}

const PERIODS = { monthly: 'month', yearly: 'year' } as const;

async function examinePrice(
  payments: Payments,
  asked: { account: PaymentAccount; plan: 'monthly' | 'yearly'; setting: string },
): Promise<Verdict> {
  const { account, plan, setting } = asked;
  const price = await payments.readPrice(account, plan);
  if (price.outcome !== 'known')
    return ['wrong', `Stripe ${refusalOf(price)}: look at ${setting}.`];
  const { amountCents, currency, every, isActive, isLive } = price.value;
  const wanted = `${PLAN_PRICES_CENTS[plan]} cents EUR a ${PERIODS[plan]}`;
  const found = `${amountCents ?? 'no'} cents ${currency.toUpperCase()} a ${every ?? 'purchase'}`;
  if (found !== wanted) {
    return ['wrong', `${setting} is ${found}, and pages say ${wanted}: name another price.`];
  }
  if (!isActive) return ['wrong', `${setting} is archived at Stripe: name another price.`];
  if (isLive !== payments.isLive(account)) {
    return ['wrong', `${setting} is of the other mode than the secret key (test or real).`];
  }
  return ['right', `The ${plan} price is ${found}.`];
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

async function* examineWay(settings: Settings): AsyncGenerator<Verdict> {
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
      'wrong',
      `${url} is not reached from here (${code}): start the site, look at DNS, proxy and certificate.`,
    ];
    return;
  }
  const body = arrivalSchema.safeParse(await answer.json().catch(() => null));
  if (answer.status !== 200 || !body.success) {
    yield [
      'wrong',
      `${url} answers ${answer.status}, and not as this site does: the proxy leads elsewhere, or redirects.`,
    ];
    return;
  }
  yield ['right', `${api.publicUrl} answers.`];
  const { client, peer, scheme, isForwarded = false } = body.data;
  if (client === undefined) {
    yield [
      'wrong',
      'The site that answers there has another APP_SECRET, or is of an earlier release.',
    ];
    return;
  }
  const wantedScheme = new URL(api.publicUrl).protocol.slice(0, -1);
  yield scheme === wantedScheme
    ? ['right', `Requests arrive there as ${scheme}.`]
    : [
        'wrong',
        `Requests arrive there as ${scheme}: the proxy must say X-Forwarded-Proto, and TRUST_PROXY must name it (${peer}).`,
      ];
  const isTrusted = peer !== undefined && isInNetworks(peer, trustedProxies);
  if (isForwarded && client === peer && !isTrusted) {
    yield [
      'wrong',
      `The proxy ${peer} is not believed, so all visitors count as one: TRUST_PROXY must name its network.`,
    ];
  } else if (!isForwarded && trustedProxies.length > 0) {
    yield [
      'wrong',
      `${peer} connects to the site and does not say for whom: the proxy must add X-Forwarded-For.`,
    ];
  } else {
    yield ['right', `The address of a visitor arrives (${client}).`];
  }
}
