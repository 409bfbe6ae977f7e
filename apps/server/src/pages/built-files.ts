import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
const manifestSchema = z.record(z.string(), chunkSchema);
type Manifest = z.infer<typeof manifestSchema>;

const ENTRY = 'src/entry-client.tsx';
const EARLY = 'src/early.ts';
/** Matches the chunk with a route's component; some have their loader in the same file. */
const ROUTE = /^src\/routes(\/.*)\.tsx\?tsr-split=(?:.*---)?component(?:---.*)?$/;

const CATALOG = /\/locales\/(\w+\/[\w-]+)\.po$/;

export type PageParts = {
  routeIds: readonly string[];
  catalogs: readonly string[];
  locale: string;
};

export type BuiltFiles = {
  entry: string;
  /** Runs before `entry`, which hydrates the page. */
  early: string;
  /** The fonts on the first screen of every page. */
  fonts: string[];
  modulesOf: (parts: PageParts) => string[];
};

/**
 * Reads the manifest of the browser's build.
 * @throws an Error that says what to run
 */
export async function readBuiltFiles(clientDirectory: string): Promise<BuiltFiles> {
  const manifest = await readManifest(clientDirectory);
  const urlOf = (name: string) => {
    const chunk = manifest[name];
    if (chunk) return `/${chunk.file}`;
    throw new Error(`The build in ${clientDirectory} has no ${name}. Run "pnpm build".`);
  };

  const routeChunks = new Map(
    Object.keys(manifest).flatMap((name) => {
      const path = ROUTE.exec(name)?.[1];
      return path === undefined ? [] : [[routeIdOf(path), name] as const];
    }),
  );
  const catalogChunks = new Map(
    Object.keys(manifest).flatMap((name) => {
      const catalog = CATALOG.exec(name)?.[1];
      return catalog === undefined ? [] : [[catalog, name] as const];
    }),
  );

  return {
    entry: urlOf(ENTRY),
    early: urlOf(EARLY),
    fonts: Object.values(manifest)
      .map((chunk) => `/${chunk.file}`)
      .filter((file) => file.endsWith('.woff2')),
    modulesOf: ({ routeIds, catalogs, locale }) => {
      const names = [
        ENTRY,
        ...routeIds.map((routeId) => routeChunks.get(routeId)),
        ...catalogs.map((catalog) => catalogChunks.get(`${locale}/${catalog}`)),
      ].filter((name) => name !== undefined);
      return [...withImports(manifest, names)].map((name) => `/${manifest[name]?.file}`);
    },
  };
}

async function readManifest(clientDirectory: string): Promise<Manifest> {
  const path = join(clientDirectory, '.vite', 'manifest.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no built site at ${path}. Run "pnpm build" first.`, { cause });
  });
  return manifestSchema.parse(JSON.parse(text));
}

/** Returns the router's id of a route file: `/_data/shop/` for `/_data/shop/index`. */
function routeIdOf(path: string): string {
  return path.replaceAll('.', '/').replace(/\/index$/, '/');
}

function withImports(manifest: Manifest, names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name]?.imports?.forEach(add);
  };
  names.forEach(add);
  return seen;
}
