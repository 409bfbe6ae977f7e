import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Figure, Goal } from './figures.ts';
import { load, type LoadResult } from './load.ts';
import { watchOtherWork } from './machine.ts';

/** The number of concurrent connections. */
const CONNECTIONS = 32;

/** How many pairs of floor and site make a figure. */
export const PAIRS = 5;

/** A pair during which other processes used more of a core than this is discarded and repeated. */
const OTHER_CORES = 0.1;
const MOST_REPETITIONS = 10;

/** A page to request. */
type Asked = {
  url: string;
  processId: number;
  /** The duration of each turn. */
  seconds: number;
  /** The headers of the visitors, in turn; the headers that every browser sends are added. */
  visitors?: readonly Record<string, string>[];
};

type Race = Asked & { name: string; goal: Goal; pairs: number };

/** One turn of the floor and one of the site, in immediate succession. */
type Pair = { ratio: number; seen: LoadResult; least: LoadResult; otherCores: number };

/** A page and its floor, both warmed up. */
type BesideFloor = {
  /** The size of the page's response, which the floor also sends. */
  bytes: number;
  pair: () => Promise<Pair>;
  stop: () => void;
};

/** Starts the floor of a page: a bare server that sends as many bytes as the page does to a browser. */
async function besideFloor({ url, processId, ...asked }: Asked): Promise<BesideFloor> {
  const visitors = (asked.visitors ?? [{}]).map((headers) => ({
    ...headers,
    'accept-encoding': 'gzip, deflate, br, zstd',
  }));
  const bytes = await packedLength(url, visitors[0]);
  const floor = await startFloor(bytes);
  const at = { seconds: asked.seconds, connections: CONNECTIONS };
  const site = { url, processId, visitors };
  const bare = { ...floor, visitors: [{ 'accept-encoding': 'br' }] };
  // Warm-up: the first responses include compilation.
  await load({ ...site, ...at });
  await load({ ...bare, ...at, seconds: 1 });
  return {
    bytes,
    pair: async () => {
      const otherCores = watchOtherWork();
      const least = await load({ ...bare, ...at });
      const seen = await load({ ...site, ...at });
      return { ratio: ratioOf(seen, least), seen, least, otherCores: otherCores() };
    },
    stop: floor.stop,
  };
}

/**
 * Compares a URL with a bare server that sends as many compressed bytes, in alternate turns, with the headers
 * of a browser. The figure is the median ratio of processor time per request, which other load affects least,
 * or of requests per second if the processor time is unavailable.
 */
export async function race({ name, goal, pairs: wanted, ...asked }: Race): Promise<Figure> {
  const { bytes, pair: runPair, stop } = await besideFloor(asked);
  const pairs: Pair[] = [];
  let disturbed = 0;
  while (pairs.length < wanted && disturbed <= MOST_REPETITIONS) {
    const pair = await runPair();
    if (wanted > 1 && pair.otherCores > OTHER_CORES) disturbed += 1;
    else pairs.push(pair);
  }
  stop();
  const sorted = pairs.toSorted((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined || pairs.length < wanted) {
    const detail = `other work took part in ${disturbed} pairs`;
    return { name: `${name} ÷ floor`, value: Number.NaN, unit: '', goal, detail };
  }
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

/** Returns the length of a response as transferred. */
async function packedLength(url: string, headers: Record<string, string> = {}): Promise<number> {
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

type Floor = { url: string; processId: number; stop: () => void };

async function startFloor(bytes: number): Promise<Floor> {
  const program = fileURLToPath(import.meta.resolve('./floor.ts'));
  const floor = spawn(process.execPath, [program, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [origin]: unknown[] = await once(createInterface(floor.stdout), 'line');
  return { url: `${String(origin)}/`, processId: floor.pid ?? 0, stop: () => void floor.kill() };
}
