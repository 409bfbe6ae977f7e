import { formatDate } from '@agres/i18n/formats';

import { signIn } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import type { Site } from './site.ts';
import { subscribeByCall, takenCents, userOf, WORDS } from './subscription-steps.ts';
import { emailTo } from './user-steps.ts';
import { logInWith } from './user-steps.ts';

const cancelled = ({ provider }: Site) =>
  provider.journal({ operation: 'subscriptions.cancel' }).filter(({ status }) => status === 200)
    .length;

for (const locale of ['fr', 'en'] as const) {
  const words = WORDS[locale];

  test(`three clicks from the home page cancel a subscription and show its last day, in ${locale}`, async ({
    page,
    member,
    site,
  }) => {
    await signIn(page.context(), member);
    await subscribeByCall(page.request);
    await open(page, `/${locale}`);
    await page.getByRole('contentinfo').getByRole('link', { name: words.cancel }).click();
    await page.getByRole('main').getByRole('button', { name: words.cancel }).click();

    const recap = page.getByRole('main');
    await expect(recap).toContainText(member.email);
    await expect(recap).toContainText(locale === 'fr' ? '19,99 € par mois' : '€19.99 per month');
    // Neither button may stand out.
    const looks = await recap
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
    expect(looks).toHaveLength(2);
    expect(new Set(looks).size).toBe(1);
    await page.getByRole('button', { name: words.notify }).click();

    await expect(page.getByRole('heading', { name: words.cancelled })).toBeFocused();
    const { subscription } = await userOf(page.request);
    const lastDay = formatDate(locale, subscription?.accessEndsOn ?? '');
    await expect(page.getByRole('main').getByRole('status')).toContainText(lastDay);
    const letter = await emailTo(site, member.email, {
      subject: locale === 'fr' ? /est résilié/ : /is cancelled/,
    });
    expect(letter.text).toContain(lastDay);

    await page
      .getByRole('main')
      .getByRole('link', { name: /profil/ })
      .click();
    await expect(page.getByRole('main')).toContainText(lastDay);
  });
}

test('resubscribing before the last day undoes the cancellation, without a card or a debit', async ({
  page,
  member,
  site,
}) => {
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  await open(page, '/fr/resilier-votre-contrat');
  await page.getByRole('main').getByRole('button', { name: WORDS.fr.cancel }).click();
  await page.getByRole('button', { name: WORDS.fr.notify }).click();
  const { links } = await emailTo(site, member.email, { subject: /est résilié/ });
  await open(page, '/fr/profil');
  const contract = page.getByRole('main').getByRole('list');
  await expect(contract.getByRole('link', { name: WORDS.fr.cancel })).toHaveCount(0);
  await expect(contract.getByRole('link', { name: 'Renoncer au contrat' })).toHaveAttribute(
    'href',
    '/fr/retractation?contract=subscription',
  );
  const link = links.find((candidate) => candidate.includes('/fr/s-abonner'));

  const before = takenCents(site);
  await open(page, link ?? '');
  const main = page.getByRole('main');
  await expect(main).toContainText(/le prochain prélèvement sera de 19,99\s€ le \d/);
  await expect(main).toContainText(/Carte actuelle\s*Visa\s····\s4242/);
  await expect(main).toContainText(/Accès jusqu’au\s*\d/);
  await expect(main.getByRole('link', { name: 'Changer de carte' })).toHaveAttribute(
    'href',
    '/fr/mettre-a-jour-paiement',
  );
  await page.getByRole('button', { name: WORDS.fr.resume }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.subscribed })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Prochain prélèvement');
  expect(takenCents(site)).toBe(before);
  expect(await userOf(page.request)).toMatchObject({ subscription: { accessEndsOn: null } });
});

test('the summary can be left, and a failed cancellation can be retried', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  await open(page, '/en/cancel-your-contract');
  const begin = page.getByRole('main').getByRole('button', { name: WORDS.en.cancel });
  await begin.click();
  await page.getByRole('button', { name: 'Keep my subscription' }).click();
  await begin.click();

  await page.route('**/trpc/programmes.unsubscribe*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: WORDS.en.notify }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Your subscription has not been cancelled\. /,
  );
  expect(await userOf(page.request)).toMatchObject({ subscription: { accessEndsOn: null } });
  await page.getByRole('button', { name: WORDS.en.notify }).click();
  await expect(page.getByRole('heading', { name: WORDS.en.cancelled })).toBeVisible();
});

test('a visitor reaches the page from the footer, and returns to it after the log-in', async ({
  page,
  member,
}) => {
  await open(page, '/fr/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: WORDS.fr.cancel }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.fr.cancel);
  await expect(page.getByRole('heading', { name: 'Vos coordonnées' })).toBeVisible();
  await page.getByRole('link', { name: 'Se connecter pour résilier' }).click();
  await logInWith(page, 'fr', member);
  await expect(page).toHaveURL('/fr/resilier-votre-contrat');
  await expect(page.getByRole('heading', { name: 'Vous n’avez pas d’abonnement' })).toBeVisible();
});

test('a member with a subscription under another address cancels without the log-in', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await open(page, '/en/cancel-your-contract');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('You have no subscription');
  await expect(page.getByRole('main')).toContainText(member.email);
  await page.getByRole('button', { name: 'Cancel without logging in' }).click();
  await expect(title).toHaveText(WORDS.en.cancel);
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused();
  await expect(page.getByLabel('The contract to cancel')).toBeVisible();
});

test('deleting the account announces and cancels its subscription at the provider', async ({
  page,
  member,
  site,
}) => {
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  await open(page, '/fr/profil/modifier');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('heading', { name: 'Votre abonnement' })).toBeVisible();
  await expect(modal).toContainText('Il prend fin aussitôt');
  await expect(modal.getByRole('link', { name: 'résilier votre contrat' })).toHaveAttribute(
    'href',
    '/fr/resilier-votre-contrat',
  );
  const before = cancelled(site);
  await modal.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await modal.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(page).toHaveURL('/fr');
  await expect.poll(() => cancelled(site) - before).toBe(1);
});
