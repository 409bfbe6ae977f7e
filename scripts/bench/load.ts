import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { processorTimeOf } from './machine.ts';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon/autocannon.js'));

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

export type Load = {
  url: string;
  /** The server's. */
  processId: number;
  headers?: Readonly<Record<string, string>>;
  seconds: number;
  connections: number;
};

/** Asks for one address as fast as the answers come, from a process of its own, uncompressed. */
export async function load({
  url,
  processId,
  headers = {},
  seconds,
  connections,
}: Load): Promise<LoadResult> {
  const args = [AUTOCANNON, '--json', '-c', String(connections), '-d', String(seconds)];
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const before = processorTimeOf(processId);
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...sent, url], {
    maxBuffer: 10_000_000,
  });
  const { requests, latency, non2xx, errors, timeouts }: AutocannonReport = JSON.parse(stdout);
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
