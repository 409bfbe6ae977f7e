/** A stream of numbers in [0, 1) that is reproducible from its seed (mulberry32). */
export type Random = () => number;

/** Creates the stream of a seed. Not for secrets: it makes a chaotic run reproducible. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomLetters(random: Random, length: number): string {
  let letters = '';
  for (let index = 0; index < length; index += 1) {
    letters += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  }
  return letters;
}

/** Returns a whole number between two inclusive bounds. */
export function randomBetween(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}
