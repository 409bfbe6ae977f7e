import type { Server } from 'node:http';
import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';
import type { DevEnvironment, Logger, Plugin, ViteDevServer } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** What pages are made of. Everything else in the repository, database and settings included, is not served. */
const SERVED_FOLDERS = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/node_modules',
  'packages/domain/src',
  'packages/i18n/src',
  'packages/legal/src',
  'node_modules/.pnpm',
].map((folder) => join(REPOSITORY, folder));

export type BundlerOptions = {
  /** The folder of apps/web. */
  webDirectory: string;
  /** Sends changes to open pages; optional. */
  server?: Server;
  plugins?: Plugin[];
  /** Takes the bundler's messages, which go to the terminal as text without it. */
  log?: FastifyBaseLogger;
};

export type Bundler = {
  vite: ViteDevServer;
  /** Imports a source file as it is now; modules that have not changed stay as they are. */
  importCode: <Module>(file: string) => Promise<Module>;
};

/** The bundler of development: serves sources unbundled, and loads them for this process too. */
export async function createBundler({
  webDirectory,
  server,
  plugins = [],
  log,
}: BundlerOptions): Promise<Bundler> {
  const { createServer, createServerModuleRunner } = await import('vite');
  const vite = await createServer({
    root: webDirectory,
    configFile: join(webDirectory, 'vite.config.ts'),
    // Bundling the configuration would write into node_modules.
    configLoader: 'native',
    // Settings are the server's alone.
    envDir: false,
    plugins,
    ...(log === undefined ? {} : { customLogger: createBundlerLogger(log) }),
    server: {
      middlewareMode: true,
      // With it pages of other ports could read the answers of calls.
      cors: false,
      // Hosts are refused by the server, for files and calls alike.
      allowedHosts: true,
      fs: { strict: true, allow: SERVED_FOLDERS },
      // Without a server of ours it would listen on a port of its own.
      ...(server === undefined ? { hmr: false, ws: false } : { hmr: { server } }),
    },
    appType: 'custom',
  });
  // One for all code: a second would miss updates of the first.
  let loaded: { runner: ModuleRunner; from: DevEnvironment } | undefined;
  return {
    vite,
    importCode: async (file) => {
      // The bundler makes another environment when its configuration changes.
      const from = vite.environments.ssr;
      if (loaded?.from !== from) {
        loaded = { runner: createServerModuleRunner(from, { hmr: false }), from };
      }
      return loaded.runner.import(file);
    },
  };
}

/** Vite's logger on top of the server's log: one JSON object a line. */
function createBundlerLogger(log: FastifyBaseLogger): Logger {
  const warned = new Set<string>();
  const logger: Logger = {
    hasWarned: false,
    info: (message) => log.info(message),
    warn: (message) => {
      logger.hasWarned = true;
      log.warn(message);
    },
    warnOnce: (message) => {
      if (warned.has(message)) return;
      warned.add(message);
      logger.warn(message);
    },
    error: (message) => log.error(message),
    clearScreen: () => undefined,
    hasErrorLogged: () => false,
  };
  return logger;
}
