/**
 * Runs the whole site for development (`pnpm dev`): a PostgreSQL server with demonstration data in .data, the
 * payment emulator, a mailbox that catches every email, and the server, which reloads its code when it changes.
 * PORT moves the site, DATABASE_URL names another database; every other setting of .env.example works too. Only
 * one run per database.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { createPasswords } from '@agres/core/session/password';
import { explainFailure } from '@agres/db/explain-failure';
import { holdForDevelopment, openDevelopmentDatabase } from '@agres/db/local/development-database';
import { freePort, isFree } from '@agres/db/local/free-port';
import { startMailbox } from '@agres/mail/mailbox';
import { createPayments, type Payments } from '@agres/payments/payments';
import { openOwnDatabase } from '@agres/server/database';
import { readSettings, type Settings } from '@agres/server/env';
import {
  DEVELOPMENT_ACCOUNTS,
  DEVELOPMENT_CONFIG,
  accountSettings,
  webhookTargetsOf,
} from '@agres/stripe-emulator/development';
import { createStripeEmulator } from '@agres/stripe-emulator/emulator';

import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  linkDemoOrders,
  linkDemoSubscriptions,
  seed,
  seedInvoicing,
} from '../prisma/seed.ts';
import { payDemo, subscribeDemo } from '../prisma/seed/subscribe-demo.ts';
import { onParentExit } from './parent-process.ts';
import { readableLine } from './readable-log.ts';
import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const ROOT = join(import.meta.dirname, '..');
const DATA_FOLDER = join(ROOT, '.data');
const LOOPBACK = '127.0.0.1';
/** A server that does not stop in time is killed; the next start resumes its unfinished work. */
const END_WITHIN_MS = 10_000;
/** An empty setting counts as unset, as in the server. */
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
const sitePort = Number(given['PORT'] ?? 3000);
const PREFERRED_PORTS = {
  mailbox: 8025,
  smtp: 1025,
  emulator: 12_111,
  office: Number(given['OFFICE_PORT'] ?? 4000),
};
const site = `http://localhost:${sitePort}`;

process.chdir(ROOT);
try {
  if (!Number.isInteger(sitePort) || sitePort < 1 || sitePort > 65_535) {
    throw new Error(`PORT must be a port, 1 to 65535, and is "${given['PORT']}".`);
  }
  await run();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  let end = (): unknown => process.exit(0);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
  onParentExit(() => end());

  // Rejects invalid settings before anything is started or written.
  const settings = readSettings(
    serverEnvironment({
      databaseUrl: `postgres://postgres@${LOOPBACK}/agres`,
      smtpUrl: `smtp://${LOOPBACK}:${PREFERRED_PORTS.smtp}`,
      providerUrl: `http://${LOOPBACK}:${PREFERRED_PORTS.emulator}`,
    }),
  );
  if (!(await isFree(sitePort))) {
    throw new Error(
      `Port ${sitePort} is taken: perhaps by another "pnpm dev". End that one, or choose another port: PORT=${sitePort + 1} pnpm dev`,
    );
  }
  const database = await openDatabase();
  const stopping: (() => Promise<unknown>)[] = [database.close];
  const stop = async () => {
    for (const close of stopping.toReversed()) await close();
  };
  try {
    const [provider, mailbox] = await Promise.all([
      startProvider(settings),
      startMailbox({
        smtpPort: await portFor('smtp'),
        httpPort: await portFor('mailbox'),
      }),
    ]);
    stopping.push(provider.close, mailbox.close);
    const { url: databaseUrl } = database;
    await prepareDatabase({ ...settings, databaseUrl }, provider.payments);
    const officePort = (await portFor('office')) || (await freePort());
    const office = `http://localhost:${officePort}`;
    const environment = {
      ...serverEnvironment({
        databaseUrl,
        smtpUrl: mailbox.smtpUrl,
        providerUrl: provider.url,
      }),
      OFFICE_URL: office,
      OFFICE_PORT: String(officePort),
    };
    const server = createKeptServer(environment, {
      entry: 'apps/server/src/development.ts',
      isNeeded: true,
    });
    const officeServer = createKeptServer(environment, {
      entry: 'apps/server/src/office/office-main.ts',
      isNeeded: false,
    });
    stopping.push(server.end, officeServer.end);
    server.start(() => {
      announce({ emails: mailbox.url, payments: provider.url, office });
      // Starts after the site, so as not to delay it.
      stopping.push(keepOfficeFresh(officeServer));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  end = () => {
    // A second signal exits at once.
    end = () => process.exit(1);
    void stop().then(() => process.exit(0));
  };
}

/** Opens the database of DATABASE_URL, else the one in .data, and locks it for this run. */
async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const url = given['DATABASE_URL'];
  const database =
    url === undefined
      ? await openDevelopmentDatabase(DATA_FOLDER)
      : { url, close: async () => undefined };
  try {
    const release = await holdForDevelopment(database.url);
    return {
      url: database.url,
      close: async () => {
        await release();
        await database.close();
      },
    };
  } catch (error) {
    const explanation = explainFailure(error, database.url);
    throw explanation === undefined ? error : new Error(explanation, { cause: error });
  }
}

type Helpers = { databaseUrl: string; smtpUrl: string; providerUrl: string };

/** Returns the server's environment: the given settings take precedence over the defaults of development. */
function serverEnvironment(helpers: Helpers) {
  return {
    ...accountSettings(),
    PORT: String(sitePort),
    PUBLIC_URL: site,
    DATABASE_URL: helpers.databaseUrl,
    // The same at every start, so that open pages and sessions survive a restart.
    APP_SECRET: 'development has no secrets, so this is none',
    SMTP_URL: helpers.smtpUrl,
    MAIL_FROM: 'Agrès <bonjour@agres.example>',
    CONTACT_EMAIL: 'contact@agres.example',
    ALERT_EMAIL: 'alerte@agres.example',
    STRIPE_API_URL: helpers.providerUrl,
    STRIPE_JS_URL: `${helpers.providerUrl}/v3/`,
    ...given,
    NODE_ENV: 'development',
  };
}

/** Starts the payment provider in this process; its data lasts until the run ends. */
async function startProvider({ api, devHosts }: Settings) {
  const { app } = createStripeEmulator({
    accounts: DEVELOPMENT_ACCOUNTS,
    webhookTargets: webhookTargetsOf(site),
    sites: [new URL(api.publicUrl).hostname, ...devHosts],
    seed: Date.now(),
  });
  const url = await app.listen({ host: LOOPBACK, port: await portFor('emulator') });
  const payments = createPayments({ apiUrl: url, accounts: DEVELOPMENT_CONFIG });
  return { url, payments, close: () => app.close() };
}

/** Creates the tables, the demonstration data, and the provider's payments and subscriptions for this run. */
async function prepareDatabase(settings: Settings, payments: Payments): Promise<void> {
  const { database, installation } = await openOwnDatabase({
    url: settings.databaseUrl,
    publicUrl: settings.api.publicUrl,
    mode: settings.mode,
    log: { info: (_fields, event) => process.stdout.write(`${event}\n`) },
  });
  const { db } = database;
  await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
  await seedInvoicing(db, new Date());
  await linkDemoSubscriptions(db, (demo) => subscribeDemo(payments, demo));
  await linkDemoOrders(db, installation.id, (payment) => payDemo(payments, payment));
  await database.close();
}

const SERVER_SOURCES = ['packages', 'apps/server/src'];
const OFFICE_SOURCES = [...SERVER_SOURCES, 'apps/office/src'];
/** Debounces changes: saving one file causes several events. */
const CHANGE_SETTLES_MS = 300;

/**
 * Builds the office and starts its server, and does so again whenever the sources change. If the code fails to
 * build or load, there is no office until the next change.
 * @returns a function that stops it.
 */
function keepOfficeFresh(server: KeptServer): () => Promise<void> {
  let building: ChildProcess | undefined;
  let settling: NodeJS.Timeout | undefined;
  const build = () => {
    building?.kill();
    const next = spawn(process.execPath, [join(ROOT, 'scripts/build.ts'), 'office'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    building = next;
    next.once('exit', (code) => {
      if (code === 0) void server.restart();
    });
  };
  const watchers = OFFICE_SOURCES.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || !/\.(?:tsx?|css)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(settling);
      settling = setTimeout(build, CHANGE_SETTLES_MS);
    }),
  );
  build();
  return async () => {
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
    building?.kill();
  };
}

type KeptServer = ReturnType<typeof createKeptServer>;

/**
 * Creates a server in a child process that is restarted if it exits by itself. If a server with `isNeeded`
 * exits before it listens, the run ends.
 */
function createKeptServer(
  env: NodeJS.ProcessEnv,
  { entry, isNeeded }: { entry: string; isNeeded: boolean },
) {
  let child: ChildProcess | undefined;
  let isEnding = false;
  const replaced = new WeakSet<ChildProcess>();
  const start = (onListening: () => void) => {
    if (isEnding) return;
    const server = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(ROOT, entry)],
      {
        cwd: ROOT,
        env,
        // The IPC channel closes when this process is killed, which the server notices.
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    );
    child = server;
    let hasListened = false;
    showLog(server, () => {
      hasListened = true;
      onListening();
    });
    // On `close`, not `exit`, so that the last line of the log is shown first.
    server.once('close', () => {
      if (isEnding || replaced.has(server)) return;
      // The server has already logged the reason.
      if (!hasListened && isNeeded) process.exit(1);
      if (!hasListened) return;
      process.stdout.write('The server has ended, and is started again\n');
      start(() => undefined);
    });
  };
  const endChild = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const server = child;
    replaced.add(server);
    const impatient = setTimeout(() => server.kill('SIGKILL'), END_WITHIN_MS);
    server.kill('SIGTERM');
    await once(server, 'exit');
    clearTimeout(impatient);
  };
  const end = async () => {
    isEnding = true;
    await endChild();
  };
  const restart = async () => {
    await endChild();
    start(() => undefined);
  };
  // Kills the server however this process ends.
  process.once('exit', () => child?.kill('SIGKILL'));
  return { start, restart, end };
}

/** Prints the server's log, and calls back when it first listens. */
function showLog(server: ChildProcess, onListening: () => void): void {
  if (server.stdout === null) return;
  let isTold = false;
  createInterface(server.stdout).on('line', (line) => {
    process.stdout.write(`${readableLine(line)}\n`);
    if (isTold || !/"msg":"(?:listening|the office is open)"/.test(line)) return;
    isTold = true;
    onListening();
  });
}

type Addresses = { emails: string; payments: string; office: string };

function announce({ emails, payments, office }: Addresses): void {
  const people = DEMO_ACCOUNTS.map(({ email, about }) => `    ${email.padEnd(30)} ${about}`);
  process.stdout.write(`
  Site      ${site}
  Office    ${office}
  Emails    ${emails}
  Payments  ${payments}/_emulator/   card 4242 4242 4242 4242
  API       ${site}/api/docs

  People, password ${DEMO_PASSWORD}
${people.join('\n')}

`);
}

/** Returns a helper's default port if it is free, else 0 for any: only this run needs it. */
async function portFor(name: keyof typeof PREFERRED_PORTS): Promise<number> {
  const port = PREFERRED_PORTS[name];
  if (await isFree(port)) return port;
  process.stdout.write(`Port ${port} (${name}) is taken: another one is used\n`);
  return 0;
}
