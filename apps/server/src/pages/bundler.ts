import type { Server } from 'node:http';
import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';
import type { DevEnvironment, Logger, Plugin, ViteDevServer } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** The sources of pages. Nothing else in the repository is served, such as the database or the settings. */
const SERVED_FOLDERS = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/node_modules',
  'packages/domain/src',
  'packages/i18n/src',
  'packages/legal/src',
  'packages/ui/src',
  'node_modules/.pnpm',
].map((folder) => join(REPOSITORY, folder));

export type BundlerOptions = {
  webDirectory: string;
  /** The HTTP server through which changes are sent to open pages. */
  server?: Server;
  plugins?: Plugin[];
  /** The log of the bundler's messages. Without it they go to the terminal as text. */
  log?: FastifyBaseLogger;
};

export type Bundler = {
  vite: ViteDevServer;
  importCode: <Module>(file: string) => Promise<Module>;
};

/** Creates the development bundler: it serves sources unbundled, and loads them for this process too. */
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
    envDir: false,
    plugins,
    ...(log === undefined ? {} : { customLogger: createBundlerLogger(log) }),
    server: {
      middlewareMode: true,
      // With CORS, pages on other ports could read the answers of calls.
      cors: false,
      // The server refuses foreign hosts itself, for files and calls alike.
      allowedHosts: true,
      fs: { strict: true, allow: SERVED_FOLDERS },
      // Without our server, Vite would listen on its own port for updates.
      ...(server === undefined ? { hmr: false, ws: false } : { hmr: { server } }),
    },
    appType: 'custom',
  });
  // All code shares one runner, because a second one would miss the updates of the first.
  let loaded: { runner: ModuleRunner; from: DevEnvironment } | undefined;
  return {
    vite,
    importCode: async (file) => {
      // The bundler creates a new environment when its configuration changes.
      const from = vite.environments.ssr;
      if (loaded?.from !== from) {
        loaded = { runner: createServerModuleRunner(from, { hmr: false }), from };
      }
      return loaded.runner.import(file);
    },
  };
}

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
