import { beforeAll } from 'vitest';

/**
 * Starts what the tests of this file or `describe` block share, before the first of them, and closes it after
 * the last; hooks and tests may read its parts.
 */
export function useRunning<T extends { close: () => unknown }>(start: () => T | Promise<T>): T {
  let running: T | undefined;
  beforeAll(async () => {
    const started = await start();
    running = started;
    return async () => {
      running = undefined;
      await started.close();
    };
  });
  const read = () => {
    if (running === undefined) throw new Error('Only hooks and tests can read it, while it runs.');
    return running;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each read goes to what runs
  return new Proxy({} as T, {
    get: (_empty, name) => Reflect.get(read(), name) as unknown,
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_empty, name) => Reflect.getOwnPropertyDescriptor(read(), name),
  });
}
