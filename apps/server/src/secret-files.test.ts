import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readDatabaseSetting, readSecretFiles } from './secret-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agres-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (text: string) => {
  const path = join(folder, `${text.length}`);
  writeFileSync(path, text);
  return path;
};

describe('secrets in files', () => {
  test('a secret is the file’s only line', () => {
    const { environment, problems } = readSecretFiles({
      APP_SECRET_FILE: fileWith('a secret of one line\n'),
      SMTP_URL_FILE: '',
      PORT: '3000',
    });
    expect(problems).toEqual([]);
    expect(environment['APP_SECRET']).toBe('a secret of one line');
    expect(environment['PORT']).toBe('3000');
    expect(environment['SMTP_URL']).toBeUndefined();
  });

  test.for([
    ['missing', () => join(folder, 'nowhere'), /names .*nowhere, which cannot be read \(ENOENT\)/],
    ['a folder', () => folder, /which cannot be read \(EISDIR\)/],
    ['empty', () => fileWith(' \n'), /which is empty/],
    ['another file', () => fileWith('hunter2\nhunter3\n'), /more than one line/],
  ] as const)('a file that is %s is reported without its content', ([, path, message]) => {
    const { problems } = readSecretFiles({ STRIPE_SECRET_KEY_FILE: path() });
    expect(problems.map(([name]) => name)).toEqual(['STRIPE_SECRET_KEY_FILE']);
    expect(problems[0]?.[1]).toMatch(message);
    expect(problems[0]?.[1]).not.toContain('hunter');
  });

  test('a setting and its file are not allowed together', () => {
    const { problems } = readSecretFiles({
      APP_SECRET: 'one',
      APP_SECRET_FILE: fileWith('another'),
    });
    expect(problems).toEqual([
      ['APP_SECRET_FILE', 'is set, and so is APP_SECRET: keep one of them'],
    ]);
  });

  test('a command reads the database URL only', () => {
    const DATABASE_URL_FILE = fileWith('postgres://agres:pw@db/agres\n');
    expect(readDatabaseSetting({ DATABASE_URL_FILE, APP_SECRET_FILE: '/nowhere' })).toBe(
      'postgres://agres:pw@db/agres',
    );
    expect(readDatabaseSetting({})).toBeUndefined();
    expect(() => readDatabaseSetting({ DATABASE_URL_FILE: '/nowhere' })).toThrow(
      'DATABASE_URL_FILE names /nowhere, which cannot be read (ENOENT).',
    );
  });
});
