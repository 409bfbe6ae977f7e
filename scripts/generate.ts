/**
 * Generates the files that git does not track: the Prisma client and the compiled text catalogues.
 * Runs after every install (`postinstall`) and after a change of prisma/schema.prisma. Prints only
 * the output of a failing tool, and exits with 1.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** Runs a tool by its entry file, without a shell or a link in `.bin`. */
function run(name: string, [entry = '', ...args]: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', entry), ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n${name} failed (${error ?? status}).\n`);
  process.exit(1);
}

// `prisma generate` requires a schema engine on disk but does not use it: naming any existing executable avoids
// a download.
run('prisma generate', ['prisma/build/index.js', 'generate', '--no-hints'], {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
});

// Not strict: an untranslated text fails `pnpm check`, not an installation.
run('lingui compile', ['@lingui/cli/dist/lingui.js', 'compile', '--typescript']);
