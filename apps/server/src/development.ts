import { startDevelopmentServer } from './development-server.ts';
import { runProcess } from './run-process.ts';

await runProcess(startDevelopmentServer);
