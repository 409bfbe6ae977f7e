import { randomFillSync } from 'node:crypto';

const BYTES = 16;

// One system call fills 256 texts, because a call for each would cost more than the rest of an answer.
const pool = Buffer.alloc(BYTES * 256);
let at = pool.length;

/** Returns 128 random bits as 22 characters of base64url. */
export function randomText(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const text = pool.toString('base64url', at, at + BYTES);
  // A text that was handed out must not stay in memory.
  pool.fill(0, at, at + BYTES);
  at += BYTES;
  return text;
}
