import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Figure, Goal } from './figures.ts';
import { load, type LoadResult } from './load.ts';

/** How many ask at the same time. */
export const CONNECTIONS = 32;

type Race = {
  url: string;
  processId: number;
  name: string;
  goal: Goal;
  seconds: number;
  headers?: Record<string, string>;
};

/**
 * One address against as many bytes from a bare server, one right after the other. The ratio is that
 * of processor time for each request, which other work on the machine changes least; of requests per
 * second where the system does not tell it.
 */
export async function race({
  url,
  processId,
  name,
  goal,
  seconds,
  headers = {},
}: Race): Promise<Figure> {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const bytes = (await response.arrayBuffer()).byteLength;
  const at = { seconds, connections: CONNECTIONS };
  const floor = await startFloor(bytes);
  // What a server does first, compiling for one, is no answer's share.
  await load({ url, processId, headers, ...at, seconds: 1 });
  await load({ ...floor, ...at, seconds: 1 });
  const least = await load({ ...floor, ...at });
  floor.stop();
  const seen = await load({ url, processId, headers, ...at });
  const failed = seen.failures > 0 ? `, ${seen.failures} failed` : '';
  return {
    name: `${name} ÷ floor`,
    value:
      seen.processorMicroseconds === undefined || least.processorMicroseconds === undefined
        ? seen.requestsPerSecond / least.requestsPerSecond
        : least.processorMicroseconds / seen.processorMicroseconds,
    unit: '',
    goal,
    detail: `${(bytes / 1000).toFixed(0)} kB: ${describe(seen)}, p99 ${seen.p99Ms} ms${failed}; floor ${describe(least)}`,
  };
}

function describe({ requestsPerSecond, processorMicroseconds }: LoadResult): string {
  const speed = `${requestsPerSecond.toFixed(0)} /s`;
  return processorMicroseconds === undefined
    ? speed
    : `${speed}, ${processorMicroseconds.toFixed(0)} µs`;
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
