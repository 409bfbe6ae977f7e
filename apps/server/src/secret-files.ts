import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** `NAME_FILE` may name a file with the value, as container engines and systemd provide secrets. */
const SECRETS = [
  'DATABASE_URL',
  'APP_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_BIS_SECRET_KEY',
  'STRIPE_BIS_WEBHOOK_SECRET',
] as const;

export const FILE_SETTINGS: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

/** No secret is longer, so a longer file was named by mistake. */
const MAX_LENGTH = 4096;

/**
 * Reads secrets from their files into an environment. Returns the problems with these files: the setting's
 * name, and a sentence without any of the file's content. An empty name counts as unset.
 */
export function readSecretFiles(environment: Environment): {
  environment: Environment;
  problems: (readonly [name: string, problem: string])[];
} {
  const problems: (readonly [string, string])[] = [];
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim();
    if (!path) continue;
    const value = readSecret(path);
    // Setting both is refused, because it is unclear which one counts.
    if (environment[name]?.trim()) {
      problems.push([`${name}_FILE`, `is set, and so is ${name}: keep one of them`]);
    } else if (value.kind === 'unread') {
      problems.push([`${name}_FILE`, `names ${path}, ${value.reason}`]);
    } else {
      read[name] = value.text;
    }
  }
  return { environment: { ...environment, ...read }, problems };
}

/**
 * Returns the database's URL for a command that needs no other setting; undefined if it is not set.
 * @throws an Error that names the file that cannot be read
 */
export function readDatabaseSetting(environment: Environment): string | undefined {
  const { environment: read, problems } = readSecretFiles(environment);
  const [, problem] = problems.find(([name]) => name === 'DATABASE_URL_FILE') ?? [];
  if (problem !== undefined) throw new Error(`DATABASE_URL_FILE ${problem}.`);
  return read['DATABASE_URL']?.trim() || undefined;
}

type Secret = { kind: 'read'; text: string } | { kind: 'unread'; reason: string };

function readSecret(path: string): Secret {
  let text: string;
  try {
    // Editors end the last line with a line break.
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { kind: 'unread', reason: `which cannot be read (${code})` };
  }
  if (text.trim() === '') return { kind: 'unread', reason: 'which is empty' };
  if (text.includes('\n') || text.length > MAX_LENGTH) {
    return {
      kind: 'unread',
      reason: 'which holds more than one line: only the secret belongs there',
    };
  }
  return { kind: 'read', text };
}
