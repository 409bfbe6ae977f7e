import { createServer, request, type Server } from 'node:http';

import { createDb } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { startMailbox } from '@agres/mail/mailbox';
import { webhookTargetsOf } from '@agres/stripe-emulator/development';
import { sdkFor } from '@agres/stripe-emulator/testing/running-emulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { askAsDoctor, isDoctor } from '../../src/http/doctor-question.ts';
import { runOwnerProgram } from '../support/owner-program.ts';
import { useRunning } from '../support/running.ts';
import { environmentOf, startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import { startTestProvider } from '../support/shop.ts';
import { wrongClock } from '../support/wrong-clock.ts';

const VISITOR = '203.0.113.9';

describe('pnpm shop doctor', { timeout: 240_000 }, () => {
  const provider = useRunning(startTestProvider);
  const mailbox = useRunning(() => startMailbox({ smtpPort: 0, httpPort: 0 }));
  let database: TestDatabase;
  let site: ShopProcess;
  let proxy: Server;
  let publicUrl: string;
  /** The headers in which the proxy forwards the client's address and protocol. */
  let forwarded: Record<string, string>;

  const optionsFor = (url: string) =>
    ({
      databaseUrl: url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'development',
      publicUrl,
      settings: { TRUST_PROXY: '127.0.0.1/32,::1/128' },
    }) as const;
  const doctor = async (changes: Record<string, string> = {}) => {
    const settings = { ...environmentOf(optionsFor(database.url)), ...changes };
    const { code, out, err } = await runOwnerProgram('shop', settings, 'doctor');
    return { code, lines: out.split('\n'), all: out + err };
  };
  const wrongIn = ({ lines }: { lines: string[] }) =>
    lines.filter((line) => line.startsWith('error')).map((line) => line.slice(28));

  beforeAll(async () => {
    database = await createTestDatabase();
    forwarded = { 'x-forwarded-for': VISITOR, 'x-forwarded-proto': 'http' };
    proxy = createServer((asked, answer) => {
      const { hostname, port } = new URL(site.origin);
      asked.pipe(
        request(
          {
            host: hostname,
            port,
            path: asked.url,
            method: asked.method,
            headers: { ...asked.headers, ...forwarded },
          },
          (response) => {
            answer.writeHead(response.statusCode ?? 502, response.headers);
            response.pipe(answer);
          },
        ).on('error', () => answer.destroy()),
      );
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    publicUrl = `http://127.0.0.1:${address.port}`;
    site = await startShopProcess(optionsFor(database.url));
    provider.control.setWebhookTargets(webhookTargetsOf(publicUrl));
  });
  afterAll(async () => {
    await site.gone();
    proxy.close();
    await database.close();
  });

  test('prints a line per check, changes nothing, and prints no secret', async () => {
    const before = provider.control.journal().length;
    const emails = mailbox.emails().length;
    const told = await doctor();
    expect(wrongIn(told)).toEqual([]);
    expect(told.code).toBe(0);
    for (const line of [
      /^ok .*settings .*All are set/,
      /^ok .*database .*PostgreSQL \d+\S* .*answers/,
      /^ok .*database .*can create and change tables/,
      /^ok .*database .*clock of this machine agree/,
      /^ok .*database .*Every migration is applied/,
      /^ok .*database .*It is installation [\da-f-]{36} of http/,
      /^ok .*mail server .*accepts the log-in/,
      /^warning .*main account .*in test mode/,
      /^ok .*main account .*monthly price is 1999 cents EUR a month/,
      /^ok .*second account .*yearly price is 19999 cents EUR a year/,
      /^ok .*second account .*receives every event/,
      /^ok .*route to the site .*Requests arrive as http/,
      new RegExp(`^ok .*route to the site .*visitor's address arrives \\(${VISITOR}\\)`),
    ]) {
      expect.soft(told.lines).toContainEqual(expect.stringMatching(line));
    }
    expect(
      provider.control
        .journal()
        .slice(before)
        .filter(({ operation }) => !/\.(?:list|retrieve)/.test(operation)),
    ).toEqual([]);
    expect(mailbox.emails()).toHaveLength(emails);
    const { APP_SECRET, STRIPE_SECRET_KEY, STRIPE_BIS_WEBHOOK_SECRET } = environmentOf(
      optionsFor(database.url),
    );
    for (const secret of [APP_SECRET, STRIPE_SECRET_KEY, STRIPE_BIS_WEBHOOK_SECRET]) {
      expect(secret).toBeTruthy();
      expect(told.all).not.toContain(secret);
    }
  });

  test('prints what is wrong and how to fix it, and exits with 1', async () => {
    provider.control.setWebhookTargets(
      webhookTargetsOf(publicUrl).map((target) =>
        target.account === 'main'
          ? { ...target, events: ['payment_intent.succeeded'] }
          : { ...target, url: 'https://elsewhere.example/hook' },
      ),
    );
    const told = await doctor({
      SMTP_URL: 'smtp://me:hunter2@127.0.0.1:9',
      STRIPE_PRICE_MONTHLY: 'price_main_yearly',
      STRIPE_BIS_SECRET_KEY: 'sk_test_unknown',
    });
    expect(told.code).toBe(1);
    const wrong = wrongIn(told).join('\n');
    expect(wrong).toMatch(/127\.0\.0\.1:9 refuses emails \(ESOCKET|ECONNECTION/);
    expect(wrong).toContain('STRIPE_PRICE_MONTHLY is 19999 cents EUR a year, but pages say 1999');
    expect(wrong).toMatch(/\/stripe\/main does not receive .*charge\.dispute\.created/);
    expect(wrong).toMatch(/Stripe refuses it \(\w+\): check STRIPE_BIS_SECRET_KEY/);
    expect(told.all).not.toMatch(/hunter2|sk_test_unknown|\n\s+at /);

    const noHook = await doctor();
    expect(wrongIn(noHook).join('\n')).toMatch(/No enabled webhook points to \S+\/stripe\/bis/);
    provider.control.setWebhookTargets(webhookTargetsOf(publicUrl));
  });

  test('reports for both accounts whether wallets are active on a host with TLS', async () => {
    const onHost = async (host: string) =>
      (await doctor({ PUBLIC_URL: `https://${host}` })).lines.filter((line) =>
        line.includes('Google Pay'),
      );
    const missing = await onHost('www.agres.example');
    expect(missing).toHaveLength(2);
    for (const line of missing) expect(line).toMatch(/^warning .*is not registered for Apple Pay/);

    for (const { secretKey } of Object.values(provider.config.accounts)) {
      const { paymentMethodDomains } = sdkFor(provider.url, secretKey);
      await paymentMethodDomains.create({ domain_name: 'www.agres.example' });
      await paymentMethodDomains.create({ domain_name: 'agres.invalid' });
    }
    expect(await onHost('www.agres.example')).toEqual([
      expect.stringMatching(/^ok .*main account .*are active on www\.agres\.example\./),
      expect.stringMatching(/^ok .*second account .*are active on www\.agres\.example\./),
    ]);
    expect((await onHost('agres.invalid'))[0]).toMatch(
      /^warning .*Not active on agres\.invalid: Apple Pay \(We were unable/,
    );
  });

  test('detects a proxy that forwards no client address, or a wrong scheme', async () => {
    forwarded = {};
    expect(wrongIn(await doctor()).join('\n')).toContain('must add X-Forwarded-For');
    forwarded = { 'x-forwarded-for': VISITOR, 'x-forwarded-proto': 'https' };
    expect(wrongIn(await doctor()).join('\n')).toContain('Requests arrive as https');
    forwarded = { 'x-forwarded-for': VISITOR, 'x-forwarded-proto': 'http' };
  });

  test('accepts a trusted proxy on its own machine, and reports an untrusted one', async () => {
    // The site's name resolves to this machine, so the proxy sees its own address.
    forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' };
    const trusted = await doctor();
    expect([trusted.code, wrongIn(trusted)]).toEqual([0, []]);
    const untrusted = await doctor({ TRUST_PROXY: '192.0.2.0/24' });
    expect(wrongIn(untrusted)).toEqual([
      expect.stringMatching(/^The proxy 127\.0\.0\.1 is not trusted/),
    ]);
    forwarded = { 'x-forwarded-for': VISITOR, 'x-forwarded-proto': 'http' };
  });

  test('reports a database of another site, or an unreachable one', async () => {
    const copy = await createTestDatabase();
    const other = await startShopProcess({
      ...optionsFor(copy.url),
      publicUrl: 'https://staging.agres.test',
    });
    await other.stop();
    const elsewhere = await doctor({ DATABASE_URL: copy.url });
    expect(wrongIn(elsewhere).join('\n')).toMatch(
      /It belongs to https:\/\/staging\.agres\.test .*pnpm shop adopt/,
    );
    await copy.close();
    const gone = await doctor({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/shop' });
    expect(wrongIn(gone)).toEqual([
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
    ]);
    expect(gone.all).not.toContain('hunter2');
  });

  test('detects a wrong system clock, and still completes the proxy check', async () => {
    const told = await doctor(wrongClock(20));
    expect(wrongIn(told)).toEqual([
      expect.stringMatching(/^Its clock and the clock of this machine are 1[12]\d\d s apart/),
    ]);
    expect(told.lines).toContainEqual(
      expect.stringMatching(/^ok .*route to the site .*visitor's address arrives/),
    );
  });

  test('detects a database user who may not change the tables', async () => {
    const owner = createDb(database.url);
    const url = new URL(database.url);
    // Roles belong to the whole server, so name them after the database, which only this run uses.
    url.username = `doctor_${url.pathname.slice(1)}`;
    url.password = 'pw';
    try {
      await owner.db.$executeRaw`
        DO $$ DECLARE role text := 'doctor_' || current_database(); BEGIN
          EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', role, 'pw');
          EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA public TO %I', role);
        END $$`;
      const told = await doctor({ DATABASE_URL: url.href });
      expect(wrongIn(told)).toEqual([
        'Its user cannot create or change every table: make it the owner of the database.',
      ]);
    } finally {
      await owner.db.$executeRaw`
        DO $$ DECLARE role text := 'doctor_' || current_database(); BEGIN
          EXECUTE format('DROP OWNED BY %I', role);
          EXECUTE format('DROP ROLE %I', role);
        END $$`;
      await owner.close();
    }
  });

  test('lists all missing settings, and then checks nothing else', async () => {
    const told = await doctor({ APP_SECRET: '', SMTP_URL: '' });
    expect(told.code).toBe(1);
    expect(wrongIn(told)).toEqual([
      expect.stringMatching(/^APP_SECRET is missing/),
      expect.stringMatching(/^SMTP_URL is missing/),
      expect.stringContaining('Fix these first'),
    ]);
  });
});

test('a doctor request is valid with the secret only, for a minute', () => {
  const secret = 'Lq8vN2xRz0TfYw5KbHs3JmCd7PgUe1Ao';
  const now = 1_800_000_000_000;
  const asked = askAsDoctor(secret, now);
  expect(isDoctor(asked, secret, now + 30_000)).toBe(true);
  expect(isDoctor(asked, secret, now + 61_000)).toBe(false);
  expect(isDoctor(asked, `${secret}x`, now)).toBe(false);
  expect(isDoctor(asked.replace(String(now), String(now + 1)), secret, now)).toBe(false);
  expect(isDoctor(undefined, secret, now)).toBe(false);
});
