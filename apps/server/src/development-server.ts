/**
 * The server of `pnpm dev`. The bundler loads its code, and replaces it in this process after a change. The
 * port and the bundler stay open: requests wait, and none is refused. A change of this file's own imports
 * requires a restart.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorBodyOf } from '@agres/core/errors';
import { DomainError } from '@agres/domain/errors';
import { isLoopbackHost } from '@agres/domain/loopback';
import type { FastifyInstance } from 'fastify';
import type { EnvironmentModuleNode, Plugin } from 'vite';

import { createServerWithLimits, explainListenFailure } from './cache/http-server.ts';
import type { readEnvironment, Settings } from './env.ts';
import { createBundler } from './pages/bundler.ts';
import type { RunningServer, startServer } from './start.ts';

type EnvModule = { readEnvironment: typeof readEnvironment };
type StartModule = { startServer: typeof startServer };

const WEB_DIRECTORY = join(import.meta.dirname, '../../web');
const ENV = join(import.meta.dirname, 'env.ts');
const START = join(import.meta.dirname, 'start.ts');
/** Treats a burst of changed files, as after a checkout of a branch, as one change. */
const SETTLE_MS = 50;

/**
 * Starts the server and replaces it whenever its code changes.
 * @throws an Error that says what to do, like `startServer`
 */
export async function startDevelopmentServer(settings: Settings): Promise<RunningServer> {
  const front = createFront(settings);
  const replace = createChangeCollector(async () => {
    const replaced = site.replace();
    front.holdUntil(site.current());
    await replaced;
  });
  const bundler = await createBundler({
    webDirectory: WEB_DIRECTORY,
    server: front.server,
    plugins: [watchCode({ entries: [ENV, START], isBroken: () => site.isBroken(), replace })],
  });
  const { vite, importCode } = bundler;

  const site = createReplaceable(async () => {
    const env = await importCode<EnvModule>(ENV);
    const start = await importCode<StartModule>(START);
    const running = await start.startServer(env.readEnvironment(), {
      bundler,
      attach: front.attach,
    });
    return {
      ...running,
      close: async () => {
        await front.answered();
        await running.close();
      },
    };
  });
  // The parent process has died.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

  const { origin, log } = await site.current();
  return {
    origin,
    log,
    close: async () => {
      front.server.close();
      await site.close();
      await vite.close();
      front.server.closeAllConnections();
    },
  };
}

type Front = {
  server: ReturnType<typeof createServerWithLimits>;
  /** Passes requests to this server from now on, and opens the port first if needed; returns the origin. */
  attach: (site: FastifyInstance) => Promise<string>;
  /** Holds requests until the promise resolves. If it rejects, responds with that error. */
  holdUntil: (ready: Promise<unknown>) => void;
  /** Resolves once every forwarded request has been answered. */
  answered: () => Promise<void>;
};

/** Accepts requests for the life of the process, and holds them until their server is ready. */
function createFront(settings: Settings): Front {
  const isOwnHost = createHostCheck(settings);
  let site: FastifyInstance | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  const inFlight = new Set<Promise<unknown>>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await ready;
      const { host } = request.headers;
      if (isOwnHost(host)) {
        const end = once(response, 'close')
          .catch(() => undefined)
          .finally(() => inFlight.delete(end));
        inFlight.add(end);
        site?.routing(request, response);
      } else {
        site?.log.warn({ host }, 'a call for another host is refused; DEV_HOSTS may name it');
        sendRefusal(response);
      }
    } catch (error) {
      sendFailure(response, error);
    }
  };
  const server = createServerWithLimits((request, response) => void answer(request, response), {
    // An offer of another protocol, such as Java's h2c with every call, is answered over HTTP/1.1.
    shouldUpgradeCallback: ({ headers }) =>
      headers['sec-websocket-protocol']?.startsWith('vite-') === true && isOwnHost(headers.host),
  });

  // Malformed requests are answered as in production.
  server.on('clientError', (error, socket) => {
    if (site?.server.emit('clientError', error, socket) !== true) socket.destroy();
  });
  // A first page is transformed module by module, which may take longer than production allows.
  server.setTimeout(0);

  return {
    server,
    holdUntil: (next) => {
      ready = next;
    },
    answered: async () => {
      await Promise.allSettled(inFlight);
    },
    attach: async (next) => {
      await next.ready();
      site = next;
      if (!server.listening) await listen(server, settings);
      return originOf(server);
    },
  };
}

async function listen(server: Front['server'], { host, port }: Settings): Promise<void> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw explainListenFailure(error, { host, port });
  }
}

function originOf(server: Front['server']): string {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the development server is not listening on a TCP port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/**
 * Creates the check whether a `Host` belongs to this machine, against DNS rebinding: a foreign page could
 * resolve its own name to this machine and read what its user can read. Allows IP addresses, because a page
 * cannot choose one as its name.
 */
function createHostCheck({ api, devHosts }: Settings): (host: string | undefined) => boolean {
  const known = new Set([...devHosts, new URL(api.publicUrl).hostname]);
  return (host) => {
    if (host === undefined) return true;
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return (
      known.has(hostname) ||
      isLoopbackHost(hostname) ||
      hostname.endsWith('.localhost') ||
      isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
    );
  };
}

function sendRefusal(response: ServerResponse): void {
  const refusal = new DomainError('error_message', { status: 403 });
  response
    .writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(errorBodyOf(refusal)));
}

/** Sends the reason why the server is missing. The page reloads every two seconds. */
function sendFailure(response: ServerResponse, error: unknown): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', refresh: '2' };
  response
    .writeHead(500, headers)
    .end(
      `The server's code cannot be loaded. It is tried again at the next change.\n\n${textOf(error)}\n`,
    );
}

const textOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

type Replaceable = {
  /** The running server, or the one that is starting. */
  current: () => Promise<RunningServer>;
  replace: () => Promise<void>;
  isBroken: () => boolean;
  close: () => Promise<void>;
};

/** Runs one server at a time: the next starts when the last has ended. */
function createReplaceable(load: () => Promise<RunningServer>): Replaceable {
  let isBroken = false;
  const tried = async () => {
    try {
      const running = await load();
      isBroken = false;
      return running;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  const closed = (running: Promise<RunningServer>) =>
    running.then(({ close }) => close()).catch(() => undefined);

  let current = tried();
  return {
    current: () => current,
    isBroken: () => isBroken,
    replace: async () => {
      const startedMs = Date.now();
      current = closed(current).then(tried);
      try {
        const { log } = await current;
        log.info({ afterMs: Date.now() - startedMs }, 'the changed code is loaded');
      } catch (error) {
        process.stderr.write(`\nThe server's code cannot be loaded: ${textOf(error)}\n`);
      }
    },
    close: () => closed(current),
  };
}

/** Collects changes: a change waits until the previous one is handled. */
function createChangeCollector(deal: () => Promise<void>): () => void {
  let dealing = Promise.resolve();
  let isWaiting = false;
  const next = async (last: Promise<void>) => {
    await last;
    await sleep(SETTLE_MS);
    isWaiting = false;
    await deal();
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    dealing = next(dealing);
  };
}

type CodeWatch = { entries: readonly string[]; isBroken: () => boolean; replace: () => void };

/**
 * A Vite plugin that replaces the server when one of its modules changes, or any module while its code cannot
 * be loaded.
 */
function watchCode({ entries, isBroken, replace }: CodeWatch): Plugin {
  let isFirst = true;
  return {
    name: 'replace-changed-server',
    configureServer() {
      // After a change of its configuration Vite restarts without its known modules, so this process restarts
      // too.
      if (!isFirst) process.kill(process.pid, 'SIGTERM');
      isFirst = false;
    },
    hotUpdate({ modules }) {
      if (this.environment.name !== 'ssr') return undefined;
      if (!isBroken() && !modules.some((module) => isPartOf(module, entries))) return undefined;
      replace();
      // Suppresses Vite's own update; the client environment sends open pages theirs.
      return [];
    },
  };
}

/** Whether an entry imports the module, directly or indirectly. */
function isPartOf(module: EnvironmentModuleNode, entries: readonly string[]): boolean {
  const seen = new Set([module]);
  for (const { importers, file } of seen) {
    if (file !== null && entries.includes(file)) return true;
    for (const importer of importers) seen.add(importer);
  }
  return false;
}
