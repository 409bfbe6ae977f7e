import { resolve } from 'node:path';

/** The database that an address names. `directory` is null for one in memory. */
export type DatabaseAddress =
  | { kind: 'postgresql'; url: string }
  | { kind: 'pglite'; directory: string | null };

const ALLOWED_FORMS =
  'It must be postgres://USER:PASSWORD@HOST:PORT/DATABASE for a PostgreSQL server, pglite:PATH for ' +
  'an embedded database in that directory, or pglite:memory for one that is gone at the end.';

/**
 * Reads a `DATABASE_URL`. A relative PGlite path starts at the working directory.
 * @throws an Error whose message says which forms are allowed, and never repeats a password.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  if (url.startsWith('pglite:')) return readPgliteUrl(url.slice('pglite:'.length));
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new Error(`The database address cannot be read. ${ALLOWED_FORMS}`);
  }
  if (parsed.pathname.length < 2) {
    throw new Error(`The database address names no database. ${ALLOWED_FORMS}`);
  }
  return { kind: 'postgresql', url };
}

function readPgliteUrl(path: string): DatabaseAddress {
  if (path === 'memory') return { kind: 'pglite', directory: null };
  if (path.trim() === '' || path.startsWith('//')) {
    throw new Error(`The database address names no directory. ${ALLOWED_FORMS}`);
  }
  return { kind: 'pglite', directory: resolve(path) };
}
