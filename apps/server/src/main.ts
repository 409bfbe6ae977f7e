import { existsSync } from 'node:fs';

import closeWithGrace from 'close-with-grace';

import { readEnvironment } from './env.ts';
import { startServer } from './start.ts';

/** In the directory that the server is started in. */
const ENV_FILE = '.env';

/** A purchase may take 27 s to its end; being killed after this is safe all the same. */
const CLOSE_WITHIN_MS = 35_000;

try {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  const { log, close } = await startServer(readEnvironment());
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'ending after a failure nobody expected');
    await close();
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
