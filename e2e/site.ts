import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { createPasswords } from '@agres/core/session/password';
import { createDb, type Db } from '@agres/db/db';
import { freePort } from '@agres/db/local/free-port';
import { copyingFrom, createDatabaseOn } from '@agres/db/testing/test-database';
import { prepareTestServers, type TestServer } from '@agres/db/testing/test-servers';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { createPayments } from '@agres/payments/payments';
import {
  DEVELOPMENT_ACCOUNTS,
  DEVELOPMENT_CONFIG,
  accountSettings,
  webhookTargetsOf,
} from '@agres/stripe-emulator/development';
import { createStripeEmulator, type StripeEmulator } from '@agres/stripe-emulator/emulator';

import { linkDemoSubscriptions, seed } from '../prisma/seed.ts';
import { subscribeDemo } from '../prisma/seed/subscribe-demo.ts';
import { addTestContent } from './content.ts';

/** The built site with its surrounding services, on its own database. */
export type Site = {
  /** The origin for browsers, such as http://localhost:34567. */
  origin: string;
  readonly serverProcess: { id: number };
  databaseUrl: string;
  providerUrl: string;
  /** The payment provider's control: the money it collected, and the faults to inject. */
  provider: StripeEmulator['control'];
  /** Returns every sent email, newest first. */
  emails: Mailbox['emails'];
  /** The server's log, one JSON object per line. */
  logLines: readonly string[];
  /** Stops the server's process and starts another one with some settings changed. */
  restartWith: (settings: Record<string, string>) => Promise<void>;
  /** Starts another process on the same database with some settings changed; it stops with the site. */
  addProcess: (settings: Record<string, string>) => Promise<{ origin: string; id: number }>;
  /** Starts the owner's office beside the site and returns its origin; it stops with the site. */
  addOffice: (changed?: Record<string, string>) => Promise<string>;
  close: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, '..');
const LOOPBACK = '127.0.0.1';
const STARTS_WITHIN_MS = 30_000;

export type AddContent = (db: Db) => Promise<void>;

/** A server whose new databases contain the demonstration content and the tests' additions. */
export type SeededServer = {
  /** Plain data, so that it can be passed between processes. */
  server: TestServer;
  close: () => Promise<void>;
};

/**
 * Seeds a database once, for every site of a run to copy. `databaseUrl` is a PostgreSQL server on which
 * databases can be created; without it a temporary one is started.
 */
export async function prepareSeededServer(databaseUrl: string | undefined): Promise<SeededServer> {
  const servers = prepareTestServers(databaseUrl);
  const server = await servers.server();
  const template = await createDatabaseOn(server);
  const { db, close } = createDb(template.url);
  const { hash: hashPassword } = createPasswords();
  await seed(db, { hashPassword, now: new Date() });
  await addTestContent(db, hashPassword);
  // A database in use cannot be copied.
  await close();
  return {
    server: copyingFrom(server, template),
    close: async () => {
      await template.close();
      await servers.close();
    },
  };
}

/** The command that starts the server's process, and the user it runs as. */
export type Program = { command: string; args: readonly string[]; userId?: number };

/**
 * Starts the site as in production, with the payment emulator and a mailbox, on a copy of the seeded database.
 * `addContent` adds to its content; `program` defaults to that of `pnpm start`.
 */
export async function startSite(
  seeded: TestServer,
  addContent: AddContent = async () => undefined,
  program: Program = pnpmStart(),
): Promise<Site> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [database, mailbox, provider] = await Promise.all([
    createDatabaseOn(seeded),
    startMailbox({ smtpPort: 0, httpPort: 0 }),
    startProvider(origin),
  ]);
  await fill(database.url, provider.url, addContent);

  const logLines: string[] = [];
  const others: ChildProcess[] = [];
  const settings = {
    ...accountSettings(),
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: database.url,
    SMTP_URL: mailbox.smtpUrl,
    STRIPE_API_URL: provider.url,
    STRIPE_JS_URL: `${provider.url}/v3/`,
  };
  const start = async (changed: Record<string, string>) => {
    const child = startServer(program, { ...settings, ...changed });
    await waitUntilListening(child, logLines);
    return child;
  };
  let server = await start({});

  return {
    origin,
    get serverProcess() {
      return { id: server.pid ?? 0 };
    },
    databaseUrl: database.url,
    providerUrl: provider.url,
    provider: provider.control,
    emails: mailbox.emails,
    logLines,
    restartWith: async (changed) => {
      await stop(server);
      server = await start(changed);
    },
    addOffice: async (changed = {}) => {
      const officePort = await freePort();
      const url = `http://office.localhost:${officePort}`;
      const child = startServer(
        { command: process.execPath, args: [join(ROOT, 'apps/server/src/office/office-main.ts')] },
        { ...settings, OFFICE_URL: url, OFFICE_PORT: String(officePort), ...changed },
      );
      others.push(child);
      await waitUntilListening(child, logLines);
      return url;
    },
    addProcess: async (changed) => {
      const otherPort = await freePort();
      const child = await start({ ...changed, PORT: String(otherPort) });
      others.push(child);
      return { origin: `http://localhost:${otherPort}`, id: child.pid ?? 0 };
    },
    close: async () => {
      await Promise.all([server, ...others].map(stop));
      await Promise.all([mailbox.close(), provider.close(), database.close()]);
    },
  };
}

async function startProvider(origin: string) {
  const { app, control } = createStripeEmulator({
    accounts: DEVELOPMENT_ACCOUNTS,
    // Other events than those of the guide would cause work that no site in production has.
    webhookTargets: webhookTargetsOf(origin).map((target) => ({
      ...target,
      events: WEBHOOK_EVENT_TYPES,
    })),
  });
  const url = await app.listen({ host: LOOPBACK, port: 0 });
  return { url, control, close: () => app.close() };
}

/** Adds the test's content and the provider's demonstration subscriptions. */
async function fill(
  databaseUrl: string,
  providerUrl: string,
  addContent: AddContent,
): Promise<void> {
  const { db, close } = createDb(databaseUrl);
  await addContent(db);
  const payments = createPayments({ accounts: DEVELOPMENT_CONFIG, apiUrl: providerUrl });
  await linkDemoSubscriptions(db, (demo) => subscribeDemo(payments, demo));
  await close();
}

const SETTINGS = {
  NODE_ENV: 'production',
  ALLOW_PAYMENT_EMULATOR: '1',
  APP_SECRET: 'Lq8vN2xRz0TfYw5KbHs3JmCd7PgUe1Ao',
  RATE_LIMIT: 'strict',
  TRUST_PROXY: '127.0.0.0/8',
  EMAIL_DOMAIN_CHECK: 'off',
  MAIL_FROM: 'Agrès <bonjour@agres.test>',
  CONTACT_EMAIL: 'contact@agres.test',
  ALERT_EMAIL: 'alerte@agres.test',
  // Compiled once for all processes of a run (scripts/test.ts).
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};

function pnpmStart(): Program {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  return { command: process.execPath, args: [...flags, join(ROOT, 'apps/server/src/main.ts')] };
}

function startServer(
  { command, args, userId }: Program,
  settings: Record<string, string>,
): ChildProcess {
  return spawn(command, args, {
    // Avoids the developer's .env.
    cwd: tmpdir(),
    env: { ...SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(userId === undefined ? {} : { uid: userId, gid: userId }),
  });
}

async function waitUntilListening(server: ChildProcess, logLines: string[]): Promise<void> {
  const { stdout } = server;
  if (stdout === null) throw new Error('The server has no output to read.');
  const listening = new Promise<void>((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      logLines.push(line);
      if (/"msg":"(?:listening|the office is open)"/.test(line)) resolve();
    });
    server.once('close', (code) =>
      reject(new Error(`The server ended with ${code} at its start: ${logLines.at(-1)}`)),
    );
    setTimeout(
      () => reject(new Error('The server did not start in time.')),
      STARTS_WITHIN_MS,
    ).unref();
  });
  await listening;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
