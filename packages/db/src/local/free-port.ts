import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free loopback port for a program that needs an explicit port. It is below Linux's ephemeral
 * range, so that no outgoing connection takes it before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

/** Whether a program can listen on a loopback port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isHeld = new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  probe.listen(port, '127.0.0.1');
  if (!(await isHeld)) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
