import { describe, expect, test } from 'vitest';

import { createPasswords } from './password.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  test('A1: hashes with argon2id at the minimum safe cost, with a salt', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('Abcdef12'),
      passwords.hash('Abcdef12'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.verify(one, 'Abcdef12')).toBe(true);
  });

  test('A7: compares passwords byte for byte', async () => {
    const hash = await passwords.hash(' Abcdef12 ');
    expect(await passwords.verify(hash, ' Abcdef12 ')).toBe(true);
    expect(await passwords.verify(hash, 'Abcdef12')).toBe(false);
    expect(await passwords.verify(hash, ' abcdef12 ')).toBe(false);
  });

  test('rejects any password if there is no hash', async () => {
    expect(await passwords.verify(null, '')).toBe(false);
    expect(await passwords.verify(null, 'Abcdef12')).toBe(false);
  });

  test('A2: rejects more than eighteen concurrent calls with 503 and Retry-After, and recovers', async () => {
    const hash = await passwords.hash('Abcdef12');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => passwords.verify(hash, 'Abcdef12')),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(22);
    expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(await passwords.verify(hash, 'Abcdef12')).toBe(true);
  });
});
