import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { handleServerError } from '../calls/server-errors.ts';
import { isKeptAsset } from './earlier-assets.ts';

const DAY_SECONDS = 24 * 60 * 60;
const CACHE = {
  /** The names of these files contain a content hash, so they never change. */
  assets: `public, max-age=${365 * DAY_SECONDS}, immutable`,
  others: `public, max-age=${DAY_SECONDS}`,
} as const;

type StaticFilesOptions = {
  webDirectory: string;
  assetsFolder: string | null;
};

/** Returns the folder of the browser's build with the content-hashed files. */
export const builtAssetsIn = (webDirectory: string): string =>
  join(webDirectory, 'dist', 'client', 'assets');

/**
 * Serves the browser's build, precompressed. `assetsFolder` serves the files that pages of another release
 * refer to.
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
      // Every file gets a route at startup, so that an unknown URL never touches the disk.
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
    // The routes of this build's own files take precedence.
    scope.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const { name } = request.params;
      return (await isKeptAsset(assetsFolder, name))
        ? reply.sendFile(name, assetsFolder)
        : reply.callNotFound();
    });
  });
}

const RANGE = /^bytes=(?:(?<first>\d+)-(?<last>\d*)|-\d+)$/;

/** Whether a `Range` header is supported; any other is ignored like a malformed one. */
function isRange(range: string | undefined): boolean {
  const found = RANGE.exec(range ?? '');
  if (found === null) return false;
  const { first, last = '' } = found.groups ?? {};
  return first === undefined || last === '' || Number(first) <= Number(last);
}

/** A suffix range that is longer than the file means the whole file (RFC 9110, section 14.1.2). */
const isLongerThanFile = (error: unknown, range: string | undefined): boolean =>
  /^bytes=-0*[1-9]/.test(range ?? '') &&
  error instanceof Error &&
  'statusCode' in error &&
  error.statusCode === 416;
