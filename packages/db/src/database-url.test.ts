import { describe, expect, test } from 'vitest';

import { parseDatabaseUrl } from './database-url.ts';

describe('parseDatabaseUrl', () => {
  test.each(['postgres://me:secret@db:5432/shop', 'postgresql://db/shop?sslmode=require'])(
    'accepts %s',
    (url) => {
      expect(parseDatabaseUrl(url).pathname).toBe('/shop');
    },
  );

  test.each(['', 'shop', 'mysql://db/shop', 'postgres://db', 'postgres://db/'])(
    'rejects %j and names the expected form',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow('postgres://USER:PASSWORD@HOST:PORT/DATABASE');
    },
  );

  test('keeps the password out of its error message', () => {
    expect(() => parseDatabaseUrl('mysql://me:hunter2@db/shop')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
