import { existsSync } from 'node:fs';

import closeWithGrace from 'close-with-grace';

import { readEnvironment, type Settings } from './env.ts';
import type { RunningServer } from './start.ts';

/** In the working directory. */
const ENV_FILE = '.env';

/** A purchase may take 27 s; being killed later is safe all the same. */
const CLOSE_WITHIN_MS = 35_000;

/** Runs a server until the process is told to end, and ends with 1 and a sentence if it cannot start. */
export async function runProcess(
  start: (settings: Settings) => Promise<RunningServer>,
): Promise<void> {
  try {
    if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
    const { log, close } = await start(readEnvironment());
    closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'ending after a failure nobody expected');
      await close();
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
