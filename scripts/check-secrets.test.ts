import { describe, expect, test } from 'vitest';

import { findSecrets } from './check-secrets.ts';

const letters = (count: number) => 'aB3dE6gH9'.repeat(10).slice(0, count);
const inFile = (text: string) => findSecrets([{ path: 'a.ts', text }]);

// Each text contains a `~` that the test removes, so that this file itself contains no secret.
describe('refuses', () => {
  test.each([
    ["a payment provider's secret key", `const key = 's~k_live_${letters(24)}';`],
    ["a payment provider's secret key", `r~k_test_${letters(24)}`],
    ["a webhook's secret", `w~hsec_${letters(32)}`],
    ['a private key', '-----B~EGIN EC PRIVATE KEY-----'],
    ['a cloud access key', 'A~KIAABCDEFGHIJKLMNOP'],
    ['an access token', `g~hp_${letters(36)}`],
    ["a package registry's address", 'resolved "https://r~egistry.example.org/a.tgz"'],
    ["a package registry's address", '//host/:_a~uthToken=x'],
    ['a path of one machine', 'see /h~ome/ann/project'],
    ['a path of one machine', '/r~oot/project'],
    ['a path of one machine', "'/w~ork/main'"],
  ])('%s', (name, line) => {
    expect(inFile(`first line\n${line.replace('~', '')}\n`)).toEqual([`a.ts:2 holds ${name}`]);
  });

  test.each(['.env', 'apps/server/.env', '.env.production', 'server.key'])(
    'the file %s',
    (path) => {
      expect(findSecrets([{ path, text: '' }])).toEqual([`${path} is a file of secrets`]);
    },
  );
});

describe('allows', () => {
  test.each([
    'STRIPE_SECRET_KEY=sk_test_emulator_main',
    'const pattern = /^sk_(live|test)_/;',
    'mount("/api/workouts/list")',
    'href="/fr/boutique"',
    'https://docs.stripe.com/keys',
    'packages/domain/root/file',
    '~/work/project',
  ])('%s', (line) => {
    expect(inFile(line)).toEqual([]);
  });

  test('the example environment file', () => {
    expect(findSecrets([{ path: '.env.example', text: 'PORT=3000' }])).toEqual([]);
  });
});
