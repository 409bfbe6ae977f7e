/** One call to be timed; what it returns is done afterwards, outside of the time. */
type Timed = () => Promise<() => Promise<void>>;

const WITHIN_MS = 10;
const FEWEST_ROUNDS = 10;
const MOST_ROUNDS = 80;

/**
 * Whether two calls take the same time, within ten milliseconds. The fastest try of each counts, for
 * whatever else the machine does only makes calls slower; while that leaves a doubt, they go on.
 */
export async function takeEqualTime(one: Timed, other: Timed): Promise<boolean> {
  const fastest = { one: Infinity, other: Infinity };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    fastest.one = Math.min(fastest.one, await timeOf(one));
    fastest.other = Math.min(fastest.other, await timeOf(other));
    const isEqual = Math.abs(fastest.one - fastest.other) < WITHIN_MS;
    if (isEqual && round >= FEWEST_ROUNDS) return true;
  }
  return false;
}

async function timeOf(call: Timed): Promise<number> {
  const startedMs = performance.now();
  const afterwards = await call();
  const ms = performance.now() - startedMs;
  await afterwards();
  return ms;
}
