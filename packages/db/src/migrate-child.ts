import type { MigrateReport } from './migrate-in-child.ts';
/** The process behind `migrateInChild`: takes one address, migrates, reports, ends. */
import { migrate } from './migrate.ts';

async function reportMigrating(url: unknown): Promise<MigrateReport> {
  try {
    if (typeof url !== 'string') throw new TypeError('No database address was sent.');
    return { applied: await migrate(url) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

// The address comes as a message: other programs can read arguments and environment.
process.once('message', (url) => {
  void reportMigrating(url).then((report) =>
    // The engine leaves a timer behind that would keep the process alive for ten seconds.
    process.send?.(report, () => process.exit()),
  );
});
