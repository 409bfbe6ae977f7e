import { fork } from 'node:child_process';
import { join } from 'node:path';

/** What the child process answers. */
export type MigrateReport = { applied: string[] } | { failure: string };

/**
 * `migrate` in a child process, so that the schema engine's memory is freed afterwards. A PGlite
 * directory must not be open here meanwhile, and `pglite:memory` makes no sense.
 * @throws an Error with the same message as `migrate`.
 */
export async function migrateInChild(url: string): Promise<string[]> {
  const report = await new Promise<MigrateReport>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'migrate-child.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.once('message', (message: MigrateReport) => resolve(message));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`Migrating ended early (${signal ?? `exit code ${code}`}).`)),
    );
    child.send(url);
  });
  if ('failure' in report) throw new Error(report.failure);
  return report.applied;
}
