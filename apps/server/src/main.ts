import { runProcess } from './run-process.ts';
import { startServer } from './start.ts';

await runProcess(startServer);
