/**
 * Runs the whole site for development (`pnpm dev`): the embedded database with demonstration data,
 * the payment emulator, a mailbox that catches every letter, and the server, started again whenever
 * its code changes. PORT moves the site, DATABASE_URL names another database; every other setting
 * of .env.example may be given too. One run for each database.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { createPasswords } from '@shop/api/users/password';
import { createDb, type DbHandle } from '@shop/db/db';
import { pendingMigrations, readMigrations } from '@shop/db/migrations';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import { startMailbox } from '@shop/mail/mailbox';
import { createPayments, type Payments } from '@shop/payments/payments';
import { DEVELOPMENT_ACCOUNTS, webhookTargetsOf } from '@shop/stripe-emulator/development';
import { createStripeEmulator } from '@shop/stripe-emulator/emulator';

import { DEMO_ACCOUNTS, DEMO_PASSWORD, linkDemoSubscriptions, seed } from '../prisma/seed.ts';
import { subscribeDemo } from '../prisma/seed/subscribe-demo.ts';
import { readableLine } from './readable-log.ts';

const ROOT = join(import.meta.dirname, '..');
const LOOPBACK = '127.0.0.1';
const PREFERRED_PORTS = { mailbox: 8025, smtp: 1025, emulator: 12_111 };

const sitePort = Number(process.env['PORT'] ?? 3000);
const site = `http://localhost:${sitePort}`;
const databaseUrl = process.env['DATABASE_URL'] ?? 'pglite:.data/db';

process.chdir(ROOT);
try {
  await run();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  if (!(await isFree(sitePort))) {
    throw new Error(
      `Port ${sitePort} is taken: perhaps by another "pnpm dev". End that one, or choose another port: PORT=${sitePort + 1} pnpm dev`,
    );
  }
  const [provider, mailbox, database] = await Promise.all([
    startProvider(),
    startMailbox({
      smtpPort: await portFor('smtp'),
      httpPort: await portFor('mailbox'),
    }),
    createDb(databaseUrl),
  ]);
  await prepareDatabase(database, provider.payments);
  await database.close();

  const server = startServer({
    ...accountSettings(),
    PORT: String(sitePort),
    PUBLIC_URL: site,
    DATABASE_URL: databaseUrl,
    // The same at every start, so that open pages and sessions outlive it.
    APP_SECRET: 'development has no secrets, so this is none',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Agrès <bonjour@agres.example>',
    CONTACT_EMAIL: 'contact@agres.example',
    ALERT_EMAIL: 'alerte@agres.example',
    STRIPE_API_URL: provider.url,
    STRIPE_JS_URL: `${provider.url}/v3/`,
  });
  showLog(server, () => announce({ letters: mailbox.url, payments: provider.url }));

  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await Promise.all([mailbox.close(), provider.close()]);
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}

/** The payment provider in this process: what it knows lasts until the end of the run. */
async function startProvider() {
  const { app } = createStripeEmulator({
    accounts: DEVELOPMENT_ACCOUNTS,
    webhookTargets: webhookTargetsOf(site),
    seed: Date.now(),
  });
  const url = await app.listen({ host: LOOPBACK, port: await portFor('emulator') });
  const payments = createPayments({
    apiUrl: url,
    accounts: { main: accountOf('main'), bis: accountOf('bis') },
  });
  return { url, payments, close: () => app.close() };
}

function accountOf(account: PaymentAccount) {
  const { secretKey, publishableKey, webhookSecret } = DEVELOPMENT_ACCOUNTS[account];
  const prices = { monthly: `price_${account}_monthly`, yearly: `price_${account}_yearly` };
  return { secretKey, publishableKey, webhookSecret, prices };
}

/** The accounts as the server's environment names them. */
function accountSettings(): Record<string, string> {
  const settings = PAYMENT_ACCOUNTS.flatMap((account) => {
    const prefix = account === 'main' ? 'STRIPE' : 'STRIPE_BIS';
    const { secretKey, publishableKey, webhookSecret, prices } = accountOf(account);
    return [
      [`${prefix}_SECRET_KEY`, secretKey],
      [`${prefix}_PUBLISHABLE_KEY`, publishableKey],
      [`${prefix}_WEBHOOK_SECRET`, webhookSecret],
      [`${prefix}_PRICE_MONTHLY`, prices.monthly],
      [`${prefix}_PRICE_YEARLY`, prices.yearly],
    ];
  });
  return Object.fromEntries(settings);
}

/** Tables, demonstration data, and subscriptions that the provider of this run knows. */
async function prepareDatabase(database: DbHandle, payments: Payments): Promise<void> {
  const { db } = database;
  const pending = await pendingMigrations(db, await readMigrations());
  if (pending.length > 0) {
    process.stdout.write('Preparing the database, once…\n');
    const { migrate } = await import('@shop/db/migrate');
    await migrate(database);
  }
  await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
  await linkDemoSubscriptions(db, (demo) => subscribeDemo(payments, demo));
}

function startServer(defaults: Record<string, string>): ChildProcess {
  const flags = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...flags, join(ROOT, 'apps/server/src/main.ts')], {
    cwd: ROOT,
    env: { ...defaults, ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Prints what the server says, and tells when it listens for the first time. */
function showLog(server: ChildProcess, onListening: () => void): void {
  if (server.stdout === null) return;
  let isAnnounced = false;
  createInterface(server.stdout).on('line', (line) => {
    process.stdout.write(`${readableLine(line)}\n`);
    if (isAnnounced || !line.includes('"msg":"listening"')) return;
    isAnnounced = true;
    onListening();
  });
}

function announce({ letters, payments }: { letters: string; payments: string }): void {
  const people = DEMO_ACCOUNTS.map(({ email, about }) => `    ${email.padEnd(30)} ${about}`);
  process.stdout.write(`
  Site      ${site}
  Letters   ${letters}
  Payments  ${payments}/_emulator/   card 4242 4242 4242 4242
  API       ${site}/api/docs

  People, password ${DEMO_PASSWORD}
${people.join('\n')}

`);
}

/** The usual port of a helper where it is free, else any: nothing but this run needs to find it. */
async function portFor(name: keyof typeof PREFERRED_PORTS): Promise<number> {
  const port = PREFERRED_PORTS[name];
  return (await isFree(port)) ? port : 0;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, LOOPBACK, () => probe.close(() => resolve(true)));
  });
}
