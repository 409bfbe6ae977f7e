import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { handleServerError } from '../calls/server-errors.ts';
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
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ raw: { headers } }) => {
      if (!isRange(headers.range)) delete headers.range;
    });
    scope.setErrorHandler((error, request, reply) => {
      const { headers } = request.raw;
      if (!isLongerThanFile(error, headers.range)) return handleServerError(error, request, reply);
      delete headers.range;
      return request.routeOptions.handler.call(scope, request, reply);
    });
    await scope.register(fastifyStatic, {
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
    scope.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const { name } = request.params;
      return (await isKeptAsset(assetsFolder, name))
        ? reply.sendFile(name, assetsFolder)
        : reply.callNotFound();
    });
  });
}

const RANGE = /^bytes=(?:(?<first>\d+)-(?<last>\d*)|-\d+)$/;

/** Whether a `Range` is one that is answered: any other is ignored, as one is that cannot be read. */
function isRange(range: string | undefined): boolean {
  const found = RANGE.exec(range ?? '');
  if (found === null) return false;
  const { first, last = '' } = found.groups ?? {};
  return first === undefined || last === '' || Number(first) <= Number(last);
}

/** Whether more last bytes were asked for than the file has: that is all of it (RFC 9110, section 14.1.2). */
const isLongerThanFile = (error: unknown, range: string | undefined): boolean =>
  /^bytes=-0*[1-9]/.test(range ?? '') &&
  error instanceof Error &&
  'statusCode' in error &&
  error.statusCode === 416;
