import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { processorTimeOf } from './machine.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('./load-process.ts'));

/** What a server answered under load. */
export type LoadResult = {
  requestsPerSecond: number;
  /** Processor time of the server for each, in microseconds; undefined where it cannot be known. */
  processorMicroseconds: number | undefined;
  /** The slowest of a hundred, in milliseconds. */
  p99Ms: number;
  /** Answers that were no 2xx, and connections that broke. */
  failures: number;
};

/** The message to the process of load-process.ts. */
export type LoadOrder = {
  url: string;
  seconds: number;
  connections: number;
  /** The headers of each visitor; every connection asks for them in turn. */
  visitors: readonly Readonly<Record<string, string>>[];
};

/** Asks for one address as fast as the answers come, from a process of its own. */
export async function load(
  order: LoadOrder & { /** The server's. */ processId: number },
): Promise<LoadResult> {
  const { processId, ...told } = order;
  const before = processorTimeOf(processId);
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(told));
  const { requests, latency, non2xx, errors, timeouts }: AutocannonReport = JSON.parse(
    await text(child.stdout),
  );
  const after = processorTimeOf(processId);
  return {
    requestsPerSecond: requests.average,
    processorMicroseconds:
      before === undefined || after === undefined
        ? undefined
        : (1000 * (after - before)) / requests.total,
    p99Ms: latency.p99,
    failures: non2xx + errors + timeouts,
  };
}

/** What of autocannon's report is read. */
type AutocannonReport = {
  requests: { average: number; total: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
  timeouts: number;
};
