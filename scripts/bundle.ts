/**
 * Puts a release into one folder (`pnpm bundle [FOLDER]`, else dist/agres): the built site, the server,
 * the owner's commands, the migrations, production dependencies, and the Node.js that runs them. Copied
 * to a server of the same system and architecture it runs from there: `./agres`. Nothing of tests, of
 * the payment emulator or of the development mailbox is in it.
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

import { buildOffice, buildWeb, isOfficeBuilt, isWebBuilt } from './build.ts';
import { sayUsageIfAsked } from './usage.ts';

const ROOT = dirname(import.meta.dirname);

/** The shape of the workspace stays: below node_modules Node.js takes no TypeScript. */
const FILES = [
  'apps/server/{package.json,src/**/*}',
  'apps/web/{package.json,dist/{client,server}/**/*,dist/client/.vite/*}',
  'apps/office/{package.json,dist/**/*}',
  'packages/{core,money,shop,office,db,domain,i18n,legal,mail,payments}/{package.json,src/**/*}',
  // The guides that the site shows.
  'docs/api/**/*',
  // What docs/OPERATIONS.md has a server take out of it.
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

/** What only tests and development need; the catalogues' sources are compiled. */
const LEFT_OUT = [
  '**/*.test.{ts,yml}',
  '**/testing/**',
  '**/testing*.ts',
  '**/model/**',
  'packages/mail/src/{mailbox*,received-email}.ts',
  'apps/server/src/development*.ts',
  'packages/i18n/src/locales/**/*.po',
];

/** Packages that only types name, and those of the development mailbox. */
const NOT_RUN = /^(?:typescript@|@typescript\+|@types\+|smtp-server@|postal-mime@)/;

export type Bundle = { folder: string; megabytes: number; files: number };

/**
 * Writes the release into `folder`, in place of an earlier one.
 * @throws an Error that says what to do: the folder holds something else, no dependencies at hand.
 */
export function writeBundle(folder: string): Bundle {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(join(folder, 'agres'))) {
      throw new Error(`${folder} holds something that is no release. Name a new or empty folder.`);
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

/** Fills node_modules from the lock file, with what this machine has where it can, without scripts. */
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

/** Links that lead nowhere after that. */
function removeDeadLinks(folder: string): void {
  for (const entry of entriesIn(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
  }
}

/** What lies in a folder, however deep; links are not followed. */
function* entriesIn(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* entriesIn(join(folder, entry.name));
    else yield entry;
  }
}

function writeProgram(folder: string): void {
  const { name, version, scripts }: { name: string; version: string; scripts: { start: string } } =
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  // What development may do here, a release cannot.
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

/** The commit that it was made from, as far as it is known. */
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
  sayUsageIfAsked(import.meta.filename);
  const [folder = join(ROOT, 'dist/agres'), ...rest] = process.argv.slice(2);
  if (rest.length > 0 || folder.startsWith('-')) {
    console.error('Usage: pnpm bundle [FOLDER]');
    process.exit(2);
  }
  try {
    const bundle = writeBundle(resolve(process.env['INIT_CWD'] ?? '', folder));
    console.log(`${bundle.folder}: ${bundle.files} files, ${bundle.megabytes} MB. Start: ./agres`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
