import type { MigrateReport } from './migrate-in-child.ts';
/** The process behind `migrateInChild`: takes one address, migrates, reports, ends. */
import { migrate } from './migrate.ts';

// The address comes as a message: arguments and environment are visible to other programs.
process.once('message', async (url) => {
  const report = await migrate(String(url)).then(
    (applied): MigrateReport => ({ applied }),
    (error: unknown): MigrateReport => ({
      failure: error instanceof Error ? error.message : String(error),
    }),
  );
  // The engine leaves a timer behind that would hold the process for ten seconds.
  process.send?.(report, () => process.exit());
});
