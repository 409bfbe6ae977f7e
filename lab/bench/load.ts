import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { processorTimeOf } from './machine.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('./load-process.ts'));

export type LoadResult = {
  requestsPerSecond: number;
  /** The server's processor time per request, in microseconds; undefined if unavailable. */
  processorMicroseconds: number | undefined;
  /** The 99th percentile of response times. */
  p99Ms: number;
  /** Responses other than 2xx, and broken connections. */
  failures: number;
};

export type LoadOrder = {
  url: string;
  seconds: number;
  connections: number;
  headers: Readonly<Record<string, string>>;
};

/** Requests one URL as fast as responses arrive, from a separate process. */
export async function load(order: LoadOrder & { processId: number }): Promise<LoadResult> {
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

type AutocannonReport = {
  requests: { average: number; total: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
  timeouts: number;
};
