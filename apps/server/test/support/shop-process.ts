import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { accountSettings } from '@agres/stripe-emulator/development';

import type { TestProvider } from './shop.ts';

export type ShopProcessOptions = {
  databaseUrl: string;
  provider: Pick<TestProvider, 'config' | 'url'>;
  smtpUrl: string;
  /** `production` serves the built site, as `pnpm start` does; `development` needs no build. */
  mode: 'production' | 'development';
  /** Default: `http://localhost:3000`. */
  publicUrl?: string;
  /** The main file of another release of the site; default: this one. */
  main?: string;
  /** The folder for the files of releases; default: none. */
  assetsFolder?: string;
  settings?: Readonly<Record<string, string>>;
};

export type ShopProcess = {
  pid: number;
  origin: string;
  /** The origin of its metrics; null if it serves none. */
  operatorOrigin: string | null;
  /** Kills it immediately, as a machine failure would, and does not wait. */
  kill: () => void;
  /** Kills it immediately, unless it has exited, and waits. */
  gone: () => Promise<void>;
  /** Requests a graceful shutdown; resolves with its exit code. */
  stop: () => Promise<number | null>;
  /** Its log lines from level `warn` on, one JSON object per line. */
  complaints: readonly string[];
};

const MAIN = join(import.meta.dirname, '../../src/main.ts');

const SETTINGS = {
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  APP_SECRET: 'Lq8vN2xRz0TfYw5KbHs3JmCd7PgUe1Ao',
  RATE_LIMIT: 'relaxed',
  EMAIL_DOMAIN_CHECK: 'off',
  MAIL_FROM: 'Agrès <bonjour@agres.test>',
  CONTACT_EMAIL: 'contact@agres.test',
  ALERT_EMAIL: 'alert@example.fr',
  ALLOW_PAYMENT_EMULATOR: '1',
  // Compiled once for all processes of a run (scripts/test.ts).
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};

/** Starts a process of the shop on a free port and waits until it listens. */
export async function startShopProcess(options: ShopProcessOptions): Promise<ShopProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', options.main ?? MAIN],
    {
      env: environmentOf(options),
      // Ignore the developer's .env.
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const said = Promise.all([text(child.stderr), once(child, 'close')]);
  const complaints: string[] = [];
  const origins = await Promise.race([originsOf(child, complaints), ended.then(() => null)]);
  if (origins === null || child.pid === undefined) {
    const [written] = await said;
    const reasons = complaints.map((line) => Object(JSON.parse(line))['msg']);
    throw new Error(`The process ended before it listened: ${reasons.join('\n')}${written}`);
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    ...origins,
    pid: child.pid,
    complaints,
    kill: () => {
      child.kill('SIGKILL');
    },
    gone: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      return child.exitCode;
    },
  };
}

type Origins = Pick<ShopProcess, 'origin' | 'operatorOrigin'>;

/** Returns the environment of a shop process, so that a test can run `pnpm shop` against the same shop. */
export function environmentOf(options: ShopProcessOptions): Record<string, string> {
  return { ...SETTINGS, ...settingsOf(options) };
}

/** Reads its log to the end; resolves with the origins where it listens. */
function originsOf({ stdout }: { stdout: Readable }, complaints: string[]): Promise<Origins> {
  const { promise, resolve } = Promise.withResolvers<Origins>();
  let operatorOrigin: string | null = null;
  createInterface(stdout).on('line', (line) => {
    const [, told, event] =
      /"origin":"([^"]+)".*"msg":"(listening|serving metrics)"/.exec(line) ?? [];
    if (event === 'serving metrics') operatorOrigin = told ?? null;
    else if (told !== undefined) resolve({ origin: told, operatorOrigin });
    else if (!/"level":"(?:debug|info)"/.test(line)) complaints.push(line);
  });
  return promise;
}

function settingsOf(options: ShopProcessOptions) {
  const { databaseUrl, provider, smtpUrl, mode, publicUrl, assetsFolder, settings } = options;
  const { url, config } = provider;
  return {
    ...(assetsFolder === undefined ? {} : { ASSETS_FOLDER: assetsFolder }),
    // Without a proxy, a site on https must set this itself.
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl, TRUST_PROXY: 'none' }),
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    STRIPE_API_URL: url,
    STRIPE_JS_URL: `${url}/v3/`,
    ...accountSettings(config.accounts),
    ...settings,
  };
}
