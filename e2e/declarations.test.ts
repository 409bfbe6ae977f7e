import { pathOf } from '@agres/domain/paths';

import { call } from './calls.ts';
import { PASSWORD } from './content.ts';
import { fillDeclaration, WORDS } from './declaration-steps.ts';
import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import {
  CARDS,
  DELIVERY,
  payWith,
  reopenOrderForm,
  WORDS as SHOP_WORDS,
} from './purchase-steps.ts';
import { subscribeByCall, userOf, WITHDRAWING_CARD } from './subscription-steps.ts';
import { emailTo, newEmail } from './user-steps.ts';

const NAME = 'Camille Roussel';

for (const locale of ['fr', 'en'] as const) {
  const words = WORDS[locale];

  test(`a visitor withdraws from a subscription without a reference number, in ${locale}`, async ({
    page,
  }) => {
    const email = newEmail();
    await open(page, pathOf('withdrawal', locale));
    const reference = page.getByLabel(words.reference);
    await reference.fill('12');
    await page.getByRole('radio', { name: words.subscription }).check();
    await expect(reference).toHaveCount(0);
    await page.getByRole('radio', { name: words.order }).check();
    await expect(reference).toHaveValue('12');
    await page.getByRole('radio', { name: words.subscription }).check();
    await fillDeclaration(page, locale, { name: NAME, email });
    const main = page.getByRole('main');
    await expect(main.getByRole('blockquote')).toContainText(words.subscription.toLowerCase());
    await page.getByRole('button', { name: words.confirm }).click();
    await expect(page.getByRole('heading', { name: words.withdrawn })).toBeFocused();
    await expect(main.getByRole('link', { name: words.download })).toBeVisible();
    await expect(main).toContainText(words.subscriptionEnds);
    await expect(main).not.toContainText(words.orderCancelled);
  });

  test(`a member withdraws from a contract in four clicks from the footer, in ${locale}`, async ({
    page,
    member,
    site,
  }) => {
    await signIn(page.context(), member);
    await subscribeByCall(page.request, { stripeToken: WITHDRAWING_CARD });
    await open(page, `/${locale}`);
    await page.getByRole('contentinfo').getByRole('link', { name: words.footer }).click();
    await expect(page.getByRole('radio')).toBeChecked();
    // The account has no name yet, so the member types the name only.
    await page.getByRole('main').getByLabel(words.name).fill(NAME);
    await expect(page.getByLabel(words.email)).toHaveValue(member.email);
    await page.getByRole('button', { name: words.showRecap }).click();
    await page.getByRole('button', { name: words.confirm }).click();
    await expect(page.getByRole('heading', { name: words.withdrawn })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words.ended);
    expect(await userOf(page.request)).toMatchObject({ subscription: null });
    await emailTo(site, member.email, { subject: words.receipt });
  });
}

test('an order page preselects its own contract among several', async ({ page, member }) => {
  await signIn(page.context(), member);
  const { email } = member;
  const nameless = { email, mdp: PASSWORD, mdp2: PASSWORD, firstName: '', lastName: '' };
  await call(page.request, { method: 'PUT', path: '/api/users', data: nameless });
  const ids: number[] = [];
  for (let times = 0; times < 2; times += 1) {
    await reopenOrderForm(page, { locale: 'fr', isFilled: true });
    await payWith(page, 'fr', CARDS.good);
    await expect(page.getByRole('status').filter({ hasText: SHOP_WORDS.fr.bought })).toBeVisible();
    ids.push(Number(new URL(page.url()).searchParams.get('order')));
  }
  for (const id of ids) {
    await open(page, pathOf('order', 'fr', { id }));
    await page.getByRole('main').getByRole('link', { name: 'Renoncer au contrat' }).click();
    // The account has no name, but the order has.
    await expect(page.getByLabel(WORDS.fr.name)).toHaveValue(
      `${DELIVERY.firstName} ${DELIVERY.lastName}`,
    );
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
      new RegExp(`Commande n°\\s${id}, .*Total\\s: \\d+,\\d\\d\\s€`),
    );
  }
});

test('the subscription preselects its own contract beside an order', async ({ page, member }) => {
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  await reopenOrderForm(page, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: SHOP_WORDS.fr.bought })).toBeVisible();
  await open(page, pathOf('profile', 'fr'));
  const programme = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Mon programme' }) });
  await expect(programme.getByRole('link', { name: /App Store/ })).toBeVisible();
  await programme.getByRole('link', { name: 'Renoncer au contrat' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(/^Mon abonnement/);
});

test('the form works by keyboard alone, and going back keeps the input', async ({ page }) => {
  await open(page, pathOf('withdrawal', 'fr'));
  const words = WORDS.fr;
  await page.getByLabel(words.reference).focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await page.keyboard.type(NAME);
  await page.keyboard.press('Tab');
  await page.keyboard.type('camille@agres.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Votre déclaration' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: words.back, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(words.reference)).toHaveValue('12');
  await expect(page.getByLabel(words.name)).toHaveValue(NAME);
});

test('an empty field shows an error in place of its hint, and the first one gets the focus', async ({
  page,
}) => {
  const words = WORDS.en;
  await open(page, pathOf('withdrawal', 'en'));
  const reference = page.getByLabel(words.reference);
  await page.getByRole('button', { name: words.showRecap }).click();
  await expect(reference).toBeFocused();
  await expect(reference).toHaveAccessibleDescription(/^Enter your order number, for example 12\./);
  await expect(page.getByLabel(words.name)).toHaveAccessibleDescription(
    'Enter your first and last name.',
  );
  // Any text is accepted: a legal right does not depend on its spelling.
  await reference.fill('order #12, the balls');
  await expect(reference).toHaveAttribute('aria-invalid', 'false');
});

test('the steps mark the current one', async ({ page }) => {
  const words = WORDS.fr;
  const current = page.getByRole('main').locator('[aria-current=step]');
  await open(page, pathOf('withdrawal', 'fr'));
  await expect(current).toContainText('Choisissez le contrat.');
  await fillDeclaration(page, 'fr', { reference: '12', name: NAME, email: newEmail() });
  await expect(current).toContainText('Relisez et confirmez.');
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.withdrawn);
  await expect(current).toHaveCount(0);
});

test('a member without a contract reads why a number is required', async ({ page, member }) => {
  await signIn(page.context(), member);
  await open(page, pathOf('withdrawal', 'fr'));
  const main = page.getByRole('main');
  await expect(main).toContainText('Nous ne trouvons aucun contrat sur ce compte.');
  await expect(main.getByLabel(WORDS.fr.reference)).toBeVisible();
  await main.getByRole('link', { name: 'Mon profil' }).click();
  await expect(page).toHaveURL(pathOf('profile', 'fr'));
});

test('an invalid name shows an error at its field, and sends nothing', async ({ page }) => {
  const words = WORDS.fr;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('declarations')) sent.push(request.url());
  });
  await open(page, pathOf('withdrawal', 'fr'));
  await fillDeclaration(page, 'fr', { reference: '12', name: 'evil.com', email: 'a@agres.test' });
  await expect(page.getByLabel(words.name)).toHaveAttribute('aria-invalid', 'true');
  expect(sent.filter((url) => url.includes('withdraw'))).toEqual([]);
});

test('a declaration that fails to send shows an error, and is retried with the same key', async ({
  page,
}) => {
  const words = WORDS.fr;
  const email = newEmail();
  const keys: (string | undefined)[] = [];
  let isAway = true;
  await page.route('**/trpc/declarations.withdraw*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await (isAway ? route.abort() : route.continue());
  });
  await open(page, pathOf('withdrawal', 'fr'));
  await fillDeclaration(page, 'fr', { reference: '12', name: NAME, email });
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Votre déclaration ne nous est pas parvenue\..*il a la même valeur/,
  );
  isAway = false;
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByRole('heading', { name: words.withdrawn })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a subscription cancelled by the form without log-in stays until the owner accepts it', async ({
  page,
  member,
  site,
}) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  const { request } = page;
  const visitor = await page.context().browser()?.newContext({ baseURL: site.origin });
  const other = await visitor?.newPage();
  if (visitor === undefined || other === undefined) throw new Error('no browser');
  await open(other, pathOf('cancelContract', 'fr'));
  await expect(other.getByLabel('Le contrat à résilier')).toHaveValue('Abonnement');
  await fillDeclaration(other, 'fr', {
    name: NAME,
    email: member.email,
  });
  await other.getByRole('button', { name: words.notify }).click();
  await expect(other.getByRole('heading', { name: words.terminated })).toBeVisible();
  const main = other.getByRole('main');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(words.terminated);
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Et maintenant ?',
    'Votre déclaration',
  ]);
  await expect(main.getByText(words.free)).toHaveCount(0);
  await expect(main.getByRole('link')).toHaveText([words.download]);
  await expect(main).toContainText('C’est le jour de cette déclaration qui compte');
  await emailTo(site, member.email, { subject: /Nous avons reçu votre résiliation/ });
  expect(await userOf(request)).toMatchObject({ subscription: { accessEndsOn: null } });
  await visitor.close();
});
