import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, test, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { CARDS, openOrderForm, ordersOf, payInDialog, WORDS as SHOP } from './purchase-steps.ts';
import {
  alertOn,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  signUp,
  WORDS as ACCOUNT,
} from './user-steps.ts';

const CONTACT = {
  email: 'Votre adresse e‑mail',
  subject: 'Sujet',
  send: 'Envoyer le message',
} as const;

const BLOCKED =
  'Votre navigateur a bloqué un cookie nécessaire à votre sécurité. Autorisez les cookies, rechargez la page et réessayez.';

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel(CONTACT.email).fill(newEmail());
  await page.getByLabel(CONTACT.subject).fill('Une question');
  await page.getByLabel('Message').fill('Quand mes balles partent-elles ?');
}

const sendContact = (page: Page) => page.getByRole('button', { name: CONTACT.send }).click();

const expectSent = (page: Page) => expect(noticeOn(page)).toHaveText(/48\sheures/);

function noteCalls(page: Page): string[] {
  const noted: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const name = /^\/(?:trpc|api)\/(.*)$/.exec(pathname)?.[1];
    if (name !== undefined) {
      noted.push(`${response.request().method()} ${name} ${response.status()}`);
    }
  });
  return noted;
}

const tokenOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN');

test('the first focus in a form fetches a CSRF token, once', async ({ page }) => {
  await open(page, pathOf('contact', 'fr'));
  const calls = noteCalls(page);
  await page.getByLabel(CONTACT.subject).focus();
  await expect.poll(() => tokenOf(page)).toBeDefined();
  await fillContact(page);
  await sendContact(page);
  await expectSent(page);
  expect(calls).toEqual(['GET users/status 200', 'POST contact.send 200']);
});

test('a form submitted before the CSRF token arrives waits for it', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/users/status', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, pathOf('contact', 'fr'));
  const calls = noteCalls(page);
  await fillContact(page);
  await sendContact(page);
  await expect(page.getByRole('button', { name: 'Envoi en cours…' })).toBeDisabled();
  await expect(noticeOn(page)).toHaveText('Envoi en cours…');
  held.resolve();
  await expectSent(page);
  expect(calls).toEqual(['GET users/status 200', 'POST contact.send 200']);
});

test('a dialog of a page without live data fetches a CSRF token too', async ({ page }) => {
  await open(page, pathOf('faq', 'fr'));
  const calls = noteCalls(page);
  await page.getByText('Je n’ai pas reçu l’e‑mail d’activation').click();
  await page.getByRole('button', { name: ACCOUNT.fr.resend }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(ACCOUNT.fr.email).fill(newEmail());
  await dialog.getByRole('button', { name: ACCOUNT.fr.sendLink }).click();
  await expect(dialog.getByRole('status')).toHaveText(ACCOUNT.fr.perhapsResent);
  expect(calls).toEqual(['GET users/status 200', 'POST users.resendActivation 200']);
});

test('cookies cleared while a visitor fills in a form: the message is sent', async ({ page }) => {
  await open(page, pathOf('contact', 'fr'));
  await fillContact(page);
  await expect.poll(() => tokenOf(page)).toBeDefined();
  await page.context().clearCookies();
  const calls = noteCalls(page);
  await sendContact(page);
  await expectSent(page);
  expect(calls).toEqual(['GET users/status 200', 'POST contact.send 200']);
});

test('a log-in in another tab does not prevent a form from being sent', async ({
  page,
  member,
}) => {
  await open(page, pathOf('contact', 'fr'));
  await fillContact(page);
  const before = await tokenOf(page);
  const tab = await page.context().newPage();
  await open(tab, pathOf('logIn', 'fr'));
  await logInWith(tab, 'fr', member);
  await expect(tab).toHaveURL(pathOf('profile', 'fr'));
  expect((await tokenOf(page))?.value).not.toBe(before?.value);

  const calls = noteCalls(page);
  await sendContact(page);
  await expectSent(page);
  expect(calls).toEqual(['POST contact.send 200']);
});

test('a CSRF token of another secret is replaced, and the message sent once', async ({
  page,
  site,
}) => {
  await open(page, pathOf('contact', 'fr'));
  await fillContact(page);
  await expect.poll(() => tokenOf(page)).toBeDefined();
  const { value = '' } = (await tokenOf(page)) ?? {};
  const [version, random, signature = ''] = value.split('.');
  const foreign = [version, random, signature.split('').toReversed().join('')].join('.');
  await page.context().addCookies([{ name: 'XSRF-TOKEN', value: foreign, url: site.origin }]);
  const calls = noteCalls(page);
  await sendContact(page);
  await expectSent(page);
  expect(calls).toEqual(['POST contact.send 403', 'POST contact.send 200']);
});

const OUR_COOKIES = ['XSRF-TOKEN', 'pre', 'session', 'device', 'locale'];

/** On a page under `/fr` these take precedence over ours; the server's csrf.test.ts has those that a call sends. */
for (const value of ['5f1c0e1e-9c5c-4b7e', `v1.${'a'.repeat(22)}.${'b'.repeat(43)}`]) {
  test(`foreign cookies with our names under /fr, ${value.slice(0, 4)}…, block no call`, async ({
    page,
    site,
    member,
  }) => {
    const domain = new URL(site.origin).hostname;
    await page
      .context()
      .addCookies(OUR_COOKIES.map((name) => ({ name, value, domain, path: '/fr' })));
    await open(page, pathOf('contact', 'fr'));
    await fillContact(page);
    await sendContact(page);
    await expectSent(page);
    await open(page, pathOf('logIn', 'fr'));
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(pathOf('profile', 'fr'));
    await open(page, pathOf('profileEdit', 'fr'));
    const calls = noteCalls(page);
    await page.getByLabel(ACCOUNT.fr.present).fill('Abcdef12');
    await page.getByRole('button', { name: ACCOUNT.fr.update }).click();
    await expect(noticeOn(page)).toHaveText(ACCOUNT.fr.codes.updated);
    expect(calls.at(-1)).not.toMatch(/403/);
  });
}

test('a browser that blocks cookies shows an error after one attempt', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await open(page, pathOf('contact', 'fr'));
  const calls = noteCalls(page);
  await fillContact(page);
  await sendContact(page);
  await expect(alertOn(page)).toHaveText(BLOCKED);
  await expect(page.getByRole('button', { name: CONTACT.send })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST contact.send 403']);
  expect(calls.length).toBeLessThanOrEqual(4);

  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await sendContact(page);
  await expectSent(page);
});

test('an activation link shows an error in a browser that blocks cookies', async ({
  page,
  site,
}) => {
  const email = newEmail();
  await signUp(page, 'fr', email);
  const subject = ACCOUNT.fr.letters.activation;
  const link = linkIn(await emailTo(site, email, { subject }));
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto(link);
  await expect(alertOn(page)).toHaveText(BLOCKED);
  await expect(page).toHaveURL(link);

  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.getByRole('button', { name: ACCOUNT.fr.tryAgain }).click();
  await expect(page).toHaveURL(`${pathOf('logIn', 'fr')}?notice=account_activated`);
});

testOfOwnSite()(
  'a form submitted after a restart with another secret is sent, and the card charged once',
  async ({ page, site, member }) => {
    // A whole purchase and a restart of the server.
    test.slow();
    await openOrderForm(page, member, { locale: 'fr', isFilled: true });
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/trpc/shop.buy')) keys.push(request.headers()['idempotency-key']);
    });
    await page.getByRole('button', { name: SHOP.fr.confirm }).click();
    await page.getByLabel(SHOP.fr.card.number).waitFor();
    await site.restartWith({ APP_SECRET: 'Zr4tB7yUe1Wq9PxMn6Vc3KdJh8GsLf2A' });
    const calls = noteCalls(page);
    await payInDialog(page, 'fr', CARDS.good);
    await expect(page.getByText(SHOP.fr.bought)).toBeVisible();
    expect(calls.filter((call) => /shop\.buy|users\/status/.test(call))).toEqual([
      'POST shop.buy 403',
      'POST shop.buy 200',
    ]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf(page)).toHaveLength(1);
  },
);
