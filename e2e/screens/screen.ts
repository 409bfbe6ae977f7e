import type { ErrorCode } from '@agres/domain/errors';
import type { Locale } from '@agres/domain/locale';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../../prisma/seed.ts';
import { signIn } from '../calls.ts';
import type { Person } from '../content.ts';
import { open } from '../open.ts';
import type { Site } from '../site.ts';

export type Visit = {
  page: Page;
  locale: Locale;
  site: Site;
  /** Returns an unused account without orders. */
  newMember: () => Person;
};

export type Screen = {
  /** The name in reports and files: lower case, with hyphens. */
  state: string;
  /** The kind of device that shows this state, if not every one does. */
  only?: 'phone' | 'desk';
  show: (visit: Visit) => Promise<unknown>;
};

/** The demonstration accounts (prisma/seed/accounts.ts), by what they demonstrate. */
export const DEMO = {
  member: { email: 'member@agres.test' },
  subscriber: { email: 'subscriber@agres.test' },
} as const;

export const signInDemo = ({ page }: Pick<Visit, 'page'>, who: keyof typeof DEMO) =>
  signIn(page.context(), DEMO[who], DEMO_PASSWORD);

export const opened = (pathIn: (locale: Locale) => string): Screen => ({
  state: 'opened',
  show: ({ page, locale }) => open(page, pathIn(locale)),
});

/** Tabs through a form, which marks every required field. */
export async function leaveFieldsEmpty({ page }: Visit): Promise<void> {
  for (const field of await page.locator('main form').getByRole('textbox').all()) {
    await field.focus();
    await field.blur();
  }
  await page.locator('main [aria-invalid=true]').first().waitFor();
}

/** Leaves a call unanswered, which keeps the loading state. */
export const hold = (page: Page, procedure: string) =>
  page.route(`**/trpc/*${procedure}*`, () => undefined);

/**
 * Lets the first call through and holds later ones until the returned function is called: a busy machine
 * needs a long loading state.
 */
export async function holdAfterFirst(page: Page, procedure: string): Promise<() => void> {
  const resumed = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(`**/trpc/*${procedure}*`, async (route) => {
    calls += 1;
    if (calls > 1) await resumed.promise;
    await route.continue();
  });
  return resumed.resolve;
}

/** Fails a call as if there were no network. */
export const breakOff = (page: Page, procedure: string) =>
  page.route(`**/trpc/*${procedure}*`, (route) => route.abort());

export const answer = (page: Page, procedure: string, data: unknown) =>
  page.route(`**/trpc/*${procedure}*`, (route) => route.fulfill({ json: [{ result: { data } }] }));

/** Refuses a call with an error code, for errors that a test cannot provoke on the server. */
export const refuse = (
  page: Page,
  procedure: string,
  { httpStatus, code }: { httpStatus: number; code: ErrorCode },
) =>
  page.route(`**/trpc/*${procedure}*`, (route) =>
    route.fulfill({
      status: httpStatus,
      json: [{ error: { message: code, code: -32_000, data: { httpStatus } } }],
    }),
  );

/** Waits for an email to an address and returns the path in its text that matches a pattern. */
export async function pathInEmail(site: Site, to: string, pattern: RegExp): Promise<string> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const letter = site.emails().find((candidate) => candidate.to.includes(to));
    const path = letter && pattern.exec(letter.text)?.[0];
    if (path) return path;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No letter to ${to} leads to ${pattern}.`);
}
