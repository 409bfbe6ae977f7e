import { createDb } from '@agres/db/db';
import { LOCALES } from '@agres/domain/locale';
import { pathOf, withQuery } from '@agres/domain/paths';

import { expect, signIn, test, testOfOwnSite } from './fixtures.ts';
import { open, untilAlive } from './open.ts';
import { openItem } from './purchase-steps.ts';
import { emailTo, newEmail } from './user-steps.ts';

const WORDS = {
  fr: {
    item: 'Parallettes en hêtre',
    clubs: 'Trois massues de jonglage',
    ask: 'Me prévenir du retour (40 cm)',
    askClubs: 'Me prévenir du retour (Corail)',
    askOther: 'Me prévenir du retour (Bleu nuit)',
    takeBackOther: 'Ne plus me prévenir (Bleu nuit)',
    colour: 'Couleur',
    other: 'Bleu nuit',
    soldOut: 'Rupture de stock',
    takeBack: 'Ne plus me prévenir (40 cm)',
    hint: 'Un seul e‑mail, dès le retour en stock. Au bout de 90 jours, nous effaçons votre demande.',
    send: 'Recevoir le lien de confirmation',
    asked: 'C’est noté. Nous vous écrirons une seule fois, dès le retour en stock (40 cm).',
    missing: 'Veuillez saisir une adresse e‑mail valide.',
    noAccount: 'Sans compte : un lien pour confirmer, puis un seul e‑mail dès le retour en stock.',
    almost: 'Consultez vos e‑mails',
    confirmSubject: 'Confirmez votre alerte stock',
    confirm: 'Confirmer mon alerte',
    confirmed: 'Votre alerte stock est activée',
    email: 'Adresse e‑mail',
    end: 'Ne plus recevoir ces e‑mails',
    ended: 'Vos alertes stock sont désactivées',
  },
  en: {
    item: 'Beech parallettes',
    clubs: 'Set of three juggling clubs',
    ask: 'Email me when it’s back (40 cm)',
    askClubs: 'Email me when it’s back (Coral)',
    send: 'Send me the link',
    missing: 'Please enter a valid email address.',
    noAccount:
      'No account needed. We’ll send you a link to confirm, then one email as soon as it’s back.',
    almost: 'Check your inbox',
    confirmSubject: 'Confirm your stock alert',
    confirm: 'Confirm my alert',
    confirmed: 'Your stock alert is set',
    email: 'Email address',
  },
} as const;

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`a visitor requests a stock alert and confirms it by e-mail, without an account, in ${locale}`, async ({
    page,
    site,
  }) => {
    const email = newEmail();
    await openItem(page, locale, words.item);
    const main = page.getByRole('main');
    const field = main.getByLabel(words.email);
    const ask = main.getByRole('button', { name: words.ask, exact: true });
    await expect(ask).toBeVisible();
    await expect(field).toHaveCount(0);
    await ask.click();
    await expect(field).toBeFocused();
    await expect(main).toContainText(words.noAccount);
    await expect(main.getByRole('heading', { name: words.ask, exact: true })).toBeVisible();
    await main.getByRole('button', { name: words.send }).click();
    await expect(field).toHaveAccessibleDescription(words.missing);
    await field.fill(email);
    await field.press('Enter');
    const sent = main.getByRole('status').filter({ hasText: words.almost });
    await expect(sent).toBeVisible();
    await expect(main.getByText(email)).toBeVisible();
    expect(page.url()).not.toContain('@');

    const letter = await emailTo(site, email, {
      subject: new RegExp(words.confirmSubject.slice(0, 20)),
    });
    const link = letter.links.find((address) => /\/(alerte-stock|stock-alert)\//.test(address));
    await open(page, link ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.confirmSubject);
    const name = main.getByText(`${words.item} · 40 cm`);
    await expect(name).toBeVisible();
    await untilAlive(page);
    await main.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(page.locator('h1:focus')).toHaveText(words.confirmed);
    await expect(name).toBeVisible();
    await main.getByRole('link').click();
    await expect(page).toHaveURL(/\?option=2$/);
  });
}

test('the buy button at the foot of a phone gives way to the form of a stock alert @phone', async ({
  page,
}) => {
  const words = WORDS.fr;
  await openItem(page, 'fr', words.item);
  const buy = page.getByRole('button', { name: 'Acheter cet article' });
  await expect(buy).toBeVisible();
  await page.getByRole('button', { name: words.ask, exact: true }).click();
  await expect(page.getByLabel(words.email)).toBeFocused();
  await expect(buy).toBeHidden();
});

test('a member requests and cancels a stock alert with one click', async ({ page, member }) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await openItem(page, 'fr', words.item);
  const ask = page.getByRole('button', { name: words.ask, exact: true });
  await expect(ask).toHaveAccessibleDescription(words.hint);
  await expect(ask).toBeEnabled();
  await ask.focus();
  await page.keyboard.press('Enter');
  const takeBack = page.getByRole('button', { name: words.takeBack, exact: true });
  await expect(takeBack).toHaveAccessibleDescription(words.asked);
  await expect(takeBack).toBeFocused();
  await expect(page.getByRole('group').getByText(words.soldOut, { exact: true })).toBeVisible();
  const done = await page.getByText(words.asked).boundingBox();
  expect(done?.y).toBeLessThan((await takeBack.boundingBox())?.y ?? 0);
  await page.reload();
  await takeBack.click();
  await expect(ask).toHaveAccessibleDescription(words.hint);
  await page.reload();
  await expect(ask).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the button leads to the log-in and back to the option', async ({ page }) => {
    const item = pathOf('item', 'fr', { id: 1 });
    await page.goto(item);
    await page.getByRole('button', { name: WORDS.fr.ask, exact: true }).click();
    const back = encodeURIComponent(withQuery(item, { option: 2 }));
    await expect(page).toHaveURL(`${pathOf('logIn', 'fr')}?redirect=${back}`);
  });
});

test('one button requests the alert for any of several sold-out options', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await openItem(page, 'fr', words.clubs);
  const main = page.getByRole('main');
  const which = main.getByRole('group', { name: words.colour });
  const picture = main.getByRole('img', { name: words.clubs });
  const ask = main.getByRole('button', { name: words.askClubs, exact: true });
  await expect(ask).toBeVisible();
  await which.getByRole('button', { name: words.other }).click();
  await expect(ask).toBeHidden();
  await expect(picture).toHaveAttribute('src', /juggling-clubs-2\.webp$/);
  await main.getByRole('button', { name: words.askOther, exact: true }).click();
  await expect(main.getByRole('button', { name: words.takeBackOther, exact: true })).toBeVisible();
  await which.getByRole('button').first().click();
  await expect(ask).toBeVisible();
  await expect(picture).toHaveAttribute('src', /juggling-clubs-1\.webp$/);
  // Only the stock alert asks for the colour; the sold-out options are not shown as well.
  await expect(which).toHaveCount(1);
  await expect(main.getByRole('radio')).toHaveCount(0);
});

test('a failed call shows an error beside the button, and can be retried', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await openItem(page, 'en', WORDS.en.clubs);
  const ask = page.getByRole('button', { name: WORDS.en.askClubs, exact: true });
  await ask.waitFor();
  await page.route('**/trpc/*stockRequests.set*', (route) => route.abort());
  await ask.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unroute('**/trpc/*stockRequests.set*');
  await ask.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
});

test('a visitor’s item page loads no script for stock alerts', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await openItem(page, 'fr', WORDS.fr.clubs);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: WORDS.fr.askClubs, exact: true })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((url) => url.includes('stock-request'))).toEqual([]);
});

testOfOwnSite()(
  'new stock sends one e-mail, whose link cancels the other alerts without a log-in',
  async ({ page, site, member, browser }) => {
    await signIn(page.context(), member);
    await openItem(page, 'fr', WORDS.fr.item);
    await page.getByRole('button', { name: WORDS.fr.ask, exact: true }).click();
    await page.getByRole('button', { name: WORDS.fr.takeBack, exact: true }).waitFor();
    await openItem(page, 'fr', WORDS.fr.clubs);
    await page.getByRole('button', { name: WORDS.fr.askClubs, exact: true }).click();
    await expect(page.getByText('dès le retour en stock (Corail)')).toHaveCount(1);

    const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`
        WITH back AS (
          UPDATE item_option SET remaining = remaining + 5
          WHERE item_id = 1 AND position = 2 AND remaining = 0 RETURNING id)
        INSERT INTO stock_adjustment (option_id, delta, kind, reason, by)
        SELECT id, 5, 'delivery', 'Delivery', 'Jeanne' FROM back`;
      await tx.$executeRaw`
        UPDATE job_schedule SET next_run_at = now() - interval '1 second' WHERE name = 'laws'`;
    });
    // A starting server checks for due work.
    await site.restartWith({});
    const email = await emailTo(site, member.email, { subject: /De retour en stock/ });
    expect(email.text).toMatch(/40\scm/);

    const visitor = await browser.newContext();
    const mail = await visitor.newPage();
    const itemLink = email.links.find((link) => link.includes('option=2'));
    await open(mail, itemLink ?? '');
    await expect(mail.getByRole('radio', { name: '40 cm' })).toBeChecked();
    const link = email.links.find((address) => address.includes('/retour-en-stock/'));
    await open(mail, link ?? '');
    const name = mail.getByText(`${WORDS.fr.item} · 40 cm`);
    await expect(name).toBeVisible();
    await untilAlive(mail);
    const waiting = () => db.stockRequest.count({ where: { toldAt: null } });
    expect(await waiting()).toBe(1);
    await mail.getByRole('button', { name: WORDS.fr.end, exact: true }).click();
    await expect(mail.getByRole('heading', { level: 1, name: WORDS.fr.ended })).toBeFocused();
    await expect(name).toBeVisible();
    expect(await waiting()).toBe(0);

    const [signed = ''] = (link ?? '').split('?');
    const forged = await visitor.request.get(`${signed.slice(0, -3)}AAA`);
    expect(new URL(forged.url()).pathname).toBe('/fr/error');
    await visitor.close();
    await close();
  },
);
