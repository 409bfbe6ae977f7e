import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { isKeptAsset } from './earlier-assets.ts';

const DAY_SECONDS = 24 * 60 * 60;
const CACHE = {
  /** Named by content hash: they never change. */
  assets: `public, max-age=${365 * DAY_SECONDS}, immutable`,
  others: `public, max-age=${DAY_SECONDS}`,
} as const;

type StaticFilesOptions = {
  webDirectory: string;
  /** Where files of other releases are kept; null: nowhere. */
  assetsFolder: string | null;
};

/** Where the browser's build has the files that its content names. */
export const builtAssetsIn = (webDirectory: string): string =>
  join(webDirectory, 'dist', 'client', 'assets');

/**
 * Serves the files of the browser's build, precompressed; what is not in it and was named by a page of
 * another release, out of the folder where these are kept.
 */
export async function registerStaticFiles(
  app: FastifyInstance,
  { webDirectory, assetsFolder }: StaticFilesOptions,
): Promise<void> {
  const root = join(webDirectory, 'dist', 'client');
  const assets = builtAssetsIn(webDirectory);
  const isAsset = (path: string) =>
    path.startsWith(assets) || (assetsFolder !== null && path.startsWith(assetsFolder));
  await app.register(fastifyStatic, {
    root,
    // One route a file, found at start: an unknown URL never touches the disk.
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', isAsset(path) ? CACHE.assets : CACHE.others);
    },
  });
  if (assetsFolder === null) return;
  // The routes of this build's own files come first.
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    return (await isKeptAsset(assetsFolder, name))
      ? reply.sendFile(name, assetsFolder)
      : reply.callNotFound();
  });
}
