import { describe, expect, test } from 'vitest';

import { parseDatabaseUrl } from './database-url.ts';

describe('parseDatabaseUrl', () => {
  test.each(['postgres://me:secret@db:5432/shop', 'postgresql://db/shop?sslmode=require'])(
    'takes %s',
    (url) => {
      expect(parseDatabaseUrl(url).pathname).toBe('/shop');
    },
  );

  test.each(['', 'shop', 'mysql://db/shop', 'postgres://db', 'postgres://db/'])(
    'refuses %j and names the allowed form',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow('postgres://USER:PASSWORD@HOST:PORT/DATABASE');
    },
  );

  test('keeps a password out of its message', () => {
    expect(() => parseDatabaseUrl('mysql://me:hunter2@db/shop')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
