/**
 * Checks the import table of docs/ARCHITECTURE.md: who may import whom, by package and inside the
 * web app by shelf. Run by `pnpm layers` and `pnpm check`; prints one line a violation.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { refuseApiImport } from './api-order.ts';
import { findImportCircles } from './import-circles.ts';
import { readImports, type SourceImport } from './read-imports.ts';
import { isForTests, oncePerFile } from './source-files.ts';
import { sayUsageIfAsked } from './usage.ts';

type Reach = 'values' | 'types';

type Layer = {
  folder: string;
  /** The workspace packages that product code here may import, and how much of them. */
  mayImport: Readonly<Record<string, Reach>>;
  /** Whether the browser runs this code too: then nothing of Node may be in it. */
  inBrowser?: true;
  /** The only external packages, where the list should stay short. */
  onlyFromOutside?: readonly string[];
  /** Packages of the build whose imports vanish from what production runs. */
  buildTools?: readonly string[];
};

/** The import table. A test may also import what its package lists in devDependencies. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  domain: {
    folder: 'packages/domain',
    mayImport: {},
    inBrowser: true,
    onlyFromOutside: ['zod'],
  },
  i18n: { folder: 'packages/i18n', mayImport: { domain: 'values' }, inBrowser: true },
  legal: {
    folder: 'packages/legal',
    mayImport: { domain: 'values', i18n: 'values' },
    inBrowser: true,
  },
  db: { folder: 'packages/db', mayImport: { domain: 'values' } },
  mail: {
    folder: 'packages/mail',
    mayImport: { domain: 'values', i18n: 'values', legal: 'values' },
  },
  payments: { folder: 'packages/payments', mayImport: { domain: 'values' } },
  // For other people's programs: knows the API by its document alone.
  client: {
    folder: 'packages/client',
    mayImport: {},
    inBrowser: true,
    buildTools: ['openapi-typescript'],
  },
  // Emulates another company's server: it knows nothing of the shop.
  'stripe-emulator': { folder: 'packages/stripe-emulator', mayImport: {} },
  api: {
    folder: 'packages/api',
    mayImport: {
      domain: 'values',
      legal: 'values',
      db: 'values',
      mail: 'types',
      payments: 'types',
    },
  },
  web: {
    folder: 'apps/web',
    mayImport: { domain: 'values', i18n: 'values', legal: 'values', api: 'types' },
    inBrowser: true,
    buildTools: ['@vitejs/plugin-react'],
  },
  server: {
    folder: 'apps/server',
    mayImport: {
      domain: 'values',
      i18n: 'values',
      legal: 'values',
      db: 'values',
      mail: 'values',
      payments: 'values',
      api: 'values',
      // Its built entry is loaded at run time; only the entry's types are imported.
      web: 'types',
    },
  },
};

/** Folders at the root that put packages together: they import any of them, by name. */
const ROOT_FOLDERS = ['scripts', 'e2e', 'prisma', 'art'];

/** Inside apps/web/src: which shelf may import which. A feature never imports another feature. */
const WEB_SHELVES: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  ui: ['ui', 'lib'],
  features: ['ui', 'lib'],
  design: ['design', 'ui', 'lib'],
};

const SCOPE = '@shop/';
type Manifest = {
  dependencies: Set<string>;
  devDependencies: Set<string>;
  exports: Record<string, string>;
};

function readManifest(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
    devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
    exports: manifest.exports ?? {},
  };
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The file an export of a workspace package stands for, relative to its folder. */
function exportedFile(exports: Record<string, string>, subpath: string): string | undefined {
  const patterns = Object.entries(exports).toSorted(([a], [b]) => b.length - a.length);
  for (const [pattern, target] of patterns) {
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined && pattern === subpath) return target;
    if (tail === undefined || !subpath.startsWith(head) || !subpath.endsWith(tail)) continue;
    return target.replace('*', subpath.slice(head.length, subpath.length - tail.length));
  }
  return undefined;
}

/** The file that an import by name stands for, as a path from the root; null for one from outside. */
export function resolveWorkspaceImport(
  root: string,
  importer: string,
  specifier: string,
): string | null {
  if (specifier.startsWith('#')) {
    return join(...importer.split('/').slice(0, 2), 'src', specifier.slice(1));
  }
  if (!specifier.startsWith(SCOPE)) return null;
  const folder = LAYERS[packageOf(specifier).slice(SCOPE.length)]?.folder;
  if (folder === undefined) return null;
  const subpath = `.${specifier.slice(packageOf(specifier).length)}`;
  const exported = exportedFile(readManifest(join(root, folder)).exports, subpath);
  return exported === undefined ? null : join(folder, exported);
}

type Place = { root: string; name: string; layer: Layer; manifest: Manifest; file: string };

/** Every violation of the import table in a checkout, one readable line each. */
export function findLayerViolations(root: string): string[] {
  const importsOf = oncePerFile((file) => readImports(join(root, file)));
  const known = new Set(Object.values(LAYERS).map((layer) => layer.folder));
  const strangers = globSync('{apps,packages}/*/package.json', { cwd: root })
    .map((path) => dirname(path))
    .filter((folder) => !known.has(folder))
    .map((folder) => `${folder}: not in the import table; add it to scripts/check-layers.ts`);
  const inLayers = Object.entries(LAYERS).flatMap(([name, layer]) => {
    const manifest = readManifest(join(root, layer.folder));
    return [
      ...manifestViolations(name, layer, manifest),
      ...sourceFiles(root, layer.folder).flatMap((file) =>
        importsOf(file).flatMap((found) => {
          const reason = refuseImport({ root, name, layer, manifest, file }, found);
          return reason ? [`${file}:${found.line} imports ${found.specifier}: ${reason}`] : [];
        }),
      ),
    ];
  });
  return [...strangers, ...inLayers, ...rootViolations(root), ...circles(root, importsOf)];
}

/**
 * Circles of imports inside a package, type imports included. The one exception is web's generated tree
 * of routes, which the router has import every route while routes name its types.
 */
function circles(root: string, importsOf: typeof readImports): string[] {
  const graph = new Map(
    Object.values(LAYERS).flatMap((layer) =>
      sourceFiles(root, layer.folder).map((file) => [
        file,
        importsOf(file).flatMap(({ specifier }) => ownFile({ root, layer, file }, specifier) ?? []),
      ]),
    ),
  );
  return findImportCircles(graph).map((files) => `${files.join(' imports ')} imports the first`);
}

/** The file of the same package that an import stands for, as a path from the root. */
function ownFile(
  { root, layer, file }: Pick<Place, 'root' | 'layer' | 'file'>,
  specifier: string,
): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  if (specifier.startsWith('#')) return join(layer.folder, 'src', specifier.slice(1));
  return undefined;
}

function sourceFiles(root: string, folder: string): string[] {
  return globSync(`${folder}/{src,test}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/(^|\/)generated\/|routeTree\.gen\.ts$|\/locales\//.test(file))
    .toSorted();
}

function manifestViolations(name: string, layer: Layer, manifest: Manifest): string[] {
  const where = `${layer.folder}/package.json`;
  const workspace = [...manifest.dependencies].filter((dependency) => dependency.startsWith(SCOPE));
  const outside = [...manifest.dependencies].filter((dependency) => !dependency.startsWith(SCOPE));
  return [
    ...workspace
      .filter((dependency) => layer.mayImport[dependency.slice(SCOPE.length)] !== 'values')
      .map((dependency) => {
        const isTypes = layer.mayImport[dependency.slice(SCOPE.length)] === 'types';
        const advice = isTypes ? 'only types may cross: list it in devDependencies' : 'remove it';
        return `${where}: ${name} lists ${dependency} in dependencies; ${advice}`;
      }),
    ...outside
      .filter((dependency) => layer.onlyFromOutside?.includes(dependency) === false)
      .map((dependency) => `${where}: ${name} lists ${dependency}; it stays free of it`),
  ];
}

/** Why an import is a violation, or undefined. */
function refuseImport(place: Place, found: SourceImport): string | undefined {
  const { specifier, isType } = found;
  const own = ownFile(place, specifier);
  if (own !== undefined) return refuseOwnFile(place, own);
  if (isBuiltin(specifier)) {
    if (!place.layer.inBrowser || isForTests(place.file)) return undefined;
    return 'the browser runs this package too, and has no Node modules';
  }
  if (specifier.startsWith(SCOPE)) return refuseWorkspaceImport(place, specifier, isType);
  return refuseOutsideImport(place, found);
}

function refuseOwnFile({ layer, file }: Place, target: string): string | undefined {
  if (!target.startsWith(`${layer.folder}/`)) {
    return 'a relative import never leaves its package; import it by name';
  }
  if (isForTests(target) && !isForTests(file)) return 'product code does not import tests';

  if (layer === LAYERS['api'] && !isForTests(file)) {
    const inside = (path: string) => path.slice(`${layer.folder}/src/`.length);
    return refuseApiImport(inside(file), inside(target));
  }

  const shelfOf = (path: string) => path.slice(`${layer.folder}/src/`.length).split('/');
  const [shelf = '', feature] = shelfOf(file);
  const allowed = layer.folder === LAYERS['web']?.folder ? WEB_SHELVES[shelf] : undefined;
  const [targetShelf = '', targetFeature] = shelfOf(target);
  if (!allowed || isForTests(file) || !Object.hasOwn(WEB_SHELVES, targetShelf)) {
    return allowed && targetShelf === 'routes'
      ? `${shelf} does not import routes: routes put the others together`
      : undefined;
  }
  if (allowed.includes(targetShelf)) return undefined;
  if (shelf === 'features' && targetShelf === 'features') {
    return feature === targetFeature
      ? undefined
      : `the feature ${feature} does not import the feature ${targetFeature}: a route puts both together, or the piece moves to ui or lib`;
  }
  return `${shelf} does not import ${targetShelf}`;
}

function refuseWorkspaceImport(
  { root, name, layer, manifest, file }: Place,
  specifier: string,
  isType: boolean,
): string | undefined {
  const target = packageOf(specifier).slice(SCOPE.length);
  const targetLayer = LAYERS[target];
  if (!targetLayer) return 'there is no such package';
  if (target === name) return 'a package imports its own files relatively';

  const subpath = `.${specifier.slice(SCOPE.length + target.length)}`;
  const exported = exportedFile(readManifest(join(root, targetLayer.folder)).exports, subpath);
  if (!exported || !existsSync(join(root, targetLayer.folder, exported))) {
    return `${target} does not export it`;
  }
  const isDeclared =
    manifest.dependencies.has(SCOPE + target) || manifest.devDependencies.has(SCOPE + target);
  if (!isDeclared) return `${layer.folder}/package.json does not list ${SCOPE}${target}`;
  if (isForTests(file)) return undefined;
  if (isForTests(join(targetLayer.folder, exported))) return 'product code does not import tests';
  if (subpath.startsWith('./inside/')) {
    return `only tests reach inside ${target}; list the file in the exports of its package.json`;
  }

  const reach = layer.mayImport[target];
  if (reach === undefined) return `${name} may not import ${target}`;
  if (reach === 'types' && !isType) {
    return `${name} may import only types of ${target}: write \`import type\``;
  }
  return undefined;
}

function refuseOutsideImport(
  { layer, manifest, file }: Place,
  { specifier, isType, isDynamic }: SourceImport,
): string | undefined {
  if (isForTests(file)) return undefined;
  const target = packageOf(specifier);
  const allowed = layer.onlyFromOutside;
  if (allowed?.includes(target) === false) return `only ${allowed.join(', ')} from outside here`;
  if (isType || manifest.dependencies.has(target) || layer.buildTools?.includes(target)) {
    return undefined;
  }
  if (!manifest.devDependencies.has(target)) {
    return `${layer.folder}/package.json does not list ${target}`;
  }
  // Code for development only loads its tools when it runs.
  return isDynamic
    ? undefined
    : `${target} is listed in devDependencies, so production may not have it`;
}

function rootViolations(root: string): string[] {
  return ROOT_FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .toSorted()
    .flatMap((file) =>
      readImports(join(root, file)).flatMap(({ specifier, line }) => {
        if (!specifier.startsWith('.')) return [];
        const target = relative(root, resolve(root, dirname(file), specifier));
        return /^(apps|packages)\//.test(target)
          ? [`${file}:${line} imports ${specifier}: import a package by its name`]
          : [];
      }),
    );
}

if (import.meta.main) {
  sayUsageIfAsked(import.meta.filename);
  const violations = findLayerViolations(dirname(import.meta.dirname));
  for (const violation of violations) console.error(violation);
  console.log(`layers: ${violations.length === 0 ? 'ok' : `${violations.length} violations`}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
