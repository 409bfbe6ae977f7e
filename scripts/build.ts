/**
 * Builds the site for production (`pnpm build`): the browser's files, the server-side renderer of the pages,
 * and brotli and gzip copies of every compressible file. Then checks the result.
 *
 * `pnpm test` also builds if a source has changed since.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { printHelpIfRequested } from './usage.ts';

const SOURCES = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{ts,json}',
  'packages/{domain,i18n,legal}/src/**/*',
  'packages/{domain,i18n,legal}/package.json',
  'lingui.config.ts',
  'pnpm-lock.yaml',
  'scripts/build.ts',
];

/** Text formats; pictures and fonts are already compressed. */
const COMPRESSIBLE = /\.(?:css|html|ico|js|json|mjs|svg|txt|webmanifest|xml)$/;
const MIN_BYTES = 1024;

const OFFICE_SOURCES = [
  'apps/office/src/**/*',
  'apps/office/*.{ts,json,html}',
  'apps/web/src/ui/*.css',
  'packages/{domain,i18n}/src/**/*',
  'lingui.config.ts',
  'pnpm-lock.yaml',
  'scripts/build.ts',
];

/** A development build of the office allows access without a passkey; no other build contains that code. */
type OfficeBuild = 'production' | 'development';

const hashFileOf = (root: string) => join(root, 'apps/web/dist/sources.sha256');
const officeHashFileOf = (root: string) => join(root, 'apps/office/dist/sources.sha256');

export function isWebBuilt(root: string): boolean {
  return holds(hashFileOf(root), hashSources(root, SOURCES));
}

export function isOfficeBuilt(root: string, build: OfficeBuild): boolean {
  return holds(officeHashFileOf(root), officeHashOf(root, build));
}

const holds = (file: string, hash: string) =>
  existsSync(file) && readFileSync(file, 'utf8') === hash;

const officeHashOf = (root: string, build: OfficeBuild) =>
  `${build} ${hashSources(root, OFFICE_SOURCES)}`;

/** The maximum size of what the first page of the office loads, gzip, without fonts. */
const OFFICE_FIRST_LOAD_BYTES = 180_000;

/** Returns the size of the files that the page names, and of its texts in the longer language. */
function officeFirstLoadBytes(dist: string): number {
  const sizeOf = (file: string) =>
    (statSync(join(dist, `${file}.gz`), { throwIfNoEntry: false }) ?? statSync(join(dist, file)))
      .size;
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = new Set(page.match(/assets\/[\w.-]+\.(?:js|css)/g));
  const texts = globSync('assets/office-pages-*.js', { cwd: dist });
  return [...files].reduce((sum, file) => sum + sizeOf(file), Math.max(...texts.map(sizeOf)));
}

export function buildOffice(root: string, build: OfficeBuild): void {
  const hash = officeHashOf(root, build);
  runVite(join(root, 'apps/office'), ['--outDir', 'dist', '--emptyOutDir'], {
    OFFICE_DEVELOPMENT: build === 'development' ? '1' : '',
  });
  const dist = join(root, 'apps/office/dist');
  compressFiles(dist);
  const bytes = officeFirstLoadBytes(dist);
  if (build === 'production' && bytes > OFFICE_FIRST_LOAD_BYTES) {
    throw new Error(`The first page of the office loads ${bytes} bytes, gzip: make a page lazy.`);
  }
  writeFileSync(officeHashFileOf(root), hash);
}

/** Builds the site into apps/web/dist. @throws if a step fails or the result is incomplete. */
export function buildWeb(root: string): void {
  const dist = join(root, 'apps/web/dist');
  const hash = hashSources(root, SOURCES);
  rmSync(dist, { recursive: true, force: true });
  runVite(join(root, 'apps/web'), ['--outDir', 'dist/client']);
  runVite(join(root, 'apps/web'), ['--outDir', 'dist/server', '--ssr', 'src/entry-server.tsx']);
  compressFiles(join(dist, 'client'));
  const faults = findBuildFaults(dist);
  if (faults.length > 0) throw new Error(`The build is incomplete:\n${faults.join('\n')}`);
  writeFileSync(hashFileOf(root), hash);
}

/**
 * Finds the faults of a build: a file that the server bundle names and the client bundle lacks (both must come
 * from the same sources), or a secret key in a public file.
 */
export function findBuildFaults(dist: string): string[] {
  const client = join(dist, 'client');
  const missing = globSync('server/**/*.js', { cwd: dist }).flatMap((file) => {
    // `./assets/…` are chunks of the server bundle itself.
    const names =
      readFileSync(join(dist, file), 'utf8').match(/(?<![.\w])\/assets\/[\w.-]+\.\w+/g) ?? [];
    return [...new Set(names)]
      .filter((name) => !existsSync(join(client, name)))
      .map((name) => `${file} names ${name}, which was not built`);
  });
  const leaking = globSync('**/*.{js,css,html,json}', { cwd: client })
    .filter((file) =>
      /\b[sr]k_(?:live|test)_|whsec_/.test(readFileSync(join(client, file), 'utf8')),
    )
    .map((file) => `client/${file} holds a secret key of the payment provider`);
  return [...missing, ...leaking];
}

/** Writes `file.br` and `file.gz` next to each file that they make smaller. */
export function compressFiles(folder: string): void {
  for (const file of globSync('**/*', { cwd: folder })) {
    const path = join(folder, file);
    if (!COMPRESSIBLE.test(file) || file.startsWith('.vite') || statSync(path).size < MIN_BYTES) {
      continue;
    }
    const bytes = readFileSync(path);
    const brotli = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    const gzip = gzipSync(bytes, { level: 9 });
    if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
    if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
  }
}

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  for (const file of files) {
    const path = join(root, file);
    // Skips compiled catalogues, which every install generates from the .po files next to them.
    if (!statSync(path).isFile() || /\/locales\/.*\.ts$/.test(file)) continue;
    hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function runVite(folder: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args],
    // Babel resolves its plugins from this folder.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production', ...settings } },
  );
  if (status !== 0) throw new Error(`vite build ${args.join(' ')} failed:\n${stdout}${stderr}`);
  process.stdout.write(stdout + stderr);
}

function describeBuild(client: string): string {
  const kilobytes = (pattern: string) => {
    const sizes = globSync(pattern, { cwd: client }).map(
      (file) => statSync(join(client, file)).size,
    );
    return `${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(0)} kB`;
  };
  return `JavaScript ${kilobytes('assets/*.js.gz')} and CSS ${kilobytes('assets/*.css.gz')} in all, gzip`;
}

if (import.meta.main) {
  printHelpIfRequested(import.meta.filename);
  const root = dirname(import.meta.dirname);
  const startedAt = performance.now();
  try {
    if (process.argv[2] === 'office') {
      // For `pnpm dev`, which expects no output.
      if (!isOfficeBuilt(root, 'development')) buildOffice(root, 'development');
      process.exit(0);
    }
    buildWeb(root);
    buildOffice(root, 'production');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Built apps/web/dist in ${seconds} s: ${describeBuild(join(root, 'apps/web/dist/client'))}.`,
  );
}
