/**
 * Puts a release into one folder (`pnpm bundle [FOLDER]`, else dist/agres): the built site, the server, the
 * owner's commands, the migrations, production dependencies, and the Node.js that runs them. Copied to a server
 * of the same system and architecture, it starts with `./agres`. It contains nothing of the tests, the payment
 * emulator or the development mailbox.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { findOverdueRuns } from '../lab/runs.ts';
import { buildOffice, buildWeb, isOfficeBuilt, isWebBuilt } from './build.ts';
import { printHelpIfRequested } from './usage.ts';

const ROOT = dirname(import.meta.dirname);

/** Keeps the layout of the workspace: Node.js does not run TypeScript below node_modules. */
const FILES = [
  'apps/server/{package.json,src/**/*}',
  'apps/web/{package.json,dist/{client,server}/**/*,dist/client/.vite/*}',
  'apps/office/{package.json,dist/**/*}',
  'packages/{core,money,shop,office,db,domain,i18n,legal,mail,payments}/{package.json,src/**/*}',
  // The guides that the site serves.
  'docs/api/**/*',
  // The files that docs/OPERATIONS.md copies to the server.
  '.env.example',
  'deploy/*',
  'docs/OPERATIONS.md',
  'prisma/{schema.prisma,migrations/**/*}',
  'scripts/{backup,migrate,restore,shop,usage}.ts',
  'scripts/shop/*.ts',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
];

/** Files for tests and development only; the catalogues are included in compiled form. */
const LEFT_OUT = [
  '**/*.test.{ts,yml}',
  '**/testing/**',
  '**/testing*.ts',
  '**/model/**',
  'packages/mail/src/{mailbox*,received-email}.ts',
  'apps/server/src/development*.ts',
  'packages/i18n/src/locales/**/*.po',
];

/** Packages that are imported only for their types, and those of the development mailbox. */
const NOT_RUN = /^(?:typescript@|@typescript\+|@types\+|smtp-server@|postal-mime@)/;

export type Bundle = { folder: string; megabytes: number; files: number };

/**
 * Writes the release into `folder`, replacing an earlier release.
 * @throws an Error with the remedy, if the folder holds anything else or dependencies are unavailable.
 */
export function writeBundle(folder: string): Bundle {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(join(folder, 'agres'))) {
      throw new Error(`${folder} is neither empty nor a release. Name a new or empty folder.`);
    }
    rmSync(folder, { recursive: true });
  }
  if (!isWebBuilt(ROOT)) buildWeb(ROOT);
  if (!isOfficeBuilt(ROOT, 'production')) buildOffice(ROOT, 'production');
  mkdirSync(folder, { recursive: true });
  for (const file of globSync(FILES, { cwd: ROOT, exclude: LEFT_OUT })) {
    const from = join(ROOT, file);
    if (!lstatSync(from).isFile()) continue;
    cpSync(from, join(folder, file));
  }
  installDependencies(folder);
  writeProgram(folder);
  return { folder, ...sizeOf(folder) };
}

/** Installs node_modules from the lock file, from the local cache where possible, without running scripts. */
function installDependencies(folder: string): void {
  const given = process.env['npm_execpath'] ?? '';
  const [program = '', ...args] = given.includes('pnpm')
    ? /\.[cm]?js$/.test(given)
      ? [process.execPath, given]
      : [given]
    : ['npx', '-y', 'pnpm@12'];
  const { status, stdout, stderr, error } = spawnSync(
    program,
    [...args, 'install', '--prod', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  );
  if (status !== 0) {
    throw new Error(
      `The dependencies cannot be installed (${error?.message ?? status}):\n${stdout}${stderr}`,
    );
  }
  const store = join(folder, 'node_modules/.pnpm');
  for (const name of readdirSync(store).filter((entry) => NOT_RUN.test(entry))) {
    rmSync(join(store, name), { recursive: true });
  }
  removeDeadLinks(folder);
}

function removeDeadLinks(folder: string): void {
  for (const entry of entriesIn(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
  }
}

/** Yields the entries of a folder recursively; does not follow links. */
function* entriesIn(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* entriesIn(join(folder, entry.name));
    else yield entry;
  }
}

function writeProgram(folder: string): void {
  const { name, version, scripts }: { name: string; version: string; scripts: { start: string } } =
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  // Omits the scripts of development, which a release cannot run.
  const own = { name, version, private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) rmSync(join(folder, file));
  const flags = scripts.start
    .split(' ')
    .filter((word) => word.startsWith('--') && !word.startsWith('--disable-warning'));
  const program = readFileSync(join(ROOT, 'scripts/bundle/agres'), 'utf8');
  writeFileSync(join(folder, 'agres'), program.replace('@START_FLAGS@', flags.join(' ')));
  mkdirSync(join(folder, 'bin'));
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  for (const file of ['agres', 'bin/node']) chmodSync(join(folder, file), 0o755);
  writeFileSync(join(folder, 'RELEASE'), `${describeSource()}\n`);
}

function describeSource(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

function sizeOf(folder: string): Omit<Bundle, 'folder'> {
  let bytes = 0;
  let files = 0;
  for (const entry of entriesIn(folder)) {
    if (!entry.isFile()) continue;
    bytes += lstatSync(join(entry.parentPath, entry.name)).size;
    files += 1;
  }
  return { megabytes: Math.round(bytes / 1e6), files };
}

if (import.meta.main) {
  printHelpIfRequested(import.meta.filename);
  const [folder = join(ROOT, 'dist/agres'), ...rest] = process.argv.slice(2);
  if (rest.length > 0 || folder.startsWith('-')) {
    console.error('Usage: pnpm bundle [FOLDER]');
    process.exit(2);
  }
  try {
    const bundle = writeBundle(resolve(process.env['INIT_CWD'] ?? '', folder));
    console.log(`${bundle.folder}: ${bundle.files} files, ${bundle.megabytes} MB. Start: ./agres`);
    const overdue = findOverdueRuns();
    if (overdue.length > 0) {
      console.warn(
        `${overdue.length} runs of the lab are older than 30 days (pnpm lab lists them).`,
      );
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
