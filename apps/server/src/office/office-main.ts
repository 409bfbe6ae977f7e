import { runProcess } from '../run-process.ts';
import { startOffice } from './start-office.ts';

await runProcess(startOffice);
