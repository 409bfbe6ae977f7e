/** One call to be timed; the function that it returns runs afterwards and is not timed. */
type Timed = () => Promise<() => Promise<void>>;

const WITHIN_MS = 10;
/** On a busy machine no try may be fast; a missing step makes a greater difference than this. */
const WITHIN_PART = 0.25;
const FEWEST_ROUNDS = 10;
const MOST_MS = 80_000;

/**
 * Whether two calls take the same time, within ten milliseconds or a quarter of it. Compares the fastest try of
 * each, because load only makes calls slower; repeats the calls until the result is clear.
 */
export async function takeEqualTime(one: Timed, other: Timed): Promise<boolean> {
  const fastest = { one: Infinity, other: Infinity };
  const endsAtMs = performance.now() + MOST_MS;
  for (let round = 0; performance.now() < endsAtMs; round += 1) {
    fastest.one = Math.min(fastest.one, await timeOf(one));
    fastest.other = Math.min(fastest.other, await timeOf(other));
    const allowedMs = Math.max(WITHIN_MS, WITHIN_PART * Math.min(fastest.one, fastest.other));
    const isEqual = Math.abs(fastest.one - fastest.other) < allowedMs;
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
