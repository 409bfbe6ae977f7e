const FORM = 'It must be postgres://USER:PASSWORD@HOST:PORT/DATABASE.';

/**
 * Parses a `DATABASE_URL`.
 * @throws an Error that describes the allowed form, and never contains a password.
 */
export function parseDatabaseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new Error(`The database address cannot be read. ${FORM}`);
  }
  if (parsed.pathname.length < 2) {
    throw new Error(`The database address names no database. ${FORM}`);
  }
  return parsed;
}
