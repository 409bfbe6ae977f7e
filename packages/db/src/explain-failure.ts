import { codesOf, databaseFault } from './database-errors.ts';

/**
 * Returns a message for the person who started a program: why the database at that URL cannot be used, and
 * what to do; undefined for errors not caused by the URL. Contains no password.
 */
export function explainFailure(error: unknown, url: string): string | undefined {
  if (!url.startsWith('postgres') || !URL.canParse(url)) return undefined;
  const { host, pathname, username } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  const codes = codesOf(error);
  if (codes.has('3D000')) {
    return `The server at ${host} has no database "${database}". Create it (createdb ${database}), or correct DATABASE_URL.`;
  }
  if (codes.has('28P01') || codes.has('28000')) {
    return `The server at ${host} does not let "${decodeURIComponent(username)}" in. Correct the user or password in DATABASE_URL.`;
  }
  if (codes.has('42501')) {
    return `"${decodeURIComponent(username)}" may not do this in the database "${database}". Let its owner do it, or grant the right.`;
  }
  const fault = databaseFault(error);
  if (fault === 'away' || fault === 'unknown' || codes.has('EHOSTUNREACH')) {
    return `No database answers at ${host}. Start it, or correct DATABASE_URL.`;
  }
  return undefined;
}
