import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLIENT = join(dirname(dirname(import.meta.dirname)), 'packages/client');

/** TypeScript as its users have it: the version before the compiler was rewritten, and the present one. */
export const COMPILERS: Readonly<Record<string, string>> = {
  'TypeScript 5': join(CLIENT, 'node_modules/typescript/bin/tsc'),
  'TypeScript 7': join(dirname(dirname(CLIENT)), 'node_modules/typescript/bin/tsc'),
};

/** The ways to find a package, each with its arguments for the compiler. */
export const RESOLUTIONS: Readonly<Record<string, readonly string[]>> = {
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};

/** Packs the client and installs it in an empty folder, like a developer outside of the repository. */
export async function installClient(folder: string): Promise<void> {
  await run('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], { cwd: CLIENT });
  const [archive = ''] = globSync('*.tgz', { cwd: folder });
  write(folder, 'package.json', { private: true, type: 'module' });
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${archive}`], {
    cwd: folder,
  });
  write(folder, 'tsconfig.json', {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    },
    include: ['*.ts'],
  });
}

type Compilation = { folder: string; compiler: string; resolution: string };

/** What a compiler says of the programs in the folder; nothing if they are right. */
export async function compile({ folder, compiler, resolution }: Compilation): Promise<string> {
  const settings = ['-p', '.', '--pretty', 'false', ...(RESOLUTIONS[resolution] ?? [])];
  try {
    await run(process.execPath, [COMPILERS[compiler] ?? '', ...settings], { cwd: folder });
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  }
}

const write = (folder: string, name: string, content: object) =>
  writeFileSync(join(folder, name), JSON.stringify(content));
