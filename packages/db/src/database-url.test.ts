import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readDatabaseUrl } from './database-url.ts';

describe('readDatabaseUrl', () => {
  test.each(['postgres://me:secret@db:5432/shop', 'postgresql://db/shop?sslmode=require'])(
    'takes %s for PostgreSQL',
    (url) => {
      expect(readDatabaseUrl(url)).toEqual({ kind: 'postgresql', url });
    },
  );

  test('takes a PGlite path from the working directory', () => {
    expect(readDatabaseUrl('pglite:.data/db')).toEqual({
      kind: 'pglite',
      directory: resolve('.data/db'),
    });
  });

  test('takes pglite:memory for a database without a directory', () => {
    expect(readDatabaseUrl('pglite:memory')).toEqual({ kind: 'pglite', directory: null });
  });

  test.each([
    '',
    'shop',
    'mysql://db/shop',
    'postgres://db',
    'postgres://db/',
    'pglite:',
    'pglite: ',
  ])('refuses %j and names the forms that are allowed', (url) => {
    expect(() => readDatabaseUrl(url)).toThrow(/postgres:\/\/.*pglite:PATH.*pglite:memory/);
  });

  test('keeps a password out of its message', () => {
    expect(() => readDatabaseUrl('mysql://me:hunter2@db/shop')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
