import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { JOBS } from '@agres/shop/background-schedule';
import { expect, test } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../../../packages');

function emailsIn(source: string): string[] {
  const names = Array.from(
    source.matchAll(
      /define(?:Member|Link|Plain)?Email(?:<[^>]*>)?\((?:\{\s*kind: (?:'\w+',\s*storedAs: )?|\s*)'(\w+)'/g,
    ),
    ([, name]) => name,
  );
  // Fails on a definition that the pattern above misses. The helpers' own calls only forward a `kind`.
  const definitions = source.match(/define\w*Email(?:<[^>]*>)?\((?!\{\s*kind,)/g) ?? [];
  expect(names).toHaveLength(definitions.length);
  return names.filter((name) => name !== undefined);
}

/** Runs an email whose payload contains only its name; returns why the job gives up. */
async function reasonOf(letter: string): Promise<string | undefined> {
  const job = JOBS.find(({ kind }) => kind === 'mail');
  const unused = new Proxy({}, { get: () => expect.unreachable() }) as never;
  const outcome = await job?.tryOnce(unused, {
    id: 1,
    kind: 'mail',
    payload: { letter },
    attempts: 1,
    isPaced: false,
    requestId: null,
  });
  return outcome?.outcome === 'given_up' ? outcome.reason : outcome?.outcome;
}

test('the mail job knows every defined email', async () => {
  const emails: string[] = [];
  for await (const file of glob('{core,money,shop,office}/src/**/*.ts', { cwd: PACKAGES })) {
    emails.push(...emailsIn(await readFile(join(PACKAGES, file), 'utf8')));
  }
  expect(emails.length).toBeGreaterThan(20);
  expect(new Set(emails).size).toBe(emails.length);
  const reasons = await Promise.all(emails.map(async (email) => [email, await reasonOf(email)]));
  expect(reasons).toEqual(emails.map((email) => [email, 'unreadable payload']));
});

test('the mail job gives up an unknown email with its own reason', async () => {
  expect(await reasonOf('no such email')).toBe('unknown email');
});
