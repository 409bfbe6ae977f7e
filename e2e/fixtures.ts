import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { test as base, expect, type Page } from '@playwright/test';

import { signIn } from './calls.ts';
import { MEMBERS, type Person } from './content.ts';
import { seededServer } from './seed-once.ts';
import { startSite, type AddContent, type Site } from './site.ts';
import { translateTexts, type Translation } from './translation.ts';

export { expect, signIn };

export type SiteOptions = {
  /**
   * Delays every script of the site by this many milliseconds (SLOW_SCRIPTS_MS), so that a page renders long
   * after its URL changes: a test that does not wait acts on the previous page and fails.
   */
  slowScriptsMs: number;
};

type WorkerFixtures = SiteOptions & { site: Site; members: Iterator<Person> };

type TestFixtures = {
  /** Translates each page as a browser does (TRANSLATED=1: as Chrome does, in all tests). */
  translation: Translation | null;
  /** An account without orders, not logged in. */
  member: Person;
  /** The requests to hosts other than the site; most tests expect none. */
  foreignRequests: string[];
};

/** Tests of the built site: each worker has its own site, each test a fresh browser and member. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  slowScriptsMs: [0, { option: true, scope: 'worker' }],
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are asked for from here
    async ({}, use) => {
      const site = await startSite(seededServer());
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are asked for from here
  members: [async ({}, use) => use(MEMBERS.values()), { scope: 'worker' }],
  baseURL: async ({ site }, use) => use(site.origin),
  // Each test has its own client address, as behind a proxy, so that rate limits do not affect other tests.
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` }),
  member: async ({ members }, use) => {
    const { value, done } = members.next();
    if (done) throw new Error('There are too few members: see e2e/content.ts.');
    await use(value);
  },
  translation: [
    process.env['TRANSLATED'] === '1' ? { when: 'before', around: 'copy' } : null,
    { option: true },
  ],
  page: async ({ page, site, slowScriptsMs, translation }, use, testInfo) => {
    if (slowScriptsMs > 0) await slowScriptsDown(page, slowScriptsMs);
    if (translation !== null) await page.addInitScript(translateTexts, translation);
    const complaints = listenForComplaints(page);
    const linesBefore = site.logLines.length;
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = site.logLines.slice(linesBefore).filter(isWarning).join('\n');
      await testInfo.attach('warnings of the server', { body, contentType: 'text/plain' });
    }
    expect(complaints, 'what the browser complained about').toEqual([]);
  },
  foreignRequests: async ({ page, site }, use) => {
    const urls: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== site.origin) urls.push(url.href);
    });
    await use(urls);
  },
});

/**
 * Tests with their own site, which may move the provider's clock or, with `addContent`, add content that no
 * other test expects.
 */
export const testOfOwnSite = (addContent?: AddContent) =>
  test.extend({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, use) => {
        const site = await startSite(seededServer(), addContent);
        await use(site);
        await site.close();
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  });

const isWarning = (line: string) => /"level":"(?:warn|error|fatal)"/.test(line);

const slowScriptsDown = (page: Page, delayMs: number) =>
  page.context().route('**/assets/*.js', async (route) => {
    await sleep(delayMs);
    await route.continue();
  });

/** Collects the page's script errors and console warnings, but no refused calls. */
function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isRefusedCall = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusedCall) {
      complaints.push(message.text());
    }
  });
  return complaints;
}
