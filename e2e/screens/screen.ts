import type { ErrorCode } from '@agres/domain/errors';
import type { Locale } from '@agres/domain/locale';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../../prisma/seed.ts';
import { signIn } from '../calls.ts';
import type { Person } from '../content.ts';
import { open } from '../open.ts';
import type { Site } from '../site.ts';

/** What a screen needs to be brought about: a fresh browser page in one language. */
export type Visit = {
  page: Page;
  locale: Locale;
  site: Site;
  /** An account without orders; each call creates another one. */
  newMember: () => Person;
};

/** A page of the site in one state, such as a form with errors. */
export type Screen = {
  /** Names it in reports and files: lower case, with hyphens. */
  state: string;
  /** The width it belongs to, in CSS pixels, where it is not to be seen at every width. */
  only?: 'phone' | 'desk';
  show: (visit: Visit) => Promise<unknown>;
};

/** The demonstration accounts (prisma/seed/accounts.ts), by what they show. */
export const DEMO = {
  member: { email: 'member@agres.test' },
  subscriber: { email: 'subscriber@agres.test' },
} as const;

/** Signs a demonstration account in. */
export const signInDemo = ({ page }: Pick<Visit, 'page'>, who: keyof typeof DEMO) =>
  signIn(page.context(), DEMO[who], DEMO_PASSWORD);

/** A page as it opens at its address. */
export const opened = (pathIn: (locale: Locale) => string): Screen => ({
  state: 'opened',
  show: ({ page, locale }) => open(page, pathIn(locale)),
});

/** Tabs through a form, so that every field that must be filled in is marked. */
export async function leaveFieldsEmpty({ page }: Visit): Promise<void> {
  for (const field of await page.locator('main form').getByRole('textbox').all()) {
    await field.focus();
    await field.blur();
  }
  await page.locator('main [aria-invalid=true]').first().waitFor();
}

/** Lets a call never answer, so that what is shown meanwhile stays. */
export const hold = (page: Page, procedure: string) =>
  page.route(`**/trpc/*${procedure}*`, () => undefined);

/**
 * Lets a call go through once; every later one waits until the function that this resolves to is
 * called. What is shown meanwhile then stays for as long as a busy machine takes to look at it.
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

/** Lets a call fail as it does without a network. */
export const breakOff = (page: Page, procedure: string) =>
  page.route(`**/trpc/*${procedure}*`, (route) => route.abort());

/** Lets a call answer something else. */
export const answer = (page: Page, procedure: string, data: unknown) =>
  page.route(`**/trpc/*${procedure}*`, (route) => route.fulfill({ json: [{ result: { data } }] }));

/** Lets a call be refused with a code, as the server would where something cannot be had in a test. */
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

/** The path in the newest letter to an address that leads to a page. */
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
