import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type FloorProcess = { origin: string; processId: number; stop: () => Promise<void> };

/** Starts a floor, a program that prints its URL when it listens; `program` is its file URL. */
export async function startFloorProgram(
  program: string,
  args: readonly string[],
): Promise<FloorProcess> {
  const path = fileURLToPath(program);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line');
  return {
    origin: String(line),
    processId: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
