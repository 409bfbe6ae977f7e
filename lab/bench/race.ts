import { request } from 'node:http';

import type { Figure, Goal } from './figures.ts';
import { startFloorProgram } from './floor-process.ts';
import { load, type LoadResult } from './load.ts';

const CONNECTIONS = 32;

/** The pairs of turns of floor and site behind one figure. */
export const PAIRS = 5;

type Race = {
  name: string;
  goal: Goal;
  url: string;
  processId: number;
  seconds: number;
  pairs: number;
  /** Sent besides the headers of every browser. */
  headers?: Readonly<Record<string, string>> | undefined;
};

/** One turn of the floor and one of the site, in immediate succession. */
type Pair = { ratio: number; seen: LoadResult; least: LoadResult };

/**
 * Compares a URL with a bare server that sends as many compressed bytes, in alternate turns, with the headers
 * of a browser. The figure is the median ratio of processor time per request, which other load affects least;
 * without processor times, of requests per second.
 */
export async function race({ name, goal, pairs: wanted, ...asked }: Race): Promise<Figure> {
  const { url, processId, seconds } = asked;
  const headers = { ...asked.headers, 'accept-encoding': 'gzip, deflate, br, zstd' };
  const bytes = await packedLength(url, headers);
  const floor = await startFloorProgram(import.meta.resolve('./floor.ts'), [String(bytes)]);
  const at = { seconds, connections: CONNECTIONS };
  const site = { url, processId, headers, ...at };
  const bare = {
    url: `${floor.origin}/`,
    processId: floor.processId,
    headers: { 'accept-encoding': 'br' },
    ...at,
  };
  // Warm-up: the first responses include compilation.
  await load(site);
  await load({ ...bare, seconds: 1 });
  const pairs: Pair[] = [];
  while (pairs.length < wanted) {
    const least = await load(bare);
    const seen = await load(site);
    pairs.push({ ratio: ratioOf(seen, least), seen, least });
  }
  await floor.stop();
  const sorted = pairs.toSorted((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There was no turn.');
  const { seen, least } = middle;
  const failures = pairs.reduce((sum, pair) => sum + pair.seen.failures, 0);
  const spread = [sorted[0], sorted.at(-1)].map((pair) => pair?.ratio.toFixed(2)).join('–');
  return {
    name: `${name} ÷ floor`,
    value: middle.ratio,
    unit: '',
    goal,
    detail: `${(bytes / 1000).toFixed(1)} kB packed: ${describe(seen)}, p99 ${seen.p99Ms} ms${
      failures > 0 ? `, ${failures} failed` : ''
    }; floor ${describe(least)}; pairs ${spread}`,
  };
}

function ratioOf(seen: LoadResult, least: LoadResult): number {
  return seen.processorMicroseconds === undefined || least.processorMicroseconds === undefined
    ? seen.requestsPerSecond / least.requestsPerSecond
    : least.processorMicroseconds / seen.processorMicroseconds;
}

function describe({ requestsPerSecond, processorMicroseconds }: LoadResult): string {
  const speed = `${requestsPerSecond.toFixed(0)} /s`;
  return processorMicroseconds === undefined
    ? speed
    : `${speed}, ${processorMicroseconds.toFixed(0)} µs`;
}

/** Returns the length of a response in bytes as transferred. */
async function packedLength(url: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(url, { headers }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('end', () => resolve(bytes));
  })
    .on('error', reject)
    .end();
  return promise;
}
