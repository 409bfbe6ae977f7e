import type { Guard } from './guard.ts';

/** The guards of sessions, pages and accounts. */
export const ACCESS_GUARDS: readonly Guard[] = [
  {
    name: 'a token against forged requests belongs to one session',
    file: 'apps/server/src/visits/xsrf.ts',
    guard: '`xsrf|${binding}|${random}`',
    without: '`xsrf|${random}`',
    suite: 'apps/server/src/visits/xsrf.test.ts',
    test: 'D4: a token of another session or of before the log-in is refused',
  },
  {
    name: 'nobody is led to another site',
    file: 'packages/domain/src/redirect.ts',
    guard: "if (address.kind === 'page' || address.kind === 'unprefixed') return value;",
    without: 'if (address.kind !== "moved") return value;',
    suite: 'packages/domain/src/redirect.test.ts',
    test: 'no text at all leaves the site',
  },
  {
    name: 'HTML is cleaned on its way out',
    file: 'packages/api/src/html.ts',
    guard: 'const clean = sanitizeHtml(html, ALLOWED);',
    without: 'const clean = html;',
    suite: 'apps/server/src/content/public-reads.test.ts',
    test: 'F1: HTML from the database is cleaned on its way out',
  },
  {
    name: 'a member reads themself alone',
    file: 'packages/api/src/users/router.ts',
    guard: 'input.id === session.userId ? await findUser(deps, session.userId) : null;',
    without: 'session.userId > 0 ? await findUser(deps, input.id) : null;',
    suite: 'apps/server/src/calls/access.test.ts',
    test: 'E1: a member reads themself, and nobody else, existing or not',
  },
  {
    name: 'a log-in begins no session by a password that was changed meanwhile',
    file: 'packages/api/src/users/sign-in.ts',
    guard: 'if (!(await lockUserWith(tx, user))) return null;',
    without: '',
    suite: 'apps/server/src/accounts/rivals.test.ts',
    test: 'C4: a log-in by the old password does not outlive the change of it',
  },
  {
    name: 'a recovery that was overtaken sets no password',
    file: 'packages/api/src/users/recovery.ts',
    guard: 'where: { id, ...before },',
    without: 'where: { id },',
    suite: 'apps/server/src/accounts/rivals.test.ts',
    test: 'B6: of two links at once, one sets its password',
  },
  {
    name: 'a session that was ended is not renewed',
    file: 'packages/api/src/users/session.ts',
    guard: 'return count === 0 ? null : createSession(',
    without: 'return count < 0 ? null : createSession(',
    suite: 'apps/server/src/accounts/rivals.test.ts',
    test: ': no session is left',
  },
  {
    name: 'signing out everywhere waits for a session that is being renewed',
    file: 'packages/api/src/users/sign-out-everywhere.ts',
    guard: 'await lockUser(tx, userId);',
    without: '',
    suite: 'apps/server/src/accounts/rivals.test.ts',
    test: 'signing out everywhere waits for a session that is being renewed',
  },
];
