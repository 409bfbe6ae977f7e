import { existsSync } from 'node:fs';

import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

import { readEnvironment, type Settings } from './env.ts';
import { createLogger } from './log.ts';
import type { RunningServer } from './start.ts';

const ENV_FILE = '.env';

/** The maximum duration of a graceful shutdown: a purchase may take 27 s, and a later kill is safe too. */
const SHUTDOWN_TIMEOUT_MS = 35_000;

/** Runs a server until the process gets a signal; exits with 1 and fatal log lines if it cannot start. */
export async function runProcess(
  start: (settings: Settings) => Promise<RunningServer>,
): Promise<void> {
  const log = createLogger('warn');
  logWarnings(log);
  try {
    if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
    const server = await start(readEnvironment());
    closeWithGrace({ delay: SHUTDOWN_TIMEOUT_MS, logger: false }, async ({ err }) => {
      if (err !== undefined) server.log.fatal({ err }, 'exiting after an unexpected error');
      await server.close();
    });
  } catch (error) {
    const sentences = error instanceof Error ? error.message : String(error);
    for (const sentence of sentences.split('\n')) log.fatal(sentence.trim());
    process.exit(1);
  }
}

/** Node.js would write its warnings as plain text. */
function logWarnings(log: Pick<Logger, 'warn'>): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // Matches `--disable-warning` in package.json.
    if (warning.name === 'ExperimentalWarning') return;
    log.warn({ err: warning }, 'Node.js warns');
  });
}
