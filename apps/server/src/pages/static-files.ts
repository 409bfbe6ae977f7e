import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DAY_SECONDS = 24 * 60 * 60;
const CACHE = {
  /** Named by content hash: they never change. */
  assets: `public, max-age=${365 * DAY_SECONDS}, immutable`,
  others: `public, max-age=${DAY_SECONDS}`,
} as const;

/** Serves the files of the browser's build, precompressed. */
export async function registerStaticFiles(app: FastifyInstance, webDirectory: string) {
  const root = join(webDirectory, 'dist', 'client');
  const assets = join(root, 'assets');
  await app.register(fastifyStatic, {
    root,
    // One route a file, found at start: an unknown URL never touches the disk.
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', path.startsWith(assets) ? CACHE.assets : CACHE.others);
    },
  });
}
